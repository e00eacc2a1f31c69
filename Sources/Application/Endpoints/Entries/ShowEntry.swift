internal import EventLog
package import Ledger

/// Shows all lines of an entry as they are now, voided ones too.
package enum ShowEntry: Endpoint {
    package typealias Input = EntryInput

    /// An entry.
    package struct Output: Codable, Hashable, Sendable {
        /// The line that was asked for.
        package let id: UInt64
        /// All lines of its entry, by id.
        package let rows: [LineRow]
        /// The names of its files; left out of JSON where there are none.
        package let files: [String]?
        /// The id of the rule of what comes again for which it was recorded; `nil` for none, and
        /// then left out of JSON.
        package let rule: UInt64?
        /// The day on which the rule expected it.
        package let ruleDay: Day?
        /// The position of the last event that was taken in.
        package let position: UInt64
        /// The root over all events up to and including it, lower-case hex.
        package let root: String
    }

    package static let path = "show"
    package static let summary = "show one entry"
    package static let needs: Set<Permission> = [.read]

    package static func receipt(_ input: Input) -> String? { input.id }

    package static func run(
        _ input: Input, in env: Environment
    ) throws(ApplicationError) -> Output {
        let snapshot = try env.snapshot()
        let id = try env.id(input.id, in: snapshot)
        let (state, head) = try mappingError(ApplicationError.store) { () throws(StoreError) in
            (try snapshot.state(for: [id], withCategories: false), try snapshot.head())
        }
        guard let line = state.lines[id] else {
            throw state.todos[id] == nil ? .unknownID(input.id) : .decision(.notALine(id))
        }
        let lines = line.entry.compactMap { state.lines[$0] }
        let files = try snapshot.files(of: id).map(\.name)
        let origin = try mappingError(ApplicationError.store, snapshot.repeatOrigin(at: id))
        return Output(
            id: id, rows: lines.map { LineRow($0, referenceData: snapshot.referenceData) },
            files: files.isEmpty ? nil : files, rule: origin?.rule, ruleDay: origin?.day,
            position: snapshot.count - 1, root: head.root.hex)
    }
}

/// One entity by its id.
package struct EntryInput: Codable, Hashable, Sendable {
    /// `1042`, `#1042`, `.3` or a word of a title.
    package var id: String

    /// A request.
    package init(id: String) { self.id = id }
}

/// Shows every version of a line, task or account.
package enum EntryHistory: Endpoint {
    package typealias Input = EntryInput
    package typealias Output = LineHistory

    package static let path = "history"
    package static let summary = "show every version of an entry: was and now"
    package static let needs: Set<Permission> = [.read]

    package static func run(
        _ input: Input, in env: Environment
    ) throws(ApplicationError) -> Output {
        let snapshot = try env.snapshot()
        let id = try id(input.id, snapshot, env)
        let history = try mappingError(ApplicationError.store) { () throws(StoreError) in
            if snapshot.referenceData.account(at: id) != nil {
                return try snapshot.history(ofAccount: id)
            }
            return try snapshot.history(of: id)
        }
        guard let history else { throw .decision(.unknownTarget(id)) }
        return history
    }

    /// What no title has may be the name of an account.
    private static func id(
        _ text: String, _ snapshot: LedgerSnapshot, _ env: Environment
    ) throws(ApplicationError) -> UInt64 {
        do throws(ApplicationError) {
            return try env.id(text, in: snapshot, type: nil)
        } catch .unknownID(let text) {
            guard let account = snapshot.referenceData.account(named: text) else {
                throw .unknownID(text)
            }
            return account.position
        } catch {
            throw error
        }
    }
}

/// Shows every version of an account.
package enum AccountHistory: Endpoint {
    /// The account: a name, `1042`, `#1042`, `.3` or words of one name only.
    package typealias Input = EntryInput
    package typealias Output = LineHistory

    package static let path = "account/history"
    package static let summary = "show every version of an account: was and now"
    package static let needs: Set<Permission> = [.read]

    package static func run(
        _ input: Input, in env: Environment
    ) throws(ApplicationError) -> Output {
        let snapshot = try env.snapshot()
        let id = try env.account(input.id, in: snapshot).position
        let history = try mappingError(ApplicationError.store, snapshot.history(ofAccount: id))
        guard let history else { throw .decision(.notAnAccount(id)) }
        return history
    }
}
