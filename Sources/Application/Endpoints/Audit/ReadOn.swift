internal import EventLog
package import Ledger

/// The events behind the place of a reader, oldest first.
package enum ReadOn: Endpoint {
    /// Who reads, and what is wanted of it.
    package struct Input: Codable, Hashable, Sendable {
        /// The reader's name: letters, digits, `-`, `_` and `.`.
        package var name: String
        /// Texts that must occur in what an event says, in any case.
        package var words: [String]?
        /// What happened: `line`, `amended`, `task-completed`; one of them is enough.
        package var kinds: [String]?
        /// Name of who recorded it, or a part of the name; `me` for the acting person.
        package var person: String?
        /// The first moment: how long ago (`1h`), RFC 3339, `14:30`, or a day.
        package var since: String?
        /// An event of a batch.
        package var batch: String?
        /// How many events are gone through at most, wanted or not; 65,536 when left out.
        package var limit: Int?

        /// A request.
        package init(
            name: String, words: [String]? = nil, kinds: [String]? = nil, person: String? = nil,
            since: String? = nil, batch: String? = nil, limit: Int? = nil
        ) {
            self.name = name
            self.words = words
            self.kinds = kinds
            self.person = person
            self.since = since
            self.batch = batch
            self.limit = limit
        }
    }

    /// What was found. To go on behind it, its `from`, `events` and `root` are kept.
    package struct Output: Codable, Hashable, Sendable {
        /// The events that are wanted, oldest first.
        package let rows: [LogRow]
        /// How many events the reader has had before.
        package let from: UInt64
        /// How many it has had once it has dealt with these.
        package let events: UInt64
        /// Whether there are more already.
        package let more: Bool
        /// The position of the last event that was gone through.
        package let position: UInt64
        /// The root over all events up to and including it, lower-case hex.
        package let root: String
    }

    /// How many events are gone through at once.
    package static let eventsMax = 65_536

    package static let path = "reader/next"
    package static let summary = "read the log on from where a reader was"
    package static let needs: Set<Permission> = [.read]

    package static func run(
        _ input: Input, in env: Environment
    ) throws(ApplicationError) -> Output {
        let limit = input.limit ?? eventsMax
        guard (1...eventsMax).contains(limit) else {
            throw .outOfRange(field: "limit", limit)
        }
        let files = ReaderFiles(env.home)
        let start = try files.place(of: input.name) ?? .start
        let store = try env.store()
        try files.hold(start, of: input.name, against: store)
        let snapshot = try env.snapshot()
        let end = max(start.count, min(snapshot.count, start.count + UInt64(limit)))
        var filter = try ListLog.filter(
            ListLog.Input(
                words: input.words, kinds: input.kinds, person: input.person, since: input.since,
                batch: input.batch), snapshot, env)
        filter.positions = start.count..<end
        let (page, place) = try mappingError(ApplicationError.store) { () throws(StoreError) in
            (try snapshot.log(filter), try store.place(behind: end))
        }
        guard let place else {
            throw .reader(input.name, .cut(events: snapshot.count, read: start.count))
        }
        return Output(
            rows: page.rows.reversed(), from: start.count, events: end,
            more: end < snapshot.count, position: end - 1, root: place.root.hex)
    }
}
