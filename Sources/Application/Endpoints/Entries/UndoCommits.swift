internal import EventLog
package import Ledger

/// Takes back commits: the newest, those of some events, a batch, or all since a moment.
package enum UndoCommits: KeyedEndpoint {
    /// What to take back; at most one of `ids`, `batch` and `since`, and the newest without any.
    package struct Input: Codable, Hashable, Sendable {
        /// `1042`, `#1042`, `@1042`, `.3` or a word of a title: events of the commits.
        package var ids: [String]?
        /// An event of a batch.
        package var batch: String?
        /// How long ago (`1h`), a time (RFC 3339, `14:30`), or a day.
        package var since: String?
        /// Whether to leave out what was changed since.
        package var skipConflicts: Bool?
        /// Why.
        package var reason: String?
        /// How many changes to report; 100 when left out.
        package var limit: Int?

        /// A request.
        package init(
            ids: [String]? = nil, batch: String? = nil, since: String? = nil,
            skipConflicts: Bool? = nil, reason: String? = nil, limit: Int? = nil
        ) {
            self.ids = ids
            self.batch = batch
            self.since = since
            self.skipConflicts = skipConflicts
            self.reason = reason
            self.limit = limit
        }
    }

    package typealias Output = UndoReceipt

    package static let path = "undo"
    package static let summary = "take back what was recorded last, or any commit"
    package static let needs: Set<Permission> = [.write]

    package static func run(
        _ input: Input, in env: Environment
    ) throws(ApplicationError) -> Output {
        try env.recorder().undo(try request(input)) { snapshot, env throws(ApplicationError) in
            if let since = input.since { return .since(try env.since(since, in: snapshot)) }
            if let batch = input.batch { return .batch(try env.batch(batch, in: snapshot)) }
            guard let ids = input.ids, !ids.isEmpty else { return .newest }
            return .events(try env.positions(ids, in: snapshot))
        }
    }

    static func request(_ input: Input) throws(ApplicationError) -> UndoRequest {
        if let limit = input.limit, limit < 0 { throw .outOfRange(field: "limit", limit) }
        return UndoRequest(
            reason: input.reason ?? "", skipsConflicts: input.skipConflicts ?? false,
            limit: input.limit ?? 100)
    }
}

/// Takes back undos: the newest, or those of some commits.
package enum RedoCommits: KeyedEndpoint {
    /// Which; `batch` and `since` mean nothing here.
    package typealias Input = UndoCommits.Input
    package typealias Output = UndoReceipt

    package static let path = "redo"
    package static let summary = "take back the last undo, or that of any commit"
    package static let needs: Set<Permission> = [.write]

    package static func run(
        _ input: Input, in env: Environment
    ) throws(ApplicationError) -> Output {
        let request = try UndoCommits.request(input)
        return try env.recorder().undo(request) { snapshot, env throws(ApplicationError) in
            guard let ids = input.ids, !ids.isEmpty else { return .newestUndo }
            return .undosOf(try env.positions(ids, in: snapshot))
        }
    }
}

/// Lists the commits and batches that the caller could undo, newest first.
package enum ListUndoable: Endpoint {
    /// How many.
    package struct Input: Codable, Hashable, Sendable {
        /// 10 when left out.
        package var limit: Int?

        /// A request.
        package init(limit: Int? = nil) { self.limit = limit }
    }

    package typealias Output = CommitList

    package static let path = "undo/list"
    package static let summary = "list what could be undone, newest first"
    package static let needs: Set<Permission> = [.read]

    package static func run(
        _ input: Input, in env: Environment
    ) throws(ApplicationError) -> Output {
        if let limit = input.limit, limit < 1 { throw .outOfRange(field: "limit", limit) }
        let snapshot = try env.snapshot()
        let actor = try env.actor(in: snapshot)
        return try mappingError(ApplicationError.store) { () throws(StoreError) in
            let rows = try snapshot.undoableRows(of: actor, limit: input.limit ?? 10)
            let head = try snapshot.head()
            return CommitList(
                rows: rows, position: snapshot.count - 1, root: head.root.hex)
        }
    }
}

extension Environment {
    /// The batch to which the event at a position belongs; the position where there is none.
    func batch(
        _ text: String, in snapshot: LedgerSnapshot
    ) throws(ApplicationError) -> UInt64 {
        let position = try position(text, in: snapshot)
        let commit = try mappingError(ApplicationError.store, snapshot.commit(at: position))
        return commit?.header.batch ?? position
    }
}
