internal import EventLog
package import Ledger

/// Erases text for good: titles, notes, tags, payees, reasons and names, from every version of some
/// entities. Amounts, days, categories and every root stay.
package enum EraseText: KeyedEndpoint {
    /// Of what.
    package struct Input: Codable, Hashable, Sendable {
        /// `1042`, `#1042`, `.3` or a word of a title: lines, tasks, batches or other events.
        package var ids: [String]
        /// Terms such as `lunch cat:food amt:>20`; live lines only.
        package var query: String?
        /// The name of a person: the name goes, and the text of everything that the person
        /// recorded.
        package var person: String?
        /// Whether nothing is to be written.
        package var preview: Bool?
        /// How many events there were when someone said yes; with more than these nothing is
        /// written.
        package var seen: UInt64?
        /// Why.
        package var reason: String?

        /// A request.
        package init(
            ids: [String] = [], query: String? = nil, person: String? = nil,
            reason: String? = nil
        ) {
            self.ids = ids
            self.query = query
            self.person = person
            self.reason = reason
        }
    }

    /// What was erased, or would be.
    package struct Output: Codable, Hashable, Sendable {
        /// The entities.
        package let ids: [UInt64]
        /// How many events lost their text: versions of these entities, and what was interrupted
        /// before.
        package let texts: UInt64
        /// What went, by place: columns of events, and files beside the log with the entries of
        /// them that had the same text.
        package var takes: [TextPlace] = []
        /// Where the same text stays: facts, which are hashed as they are, text of other events,
        /// and files that are none of the ledger's.
        package var stays: [TextPlace] = []
        /// Where it was found afterwards although it should be gone; empty, unless another program
        /// holds on to it.
        package var left: [TextPlace] = []
        /// How many files of the log were written anew.
        package let segments: UInt64
        /// How many files went that an interrupted writer had left behind.
        package let tails: UInt64
        /// The position of the first event that says so, which an erasure that did not end may have
        /// recorded: what can be proved to others; `nil` where none does, and then left out of
        /// JSON.
        package let id: UInt64?
        /// The position of the last event of the ledger.
        package let position: UInt64
        /// The root over all events up to and including it, lower-case hex.
        package let root: String
        /// `true` when nothing was erased; else left out.
        package let dryRun: Bool?
    }

    package static let path = "erase"
    package static let summary = "erase text for good"
    package static let needs = Set(Permission.allCases)

    package static func run(
        _ input: Input, in env: Environment
    ) throws(ApplicationError) -> Output {
        if input.preview == true {
            let snapshot = try env.snapshot()
            let wanted = try Wanted(input, snapshot, env)
            let head = try mappingError(ApplicationError.store, snapshot.head())
            return Output(
                ids: wanted.texts.ids, texts: UInt64(wanted.plan.events.count),
                takes: wanted.takes, stays: wanted.stays, segments: 0, tails: 0, id: nil,
                position: snapshot.count - 1, root: head.root.hex, dryRun: true)
        }
        var found: Wanted?
        // Whoever looks when nobody writes sees what is recorded done.
        let reservation = try env.reservation()
        defer { reservation?.release() }
        let recorded = try env.recorder().record {
            snapshot, env throws(ApplicationError) -> Decision? in
            if let seen = input.seen, seen != snapshot.count {
                throw .store(.conflict(expected: seen, actual: snapshot.count))
            }
            let wanted = try Wanted(input, snapshot, env)
            // What cannot be written anew is not to be erased by halves.
            try env.hash(filesWith: wanted.plan.events)
            found = wanted
            return wanted.decision
        }
        guard let found else { throw .nothingToErase([]) }
        let done = try env.erase(found)
        return Output(
            ids: found.texts.ids, texts: done.erased.texts, takes: found.takes,
            stays: found.stays, left: done.left, segments: done.erased.segments,
            tails: done.erased.tails,
            id: recorded?.appended.positions.lowerBound ?? found.said,
            position: done.head.count - 1, root: done.head.root.hex,
            dryRun: env.isDryRun ? true : nil)
    }
}

/// Goes on with erasures that were interrupted.
package enum FinishErasures: Endpoint {
    package typealias Input = NoInput
    package typealias Output = EraseText.Output

    package static let path = "erase/finish"
    package static let summary = "go on with an erasure that was interrupted"
    package static let needs = Set(Permission.allCases)

    package static func run(
        _ input: Input, in env: Environment
    ) throws(ApplicationError) -> Output {
        if env.asOf != nil { throw .readOnlyPast }
        let reservation = try env.reservation()
        defer { reservation?.release() }
        let done = try env.erase(nil)
        return Output(
            ids: [], texts: done.erased.texts, left: done.left, segments: done.erased.segments,
            tails: done.erased.tails, id: nil, position: done.head.count - 1,
            root: done.head.root.hex, dryRun: env.isDryRun ? true : nil)
    }
}
