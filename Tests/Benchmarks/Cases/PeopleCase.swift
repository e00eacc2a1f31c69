internal import EventLog
internal import Ledger

/// The program lists persons of a large organisation, first without rights, then with one for each
/// person; and decisions on these rights, one by one.
package enum PeopleCase: BenchCase {
    package static let name = "people"
    package static let summary = "list the persons of 10,000 units, and decide what they may do"

    /// So many persons are there; a tenth as many units.
    private static let personsMax = 100_000

    package static func run(in world: World) throws -> CaseResult {
        let program = try world.ledgerProgram()
        let persons = min(PeopleCase.personsMax, max(10, world.eventCount))
        let place = try world.scratch()
        defer { Files.remove(place) }
        let store = try PeopleCase.store(at: "\(place)/home", persons: persons)
        let trial = Trial(program: program, place: place, rounds: world.rounds)
        var result = CaseResult(name: name, count: persons, wall: [], cpu: [], peakMegabytes: 0)
        let plain = try trial.measure(["people"], peak: &result.peakMegabytes)
        (result.wall, result.cpu) = (plain.wall, plain.cpu)
        try PeopleCase.grant(to: persons, in: store)
        for (figure, words) in [
            ("granted", ["people"]), ("can", ["can", "P0", "read", "U0"]),
            ("balance", ["people", "balance"]), ("version", ["--version"]),
        ] {
            let rounds = try trial.measure(words, peak: &result.peakMegabytes)
            result.figures.append(("\(figure)_ms", rounds.wall.median))
            result.figures.append(("\(figure)_cpu_ms", rounds.cpu.median))
        }
        let organisation = try LedgerSnapshot(store: store).organisation()
        let table = RightsTable(organisation)
        let units = organisation.units.keys.sorted()
        let ids = organisation.grants.keys.map(\.person).sorted()
        var rounds = Rounds()
        var granted = 0
        for _ in 0..<world.rounds {
            granted = 0
            rounds.measure {
                for index in 0..<persons {
                    let (person, unit) = (ids[index * 7_919 % ids.count], index * 104_729)
                    let answer = table.answer(person, .read, in: units[unit % units.count])
                    if answer.isGranted { granted += 1 }
                }
            }
        }
        result.figures.append(("decision_us", rounds.wall.median * 1_000 / Double(persons)))
        result.facts = ["units": units.count, "persons": ids.count, "granted": granted]
        return result
    }

    /// A ledger of units below each other by `index / 3`, and of persons, each a member of one.
    private static func store(at home: String, persons: Int) throws -> FileEventStore {
        try Files.makeFolder(home)
        let store = FileEventStore(
            try Log.create(
                in: try DiskStorage.create(path: "\(home)/log"), id: CommitID(high: 3, low: 3)))
        _ = try store.append(Loader.opening(), expecting: 0)
        let units = persons / 10
        let unit = { (index: Int) in Reference.position(UInt64(Loader.opening + index)) }
        try append(units, to: store) { index in
            .unitAdded(
                UnitAdded(
                    facts: UnitFacts(
                        name: "U\(index)", parent: index == 0 ? nil : unit((index - 1) / 3))))
        }
        try append(persons, to: store) { .personAdded(PersonAdded(name: "P\($0)")) }
        try append(persons, to: store) { index in
            .membershipSet(
                MembershipSet(
                    person: unit(units + index), unit: unit(index % units),
                    post: "post \(index % 50)"))
        }
        return store
    }

    /// Lets every person read in one unit.
    private static func grant(to persons: Int, in store: FileEventStore) throws {
        let units = persons / 10
        try append(persons, to: store) { index in
            .rightsGranted(
                RightsChanged(
                    person: .position(UInt64(Loader.opening + units + index)),
                    unit: .position(UInt64(Loader.opening + index % units)), rights: .read))
        }
    }

    private static func append(
        _ count: Int, to store: FileEventStore, _ event: (Int) -> Event
    ) throws {
        for start in stride(from: 0, to: count, by: 10_000) {
            let commit = NewCommit(
                id: CommitID(high: 4, low: try store.head().count),
                recordedAt: Timestamp(millisecondsSince1970: Generator.start * 1_000),
                actor: .position(1),
                events: (start..<min(start + 10_000, count)).map(event))
            _ = try store.append(commit, expecting: nil)
        }
    }
}
