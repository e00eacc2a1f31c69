internal import EventLog
package import Ledger

/// Lists events of the log, newest first.
package enum ListLog: Endpoint {
    /// Which; without anything all. All that is given must hold.
    package struct Input: Codable, Hashable, Sendable {
        /// Texts that must occur in what an event says, in any case.
        package var words: [String]?
        /// What happened: `line`, `amended`, `task-completed`; one of them is enough.
        package var kinds: [String]?
        /// Name of who recorded it, or a part of the name; `me` for the acting person.
        package var person: String?
        /// The first moment: how long ago (`1h`), RFC 3339, `14:30`, or a day.
        package var since: String?
        /// The moment behind the last one, said in the same way.
        package var until: String?
        /// An event of a batch.
        package var batch: String?
        /// An event: what led to it and what followed from it, and nothing else.
        package var causes: String?
        /// The event behind which to begin.
        package var after: UInt64?
        /// The event before which to end: the oldest of a page, for the next one.
        package var before: UInt64?
        /// How many, at most.
        package var limit: Int?
        /// How many to pass over first.
        package var skip: Int?

        /// A request.
        package init(
            words: [String]? = nil, kinds: [String]? = nil, person: String? = nil,
            since: String? = nil, until: String? = nil, batch: String? = nil,
            after: UInt64? = nil, limit: Int? = nil, skip: Int? = nil
        ) {
            self.words = words
            self.kinds = kinds
            self.person = person
            self.since = since
            self.until = until
            self.batch = batch
            self.after = after
            self.limit = limit
            self.skip = skip
        }
    }

    package typealias Output = LogPage

    package static let path = "log"
    package static let summary = "list all that was ever recorded, newest first"
    package static let needs: Set<Permission> = [.read]

    package static func run(
        _ input: Input, in env: Environment
    ) throws(ApplicationError) -> Output {
        let snapshot = try env.snapshot()
        if let text = input.causes {
            let id = try env.id(text, in: snapshot)
            return try mappingError(ApplicationError.store, snapshot.causes(of: id))
        }
        let page = try Page(skip: input.skip, limit: input.limit)
        let filter = try filter(input, snapshot, env)
        return try mappingError(
            ApplicationError.store, snapshot.log(filter, skip: page.skip, limit: input.limit))
    }

    /// The words that mean kinds of events, each once.
    private static var kinds: [String] {
        let names = EventType.names
        return names + FileDeed.allCases.map(\.rawValue).filter { !names.contains($0) }
    }

    /// Which events an input asks for.
    static func filter(
        _ input: Input, _ snapshot: LedgerSnapshot, _ env: Environment
    ) throws(ApplicationError) -> LogFilter {
        var filter = LogFilter()
        filter.words = input.words ?? []
        let declared = DeclaredTypes(snapshot.referenceData.declarations)
        for word in input.kinds ?? [] {
            let deeds = FileDeed.named(word)
            let types = EventType.named(word) + (deeds.isEmpty ? [] : [.fileAttached])
            let custom = declared.named(word)
            if types.isEmpty, custom.isEmpty {
                throw .badChoice(
                    field: "kind", word, allowed: ListLog.kinds + declared.names)
            }
            filter.fileDeeds.formUnion(deeds)
            filter.types.formUnion(types)
            filter.customTypes.formUnion(custom)
        }
        if let name = input.person { filter.actors = try env.actors(name, in: snapshot) }
        filter.since = try input.since.map { text throws(ApplicationError) in
            try env.since(text, in: snapshot)
        }
        filter.until = try input.until.map { text throws(ApplicationError) in
            try env.since(text, in: snapshot)
        }
        filter.batch = try input.batch.map { text throws(ApplicationError) in
            try env.batch(text, in: snapshot)
        }
        if input.after != nil || input.before != nil {
            let first = input.after.map { $0 == .max ? $0 : $0 + 1 } ?? 0
            filter.positions = first..<max(first, input.before ?? .max)
        }
        return filter
    }
}

extension Environment {
    /// The persons who go by a name, or by one of which it is a part.
    fileprivate func actors(
        _ name: String, in snapshot: LedgerSnapshot
    ) throws(ApplicationError) -> Set<UInt64> {
        if name.lowercased() == "me", let me = try actor(in: snapshot) { return [me] }
        let wanted = name.lowercased()
        let persons = snapshot.referenceData.persons
        let same = persons.filter { $0.name.lowercased() == wanted }
        let found = same.isEmpty ? persons.filter { $0.name.lowercased().contains(wanted) } : same
        if !found.isEmpty { return Set(found.map(\.position)) }
        throw .unknownPerson(
            name, suggestions: Spelling.nearest(to: name, among: persons.map(\.name)))
    }
}
