internal import EventLog
package import Ledger

/// Nothing to say.
package struct NoInput: Codable, Hashable, Sendable {
    /// A request.
    package init() {}
}

/// Hashes every event again and holds the result against what is stored; then holds the statements
/// of accounts against the ledger.
package enum VerifyLog: Endpoint {
    package typealias Input = NoInput
    package typealias Output = VerifySummary

    package static let path = "verify"
    package static let summary = "check every byte, every hash and every statement"
    package static let needs: Set<Permission> = [.read]

    package static func run(
        _ input: Input, in env: Environment
    ) throws(ApplicationError) -> Output {
        let store = try env.store()
        let start = env.uptime()
        let found = try lift { () throws(StoreError) in
            try store.check(progress: env.progress)
        }
        let elapsed = env.uptime() - start
        let statements = try statements(of: store, upTo: found.events, env)
        return Output(
            events: found.events, commits: found.commits, frames: found.frames,
            bytes: found.bytes, seconds: elapsed / .seconds(1),
            position: found.events > 0 ? found.events - 1 : 0, root: found.root,
            statements: statements?.count, differing: statements?.filter { !$0.agrees } ?? [])
    }

    /// `nil` where the log has what only a newer program knows: it can still be checked, but not
    /// added up.
    private static func statements(
        of store: any EventStore, upTo count: UInt64, _ env: Environment
    ) throws(ApplicationError) -> [StatementRow]? {
        do throws(ApplicationError) {
            let books = try env.books(of: store, upTo: count)
            return try lift { () throws(StoreError) in try books.statementRows() }
        } catch .store(.needsNewerVersion) {
            return nil
        } catch {
            throw error
        }
    }
}

/// Says what the log consists of.
package enum LedgerInfo: Endpoint {
    package typealias Input = NoInput
    package typealias Output = LogSummary

    package static let path = "info"
    package static let summary = "say what the log consists of"
    package static let needs: Set<Permission> = [.read]

    package static func run(
        _ input: Input, in env: Environment
    ) throws(ApplicationError) -> Output {
        let store = try env.store()
        return try lift { () throws(StoreError) in
            var ledger = ""
            if case .ledgerOpened(let opened) = try store.event(at: 0)?.event {
                ledger = hex(opened.ledgerID)
            }
            let counts = try store.counts()
            return Output(
                ledger: ledger, events: counts.events, commits: counts.commits,
                frames: counts.frames, segments: counts.segments, bytes: counts.bytes,
                root: counts.root)
        }
    }
}

/// Turns small frames into large ones.
package enum SealLog: Endpoint {
    package typealias Input = NoInput

    /// What was done.
    package struct Output: Codable, Hashable, Sendable {
        /// How many events were moved.
        package let sealed: UInt64
        /// The position of the last event.
        package let position: UInt64
        /// The root over all events, the same as before, lower-case hex.
        package let root: String
    }

    package static let path = "seal"
    package static let summary = "pack the newest events tightly"
    package static let needs: Set<Permission> = [.write]

    package static func run(
        _ input: Input, in env: Environment
    ) throws(ApplicationError) -> Output {
        if env.asOf != nil { throw .readOnlyPast }
        let store = try env.store()
        return try lift { () throws(StoreError) in
            let sealed = try (store as? any LogInspection)?.seal() ?? 0
            let head = try store.head()
            return Output(sealed: sealed, position: head.count - 1, root: head.root.hex)
        }
    }
}
