internal import EventLog
internal import Ledger

/// Takes in another ledger, one with an id of its own, as one.
package enum JoinLedger: Endpoint {
    /// Which, and what its names are here.
    package struct Input: Codable, Sendable {
        /// Its folder, or a bundle of everything; `-` is the standard input.
        package var other: String
        /// What it is called in messages, such as `ssh://host/books`; left out for its path.
        package var called: String?
        /// Persons and accounts of both ledgers that are the same.
        package var same: [String]?
        /// Persons and accounts of the other one that get another name here: `OLD=NEW`.
        package var rename: [String]?
        /// Whether the settings of this ledger hold, although those of the other one are others.
        package var ownSettings: Bool?
        /// Whether nothing is written; left out for no.
        package var dryRun: Bool?
        /// Whether the clock is believed, however far from the last event it is; left out for no.
        package var acceptClock: Bool?

        /// A request.
        package init(
            other: String, called: String? = nil, same: [String]? = nil, rename: [String]? = nil,
            ownSettings: Bool? = nil, dryRun: Bool? = nil, acceptClock: Bool? = nil
        ) {
            self.other = other
            self.called = called
            self.same = same
            self.rename = rename
            self.ownSettings = ownSettings
            self.dryRun = dryRun
            self.acceptClock = acceptClock
        }
    }

    package typealias Output = MergeCopy.Output

    package static let path = "join"
    package static let summary = "take in another ledger, with an id of its own"
    package static let needs: Set<Permission> = Set(Permission.allCases)

    package static func run(
        _ input: Input, in env: Environment
    ) throws(ApplicationError) -> Output {
        let saved = try mappingError(ApplicationError.store, env.home.saved.open())
        guard let mine = saved as? FileEventStore else { throw .noLedger(home: env.home.place) }
        let copy = try OtherCopy(
            input.other, called: input.called, beside: nil, in: env.home.place, env)
        let isCopy = try mappingError(ApplicationError.store) { () throws(StoreError) in
            if try copy.store.id() == mine.id() { return true }
            // A salvage has another id.
            return try mine.shared(with: copy.store) != nil
        }
        if isCopy { throw .merge(path: copy.name, .copy) }
        let names = try names(input)
        let others = try mappingError(ApplicationError.store) { () throws(StoreError) in
            try mine.names(in: copy.store)
        }
        try checkNames(others, names, input, copy.name)
        try check(copy, mine, others, names, input)
        try env.beginRecording()
        let env = env.with { $0.acceptsClock = $0.acceptsClock || input.acceptClock == true }
        func joiner(isRehearsal: Bool = false) throws(ApplicationError) -> CopyMerger {
            try CopyMerger(
                joining: copy.store, called: copy.name, names, to: mine, env,
                isRehearsal: isRehearsal)
        }
        if env.isDryRun || input.dryRun == true { return try joiner(isRehearsal: true).rehearsed() }
        let reservation = try mappingError(ApplicationError.store, mine.reserve())
        defer {
            reservation.release()
            env.home.saved.refresh()
        }
        var done = try joiner().merged()
        env.home.saved.refresh()
        done.missingFiles = try env.takeFiles(of: copy, at: input.other)
        return done
    }

    private static func names(_ input: Input) throws(ApplicationError) -> JoinedNames {
        var names = JoinedNames()
        for pair in input.rename ?? [] {
            guard let (old, new) = parts(pair) else {
                throw .badInput(path: path, field: "rename", .badValue)
            }
            names.rename(old, to: new)
        }
        return names
    }

    /// A name and the one that it is to have: `OLD=NEW`; `nil` for anything else.
    private static func parts(_ pair: String) -> (old: String, new: String)? {
        let parts = pair.split(separator: "=", maxSplits: 1).map { String($0).trimmed }
        guard parts.count == 2, parts.allSatisfy({ !$0.isEmpty }) else { return nil }
        return (parts[0], parts[1])
    }

    /// Refuses names that nobody has there, and others for what an earlier join brought: that one
    /// keeps the name that it has.
    private static func checkNames(
        _ others: OtherNames, _ names: JoinedNames, _ input: Input, _ place: String
    ) throws(ApplicationError) {
        let become = Set(others.all.map { names[$0].lowercased() })
        let renamed = (input.rename ?? []).compactMap(parts)
        let unknown =
            (input.same ?? []).filter { !become.contains($0.trimmed.lowercased()) }
            + renamed.map(\.old).filter { !others.all.contains($0.lowercased()) }
        if let name = unknown.first {
            let near = Spelling.nearest(to: name, among: others.all.sorted())
            throw .merge(path: place, .unknownName(name, suggestions: near))
        }
        let told = renamed + (input.same ?? []).map { (old: $0.trimmed, new: $0.trimmed) }
        for (old, new) in told where !others.isNew(old) {
            guard let here = others.here[old.lowercased()], !here.contains(new.lowercased()) else {
                continue
            }
            throw .merge(path: place, .cameBefore(old))
        }
    }

    /// Refuses names that both ledgers have and of which nobody said whether they are one, and
    /// settings that are not the same.
    private static func check(
        _ copy: OtherCopy, _ mine: FileEventStore, _ strangers: OtherNames, _ names: JoinedNames,
        _ input: Input
    ) throws(ApplicationError) {
        let (own, other) = try mappingError(ApplicationError.store) {
            () throws(StoreError) in
            (
                try LedgerSnapshot(store: mine).referenceData,
                try LedgerSnapshot(store: copy.store).referenceData
            )
        }
        let same = Set((input.same ?? []).map { $0.lowercased() })
        func clashing(_ own: [String], _ other: [String]) -> [String] {
            let known = Set(own.map { $0.lowercased() })
            let met = other.map { names[$0] }.filter { name in
                !name.isEmpty && known.contains(name.lowercased())
                    && !same.contains(name.lowercased())
            }
            var seen: Set<String> = []
            return met.filter { seen.insert($0.lowercased()).inserted }
        }
        let people = clashing(own.persons.map(\.name), strangers.people)
        let accounts = clashing(own.accounts.map(\.facts.name), strangers.accounts)
        var settings: [String] = []
        if input.ownSettings != true, let mine = own.settings, let theirs = other.settings {
            if mine.baseCurrency != theirs.baseCurrency { settings.append("currency") }
            if mine.zoneName != theirs.zoneName { settings.append("time zone") }
        }
        if people.isEmpty, accounts.isEmpty, settings.isEmpty { return }
        throw .merge(
            path: copy.name, .clashes(people: people, accounts: accounts, settings: settings))
    }
}
