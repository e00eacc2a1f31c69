import Interchange
import Ledger
import Support
import Testing

/// What files of Taskwarrior come to; all figures are worked out by hand or counted by others.
@Suite("Tasks of Taskwarrior")
struct TaskwarriorTests {
    @Test("a file with all that it writes in its own way")
    func work() throws {
        let zone = try Zone(name: "Europe/Berlin")
        let read = try TaskTexts.read(
            TaskTexts.fixture("work.json"), .taskwarrior, zone: zone)
        #expect(
            read.summary == [
                "2 open | Pay rent | 2026-03-01 | 1 | home:flat | bank,month | [taskwarrior] / "
                    + "uuid: 6fd0ba4a-ab67-49cd-ac69-64aa999aff8a / entry: 20260210T081500Z / "
                    + "annotation: 20260210T081600Z by standing order ä🏠",
                "3 open | Ask for the bill: \"2025\" | 2026-07-01T12:30:00Z | - | - |  | "
                    + "[taskwarrior] / uuid: c992448a-f1ea-4982-8461-47f0705ff509 / "
                    + "client: Ann\\nBob / entry: 20260210T081501Z / estimate: 2.50",
                "4 completed | Sweep | - | 5 | - |  | [taskwarrior] / "
                    + "uuid: 3b53178e-d5a4-45e0-afc2-1292db58a59a / end: 20260303T101112Z / "
                    + "entry: 20260301T090000Z",
                "5 dropped | Old plan | - | - | - |  | [taskwarrior] / "
                    + "uuid: c590941b-eb10-4569-bdc9-0e339f79305e / end: 20260304T101112Z / "
                    + "entry: 20260301T090001Z",
                "7 open | Water plants | 2026-03-01T17:00:00Z | - | - |  | [taskwarrior] / "
                    + "uuid: 9f6f3738-1c08-4f45-8eb4-1e90864c7588 / entry: 20260201T090000Z / "
                    + "imask: 0 / parent: e5a867b7-0116-457d-ba43-9ac2bee6ad2a / recur: weekly",
            ])
        #expect([read.note.open, read.note.completed, read.note.dropped] == [3, 1, 1])
        #expect(read.note.leftOut == ["recurring template": 1])
        #expect(read.note.kept["depends"] == nil && read.note.kept["client"] == 1)
        let bill = try #require(read.records.first { $0.line == 3 })
        // 2026-06-01T22:00:00Z is the start of a day in Berlin.
        #expect(bill.moments == [.wait: .day(try #require(Day("2026-06-02")))])
        #expect(bill.depends == ["id:6fd0ba4a-ab67-49cd-ac69-64aa999aff8a"])
        // 2026-03-03T10:11:12Z
        let swept = try #require(read.records.first { $0.line == 4 })
        #expect(swept.finishedAt == Timestamp("2026-03-03T10:11:12Z"))
        #expect(read.faults.isEmpty)
    }

    @Test(
        "forms of the file",
        arguments: [
            ("{\"description\":\"a\"}\n{\"description\":\"b\"}\n", 2),
            ("{\"description\":\"a\"},\n{\"description\":\"b\"}", 2), ("[]", 0), ("[\n]\n", 0),
            (" [ {\"description\" : \"a\\u0062\\/\"} ] ", 1),
        ])
    func forms(_ text: String, _ count: Int) throws {
        let read = try TaskTexts.read(text, .taskwarrior)
        #expect(read.records.count == count && read.faults.isEmpty)
    }

    @Test("a template without an instance is a task")
    func template() throws {
        let text = "{\"description\":\"a\",\"status\":\"recurring\",\"recur\":\"daily\"}"
        let read = try TaskTexts.read(text, .taskwarrior)
        #expect(
            read.summary == [
                "1 open | a | - | - | - |  | [taskwarrior] / recur: daily / status: recurring"
            ])
    }

    @Test(
        "what a task cannot be is refused by its line",
        arguments: [
            ("\"status\":\"pending\"", "1 noTitle "),
            ("\"description\":\" \"", "1 noTitle "),
            ("\"description\":\"a\",\"uuid\":\"12\"", "1 badID 12"),
            ("\"description\":\"a\",\"due\":\"tomorrow\"", "1 badMoment due: tomorrow"),
            (
                "\"description\":\"a\",\"due\":\"20260230T000000Z\"",
                "1 badMoment due: 20260230T000000Z"
            ),
            (
                "\"description\":\"a\",\"due\":\"00000203T000000Z\"",
                "1 badMoment due: 00000203T000000Z"
            ),
            ("\"description\":\"a\",\"wait\":\"20260203\"", "1 badMoment wait: 20260203"),
            ("\"description\":\"a\",\"status\":\"gone\"", "1 badStatus gone"),
            ("\"description\":7", "1 badValue description: 7"),
            (
                "\"description\":\"a\",\"tags\":[],\"description\":\"c\"",
                "1 badValue description, twice: c"
            ),
            ("\"description\":\"a\",\"tags\":{}", "1 badValue tags: {}"),
            ("\"description\":\"a\",\"tags\":[\"a\\nb\"]", "1 badValue tags: a\nb"),
            ("\"description\":\"a\",\"annotations\":[1]", "1 badValue annotations: 1"),
        ])
    func refused(_ members: String, _ fault: String) throws {
        let read = try TaskTexts.read("[{\(members)},\n{\"description\":\"b\"}]", .taskwarrior)
        #expect(read.faults == [fault])
        #expect(read.records.map(\.facts.title) == ["b"])
    }

    @Test("an id occurs once in a file")
    func repeated() throws {
        let task = "{\"description\":\"a\",\"uuid\":\"6FD0BA4A-ab67-49cd-ac69-64aa999aff8a\"}"
        let read = try TaskTexts.read("\(task)\n\(task)", .taskwarrior)
        #expect(read.faults == ["2 repeatedID 6fd0ba4a-ab67-49cd-ac69-64aa999aff8a"])
    }

    @Test(
        "what is no JSON is refused as a whole",
        arguments: [
            "[{\"description\":\"a\"}", "[{\"description\":\"a\"} {\"description\":\"b\"}]", "[1]",
            "{\"description\":\"a\"}]", "{\"description\":\"\\ud800\"}", "{description:1}",
            "{\"description\":\"a\\u0000b\"}",
            "[" + String(repeating: "[", count: 100_000), "{\"a\":tru}", "{\"a\":-}",
        ])
    func broken(_ text: String) {
        #expect {
            try TaskTexts.read("\n" + text, .taskwarrior)
        } throws: { error in
            guard case .badTasks(.taskwarrior, let fault) = error as? ImportError else {
                return false
            }
            return fault.line == 2
        }
    }

    @Test("thousands of changed files are read or refused, and never half")
    func changed() throws {
        #expect(TaskTexts.isSound(try TaskTexts.fixture("work.json"), .taskwarrior, seed: 11))
    }

    private static let folder = "task-nerab-fixtures/test/fixtures"

    @Test(
        "real files have as many tasks as their counts say",
        .enabled(if: SharedData.has(folder), "no task-nerab-fixtures in ../shared/data"),
        arguments: [("no_deps", 6, 0), ("party", 6, 5), ("party2", 6, 5), ("party_taxes", 9, 5)])
    func real(_ name: String, _ tasks: Int, _ depends: Int) throws {
        let bytes = try #require(SharedData.bytes("\(TaskwarriorTests.folder)/\(name).json"))
        let read = try TaskTexts.read(bytes, .taskwarrior)
        let left = read.note.leftOut.values.reduce(0, +)
        #expect(read.records.count + left == tasks && read.faults.isEmpty)
        #expect(read.records.count { !$0.depends.isEmpty } == depends)
        #expect(read.note.kept["annotation"] == 1)
        #expect(read.records.count { $0.facts.project?.text == "party" } == 6)
        #expect(read.records.count { $0.facts.priority == 1 } == 3)
    }
}
