import Benchmarks
import EventLog
import Foundation
import Ledger
import Support
import Testing

/// A small instance of every case; its result is held against the plainest way to the same. No
/// figure is asserted.
@Suite("Benchmarks find what is so", .serialized)
struct CaseTests {
    private static let count = 6_000

    /// Made-up records and a folder that is removed at the end.
    private final class Place {
        let folder = FileManager.default.temporaryDirectory
            .appending(path: "ledger-bench-\(UUID().uuidString)").path
        let world: World

        init() {
            // Worlds of other sizes lie beside it.
            var world = World(
                source: Generator(count: CaseTests.count), folder: "\(folder)/whole", rounds: 2,
                program: CommandRunner.program)
            world.tail = 100
            world.singlesMax = 500
            self.world = world
        }

        deinit { TestFolder.remove(folder) }
    }

    private let place = Place()
    private var world: World { place.world }
    private var fold: PlainFold { get throws { try PlainFold(world.source) } }

    @Test("every case has a test")
    func all() {
        #expect(
            Cases.all.map { $0.name } == [
                "replay", "typed", "append", "durable-append", "group", "keyed", "import",
                "startup", "scale", "verify", "sizes", "growth", "find", "models", "proof",
                "people", "audit",
            ])
    }

    @Test("all proofs lead to the root, and none has more hashes than the tree has levels")
    func proofs() throws {
        let result = try ProofCase.run(in: world)
        #expect(result.facts["proved"] ?? 0 >= 80)
        #expect(result.facts["unsealed_proved"] ?? 0 >= 80)
        let hashes = result.figures.filter { $0.name.hasSuffix("hashes") }.map(\.value)
        #expect(hashes.count == 2 && hashes.allSatisfy { 8...13 ~= $0 })
    }

    @Test("an audit erases a line, and a person with all that the person recorded")
    func audit() throws {
        let result = try AuditCase.run(in: world)
        // The person's name, four lines, and every version of one line.
        #expect(result.facts["erased"] ?? 0 >= 6)
        #expect(result.facts["pending"] == 0)
        let places = result.figures.filter { $0.name.hasSuffix("_ms") }
        #expect(places.count == 12 && places.allSatisfy { $0.value > 0 })
    }

    @Test("replay and append give the table of a plain fold")
    func tables() throws {
        let expected = try fold.totals
        #expect(expected.cells.count > 1_000)
        let replay = try ReplayCase.run(in: world)
        #expect(replay.totals == expected)
        #expect(replay.count == Self.count + Loader.opening)
        #expect(try AppendCase.run(in: world).totals == expected)
    }

    @Test("typed events add up to what a plain fold does")
    func typed() throws {
        let fold = try fold
        var titleBytes = 0
        var noteBytes = 0
        try world.source.visit { record in
            guard record.kind == .added else { return }
            titleBytes += record.title.utf8.count
            noteBytes += record.comment.utf8.count
        }
        let result = try TypedCase.run(in: world)
        #expect(result.facts["count"] == fold.live.count)
        #expect(result.facts["sum"] == fold.live.values.reduce(0) { $0 + Int($1.amount) })
        #expect(result.facts["titleBytes"] == titleBytes)
        #expect(result.facts["noteBytes"] == noteBytes)
        for name in ["Count", "Sum", "TitleBytes", "NoteBytes"] {
            let lower = name.prefix(1).lowercased() + name.dropFirst()
            #expect(result.facts["whole" + name] == result.facts[lower])
        }
    }

    @Test("each append arrives")
    func appends() throws {
        let durable = try DurableAppendCase.run(in: world)
        #expect(durable.facts["events"] == durable.wall.count)
        let group = try GroupCase.run(in: world)
        #expect(group.facts["failures"] == 0)
        #expect(group.facts["events"] == group.facts["asked"])
    }

    @Test("a key is found again")
    func keyed() throws {
        let result = try KeyedCase.run(in: world)
        let asked = try #require(result.facts["asked"])
        #expect(result.facts["repeats"] == asked)
        #expect(result.facts["appended"] == 2 * asked)
    }

    @Test("an import has the rows of its statement, and once only")
    func imported() throws {
        let result = try ImportCase.run(in: world)
        #expect(result.facts["asExpected"] == 1)
        #expect(result.facts["addedAgain"] == 0)
        #expect(result.totals?.cells.values.reduce(0) { $0 + Int($1.count) } == result.count)
    }

    @Test("what is started writes what it is told")
    func startup() throws {
        let result = try StartupCase.run(in: world)
        // Two adds and two amendments, and one add that seals; the first says what events are.
        #expect(result.facts["written"] == 5)
        #expect(result.facts["tail_written"] == 6)
    }

    @Test("reports with sums print what those without them do")
    func scale() throws {
        let small = try ScaleCase.run(in: world)
        #expect(small.facts["sums_\(Self.count + Loader.opening)"] == 0)
        // More than a segment, over as many days as sums are worth.
        let large = try ScaleCase.run(in: world.generated(600_000 - Loader.opening))
        #expect(large.facts["sums_600000"] ?? 0 > 100_000)
        for name in [
            "category_summed_600000_ms", "category_summed_600000_cpu_ms",
            "find_folded_600000_mb", "verify_600000_events_per_second", "add_600000_cpu_ms",
        ] {
            #expect(large.figures.contains { $0.name == name && $0.value > 0 }, "\(name)")
        }
    }

    @Test("a ledger grows by tens, to a thousand million at most in four steps") func decades() {
        #expect(ScaleCase.sizes(upTo: 600_000) == [600_000])
        #expect(ScaleCase.sizes(upTo: 1_000_000) == [1_000_000, 10_000_000])
        #expect(ScaleCase.sizes(upTo: 10_000_000) == [1_000_000, 10_000_000])
        #expect(ScaleCase.sizes(upTo: 100_000_000) == [1_000_000, 10_000_000, 100_000_000])
        #expect(
            ScaleCase.sizes(upTo: 1_000_000_000) == [
                1_000_000, 10_000_000, 100_000_000, 1_000_000_000,
            ])
    }

    @Test("rights are decided as the tree has them")
    func people() throws {
        let result = try PeopleCase.run(in: world)
        let units = try #require(result.facts["units"])
        let persons = try #require(result.facts["persons"])
        #expect(persons == max(10, min(100_000, Self.count + Loader.opening)))
        #expect(units == persons / 10)
        // Unit u is above unit v, or is it, where v leads to u by (v - 1) / 3.
        var granted = 0
        for index in 0..<persons {
            let unit = (index * 7_919 % persons) % units
            var place = index * 104_729 % units
            while place > unit { place = (place - 1) / 3 }
            if place == unit { granted += 1 }
        }
        #expect(result.facts["granted"] == granted)
    }

    @Test("a check finds the root of the same events in memory")
    func verify() throws {
        let result = try VerifyCase.run(in: world)
        #expect(result.facts["events"] == Self.count + Loader.opening)
        let store = try FileEventStore.open(at: "\(world.folder)/\(Recipe().name)/log")
        let memory = MemoryEventStore { block in
            (try? store.seed(of: block)) ?? []
        }
        try Loader.load(world.source, into: memory)
        #expect(result.words.map(\.value) == [memory.head().root.hex])
    }

    @Test("the parts of a log add up")
    func sizes() throws {
        let result = try SizesCase.run(in: world)
        #expect(result.facts["stored"] == result.facts["used"])
        let parts = result.figures.filter { $0.name.contains("_") }.count
        #expect(parts > 20)
    }

    @Test("a ledger that grows stays the same")
    func growth() throws {
        let result = try GrowthCase.run(in: world)
        #expect(result.totals == (try fold.totals))
        #expect(result.facts["looseCells"] == result.facts["sealedCells"])
        let few = try PlainFold(Generator(count: world.singlesMax)).totals
        #expect(result.facts["looseCells"] == few.cells.count)
    }

    @Test("finding finds all")
    func find() throws {
        let word = try FindCase.word(of: world.source).lowercased()
        let expected = try fold.live.values.count { $0.title.lowercased().contains(word) }
        #expect(expected > 0)
        #expect(try FindCase.run(in: world).facts["found"] == expected)
    }

    @Test("tables hold every line, and every cell of the reports")
    func models() throws {
        let result = try ModelsCase.run(in: world)
        #expect((result.facts["expense"] ?? 0) > (try fold.live.count))
        #expect((result.facts["report"] ?? 0) > (try fold.totals.cells.count))
    }
}
