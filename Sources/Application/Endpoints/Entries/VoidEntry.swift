internal import EventLog
package import Ledger

/// Takes entries back: they do not count any more, and can be restored.
package enum VoidEntry: KeyedEndpoint {
    package typealias Input = EntriesInput
    /// What was written; the id is that of the first line.
    package typealias Output = WriteReceipt

    package static let path = "void"
    package static let summary = "take an entry back"
    package static let needs: Set<Permission> = [.write]

    package static func run(
        _ input: Input, in env: Environment
    ) throws(ApplicationError) -> Output {
        var ids: [UInt64] = []
        let recorded = try env.record { snapshot, env throws(ApplicationError) in
            ids = try env.ids(input.ids, in: snapshot, live: true)
            return .void(ids, reason: input.reason ?? "")
        }
        return recorded.written(ids.first)
    }
}

/// Which entries to void or restore, and why.
package struct EntriesInput: Codable, Hashable, Sendable {
    /// `1042`, `#1042`, `.3` or a word of a title, one or more.
    package var ids: [String]
    /// Why.
    package var reason: String?

    /// A request.
    package init(ids: [String], reason: String? = nil) {
        self.ids = ids
        self.reason = reason
    }
}

/// Brings voided entries back.
package enum RestoreEntry: KeyedEndpoint {
    package typealias Input = EntriesInput
    /// What was written; the id is that of the first line.
    package typealias Output = WriteReceipt

    package static let path = "restore"
    package static let summary = "bring a voided entry back"
    package static let needs: Set<Permission> = [.write]

    package static func run(
        _ input: Input, in env: Environment
    ) throws(ApplicationError) -> Output {
        var ids: [UInt64] = []
        let recorded = try env.record { snapshot, env throws(ApplicationError) in
            ids = try env.ids(input.ids, in: snapshot, live: false)
            let found = try mappingError(ApplicationError.store) { () throws(StoreError) in
                try RestoredRows(snapshot).doubled(byRestoring: ids)
            }
            if let (batch, rows) = found { throw .importedAgain(batch, rows: rows) }
            return .restore(ids, reason: input.reason ?? "")
        }
        return recorded.written(ids.first)
    }
}
