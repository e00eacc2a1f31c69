internal import EventLog
package import Ledger

/// Hashes every event again and holds the result against what is stored; then decodes every event
/// and holds it against the rules of the ledger, closings against what changed in their days, and
/// statements of accounts against its sums.
package enum VerifyLog: Endpoint {
    /// How much of it.
    package struct Input: Codable, Hashable, Sendable {
        /// Whether only that is hashed which came since everything was verified; left out for no.
        package var quick: Bool?
        /// What a file says that the ledger was: a checkpoint, signed or not.
        package var against: String?
        /// Public halves of keys: of those of ledgers one must have signed it, of those of
        /// witnesses all; without any of a ledger its own are known.
        package var keys: [String]?
        /// What was signed of a report, which is made again.
        package var receipt: String?

        /// A request.
        package init(
            quick: Bool? = nil, against: String? = nil, keys: [String]? = nil,
            receipt: String? = nil
        ) {
            self.quick = quick
            self.against = against
            self.keys = keys
            self.receipt = receipt
        }
    }

    package typealias Output = VerifySummary

    package static let path = "verify"
    package static let summary = "check every byte, every hash and every statement"
    package static let needs: Set<Permission> = [.read]
    package static let isMending = true

    package static func run(
        _ input: Input, in env: Environment
    ) throws(ApplicationError) -> Output {
        let store = try env.store()
        let known = try input.against.map { text throws(ApplicationError) in
            try env.checkpoint(Array(text.utf8), verifiers: input.keys ?? [])
        }
        // Stored roots first: they are hashed again below, and a ledger that was written anew may
        // make no sense.
        let branch = try known.flatMap { known throws(ApplicationError) in
            try env.branch(of: known.checkpoint, against: store)
        }
        var summary = try whole(input, store, env)
        let removed = try env.removeOutlived(of: store)
        summary.removed = removed.isEmpty ? nil : removed
        if let known { summary.against = known.checked(branch: branch) }
        if let receipt = input.receipt {
            summary.receipt = try env.check(
                receipt: Array(receipt.utf8), verifiers: input.keys ?? [], in: store)
        }
        return summary
    }

    private static func whole(
        _ input: Input, _ store: any EventStore, _ env: Environment
    ) throws(ApplicationError) -> Output {
        let start = env.uptime()
        let file = env.home is FileHome ? store as? FileEventStore : nil
        let place = env.home.place
        let known = file == nil ? nil : VerifiedFile.read(from: place)
        if input.quick == true, let file, let known {
            return try quick(file, since: known, env, start)
        }
        let head = try mappingError(ApplicationError.store, store.head().count)
        env.expect(head)
        let stamps = try mappingError(
            ApplicationError.store,
            file.map { file throws(StoreError) in
                try VerifiedFile.stamps(file, in: place)
            })
        let found = try mappingError(ApplicationError.store, store.check(progress: env.progress))
        if let file, let known { try check(file, found.events, known.head) }
        if let stamps {
            let head = VerifiedHead(events: found.events, root: found.root, time: env.now())
            VerifiedFile(head: head, files: stamps).write(to: place)
        }
        let elapsed = env.uptime() - start
        var summary = Output(
            events: found.events, commits: found.commits, frames: found.frames,
            bytes: found.bytes, seconds: elapsed / .seconds(1),
            position: found.events > 0 ? found.events - 1 : 0, root: found.root)
        try hold(&summary, erased: found.erased, store, env)
        return summary
    }

    /// Holds the first events against what was found when they were verified.
    private static func check(
        _ store: FileEventStore, _ events: UInt64, _ known: VerifiedHead
    ) throws(ApplicationError) {
        guard events >= known.events else { throw .rewritten(events: events, known) }
        let root = try mappingError(ApplicationError.store, store.root(at: known.events))
        guard root.hex == known.root else { throw .rewritten(events: events, known) }
    }

    /// Hashes what is new, and files that do not look as they did.
    private static func quick(
        _ store: FileEventStore, since known: VerifiedFile, _ env: Environment, _ start: Duration
    ) throws(ApplicationError) -> Output {
        let place = env.home.place
        let (stamps, changed) = try mappingError(ApplicationError.store) { () throws(StoreError) in
            let stamps = try VerifiedFile.stamps(store, in: place)
            let changed = try store.files().filter { file in
                file.firstPosition + Limit.segmentEvents <= known.head.events
                    && stamps[file.name] != known.files[file.name]
            }
            return (stamps, Set(changed.map(\.firstPosition)))
        }
        let (head, root) = try mappingError(
            ApplicationError.store,
            store.quickCheck(
                since: known.head.events, files: changed, progress: env.progress))
        guard root?.hex == known.head.root else {
            throw .rewritten(events: head.count, known.head)
        }
        VerifiedFile(
            head: VerifiedHead(events: head.count, root: head.root.hex, time: env.now()),
            files: stamps
        ).write(to: place)
        return Output(
            events: head.count, commits: 0, frames: 0, bytes: 0,
            seconds: (env.uptime() - start) / .seconds(1), position: head.count - 1,
            root: head.root.hex, since: known.head.events, filesHashed: changed.count)
    }

    /// Holds the texts that are gone against what was erased. Where they do not agree an erasure
    /// may be running: its end is waited for, and where that does not come it is said who writes.
    private static func settledErasures(
        _ erased: UInt64, _ store: any EventStore, _ snapshot: LedgerSnapshot, _ env: Environment
    ) throws(ApplicationError) -> ErasureCheck? {
        guard var check = try erasures(erased, store, snapshot) else { return nil }
        guard !check.holds, let file = store as? FileEventStore else { return check }
        let reservation: Reservation
        do throws(StoreError) { reservation = try file.reserve() } catch {
            // Where nobody can write nobody does.
            if case .log(.storage(.locked(let holder))) = error { check.writer = holder ?? "" }
            return check
        }
        defer { reservation.release() }
        // What is recorded and what is gone agree whenever nobody writes.
        return try erasures(erased, store, try env.snapshot(of: store, upTo: nil))
    }

    private static func erasures(
        _ erased: UInt64, _ store: any EventStore, _ snapshot: LedgerSnapshot
    ) throws(ApplicationError) -> ErasureCheck? {
        try mappingError(ApplicationError.store) { () throws(StoreError) in
            let isErased = try !snapshot.erasures().isEmpty
            guard erased > 0 || isErased else { return nil }
            var check = try snapshot.checkErasures()
            let replaced = try (store as? FileEventStore)?.replacedFiles() ?? []
            if !replaced.isEmpty { check.leftovers = replaced }
            return check
        }
    }

    /// Holds what the events say of each other against what they come to; nothing of it where the
    /// log has what only a newer program knows: it can still be checked, but not added up.
    private static func hold(
        _ summary: inout Output, erased: UInt64, _ store: any EventStore, _ env: Environment
    ) throws(ApplicationError) {
        do throws(ApplicationError) {
            let snapshot = try env.snapshot(of: store, upTo: summary.events)
            let rules = try mappingError(ApplicationError.store, snapshot.brokenRules())
            summary.brokenRules = rules.isEmpty ? nil : rules
            let closings = try mappingError(ApplicationError.books, snapshot.closingList().rows)
            let rows = try mappingError(ApplicationError.store, snapshot.statementRows())
            let erasures = try settledErasures(erased, store, snapshot, env)
            summary.statements = rows.count
            summary.differing = rows.filter { !$0.agrees }
            summary.erasures = erasures
            try hold(&summary, filesOf: snapshot, env)
            // A key that cannot be used is none here: doctor says so.
            let own = (try? env.ownKey()) ?? nil
            let report = try mappingError(ApplicationError.store) { () throws(StoreError) in
                try snapshot.store.signatureReport(snapshot.referenceData.devices, own: own)
            }
            summary.signatures = report.map(SignatureSummary.init)
            // Of books that are open again what was pinned is held against the log, too.
            let inForce = closings.count { $0.reopened == nil }
            summary.closings = inForce > 0 ? inForce : nil
            let broken = closings.filter { !$0.holds }.map(\.id)
            summary.brokenClosings = broken.isEmpty ? nil : broken
        } catch .store(.needsNewerVersion) {
            return
        } catch .newerEvent {
            return
        } catch .store(.undecodable(let position, _)) {
            try tell(unreadable: position, in: &summary, store)
        } catch {
            throw error
        }
    }

    /// Holds the files of entries and tasks against their hashes.
    private static func hold(
        _ summary: inout Output, filesOf snapshot: LedgerSnapshot, _ env: Environment
    ) throws(ApplicationError) {
        let book = try mappingError(ApplicationError.store, snapshot.attachments())
        let files = AttachmentFiles(env.home)
        let strange = files.strangers(book)
        summary.strangeFiles = strange.isEmpty ? nil : strange
        if book.files.isEmpty { return }
        summary.files = book.files.count
        let broken = try files.broken(book) { content throws(ApplicationError) in
            try files.bytes(content) == nil
        }
        summary.brokenFiles = broken.isEmpty ? nil : broken
    }

    /// Says which events cannot be read, and what else can be told without what they should say.
    private static func tell(
        unreadable position: UInt64, in summary: inout Output, _ store: any EventStore
    ) throws(ApplicationError) {
        var rules = summary.brokenRules ?? []
        if rules.isEmpty {
            do throws(StoreError) {
                rules = try store.brokenRules(upTo: summary.events)
            } catch .undecodable {
                // It is in a frame of which nothing more can be told.
            } catch .needsNewerVersion {
            } catch {
                throw .store(error)
            }
        }
        let rule = BrokenRule(.readable, at: position)
        if !rules.contains(rule) { rules.insert(rule, at: 0) }
        summary.brokenRules = rules
    }
}

/// Says what the log consists of.
package enum LedgerInfo: Endpoint {
    package typealias Input = NoInput
    package typealias Output = LogSummary

    package static let path = "info"
    package static let summary = "say what the log consists of"
    package static let needs: Set<Permission> = [.read]
    package static let isMending = true

    package static func run(
        _ input: Input, in env: Environment
    ) throws(ApplicationError) -> Output {
        let store = try env.store()
        return try mappingError(ApplicationError.store) { () throws(StoreError) in
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
        /// How many files of an older revision of the format were written anew in the present one;
        /// left out for none.
        package let renewed: Int?
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
        return try mappingError(ApplicationError.store) { () throws(StoreError) in
            let done = try (store as? any LogInspection)?.pack() ?? LogSealing()
            let head = try store.head()
            return Output(
                sealed: done.events, renewed: done.renewed == 0 ? nil : done.renewed,
                position: head.count - 1, root: head.root.hex)
        }
    }
}
