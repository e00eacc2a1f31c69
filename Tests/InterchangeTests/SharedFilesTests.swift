import Interchange
import Ledger
import Support
import Testing

/// Every task, calendar and statement file of the public data, read or refused by line; and made-up
/// damage to them. Journals are in `ImportJournalTests`, todo.txt in `TodoTests`.
@Suite("Real files are read, and damaged ones never half")
struct SharedFilesTests {
    private static let calendars = "vtodo-radicale"
    private static let statements = "csv-csv2ofx-dialects/data"
    private static let demo = "task-taskwarrior-testdata/demo.json"

    @Test(
        "calendars have the tasks that an independent library finds",
        .enabled(if: SharedData.has(calendars), "no vtodo-radicale in ../shared/data"))
    func calendarFiles() throws {
        let path = "\(SharedFilesTests.calendars)/expected.json"
        let files = try #require(SharedData.json(path)?["files"]?.object)
        var (read, refused, others) = (0, 0, 0)
        for (name, expected) in files where name.hasSuffix(".ics") {
            let bytes = try #require(SharedData.bytes("\(SharedFilesTests.calendars)/\(name)"))
            let todos = try #require(expected["todos"]?.array)
            let file: TaskImport
            do throws(ImportError) { file = try TaskTexts.read(bytes, .calendar) } catch {
                // What is no calendar is refused whole, with its line.
                guard case .badTasks(.calendar, let fault) = error else { throw error }
                #expect(todos.isEmpty && fault.line > 0, "\(name)")
                continue
            }
            let titles = todos.compactMap { $0["SUMMARY"]?.string }
            #expect(file.records.map(\.facts.title) == titles, "\(name)")
            // A task without words is refused, and so is what is no task.
            let nameless = file.refused.count { $0.reason == .noTitle }
            #expect(nameless == todos.count - titles.count, "\(name): \(file.faults)")
            #expect(file.refused.allSatisfy { $0.line > 0 }, "\(name)")
            read += file.records.count
            refused += nameless
            others += file.refused.count - nameless
        }
        #expect(read == 6 && refused == 7 && others > 50)
    }

    @Test(
        "an export of Taskwarrior has all of its tasks, and keeps what it says besides",
        .enabled(if: SharedData.has(demo), "no task-taskwarrior-testdata in ../shared/data"))
    func demoFile() throws {
        let bytes = try #require(SharedData.bytes(SharedFilesTests.demo))
        let expected = try #require(
            SharedData.json("task-taskwarrior-testdata/expected.json")?["files"]?["demo.json"])
        let file = try TaskTexts.read(bytes, .taskwarrior)
        #expect(file.records.count == expected["tasks"]?.integer && file.faults.isEmpty)
        #expect(file.note.kept["estimate"] == expected["keys"]?["estimate"]?.integer)
        let ids = expected["uuids"]?.array?.compactMap(\.string) ?? []
        #expect(file.records.map(\.identity) == ids.map { TaskRecord.identity(id: $0) })
    }

    /// The amounts of a file, as it writes them.
    private static func amounts(_ text: String, behind mark: String) -> [String] {
        text.split(whereSeparator: \.isNewline).compactMap { line in
            let line = line.drop { $0 == "\t" || $0 == " " }
            guard line.hasPrefix(mark) else { return nil }
            return String(line.dropFirst(mark.count).prefix { "-.0123456789".contains($0) })
        }
    }

    @Test(
        "statements have every amount that is in them",
        .enabled(if: SharedData.has(statements), "no csv-csv2ofx-dialects in ../shared/data"),
        arguments: [
            ("converted/default.ofx", 8), ("converted/n26.ofx", 2), ("converted/outbank.ofx", 4),
            ("converted/schwab-checking.ofx", 4), ("converted/stripe-default.ofx", 5),
            ("converted/default.qif", 8), ("converted/stripe-default.qif", 5),
            ("example/transaction_example.ofx", 1),
        ])
    func statementFiles(_ name: String, _ rows: Int) throws {
        let bytes = try #require(SharedData.bytes("\(SharedFilesTests.statements)/\(name)"))
        var options = CSVImportOptions()
        options.decimalMark = name.hasSuffix(".qif") ? .point : nil
        let parsed = try parsing(bytes, options)
        #expect(parsed.rows.count == rows && parsed.refused.isEmpty)
        let mark = name.hasSuffix(".qif") ? "T" : "<TRNAMT>"
        let stated = SharedFilesTests.amounts(String(decoding: bytes, as: UTF8.self), behind: mark)
            .compactMap { Double($0) }
        let found = parsed.rows.map { row in
            let minor = Double(row.facts.amount.minor)
            return (row.facts.kind == .income ? minor : -minor) / 100
        }
        if name.hasSuffix(".ofx") { #expect(found == stated) }
        #expect(abs(found.reduce(0, +) - stated.reduce(0, +)) < 0.001)
    }

    @Test(
        "what is no statement of an account is refused with its line",
        .enabled(if: SharedData.has(statements), "no csv-csv2ofx-dialects in ../shared/data"),
        arguments: [
            ("converted/mint.ofx", 95), ("example/transfer_example.ofx", 41),
            ("example/investment_example.qif", 5),
        ])
    func noStatements(_ name: String, _ line: Int) throws {
        let bytes = try #require(SharedData.bytes("\(SharedFilesTests.statements)/\(name)"))
        do throws(ImportError) {
            _ = try parsing(bytes)
            Issue.record("\(name) is read")
        } catch {
            guard case .badStatement(_, _, let found) = error else { throw error }
            #expect(found == line)
        }
    }

    // MARK: Damage

    /// Real files, damaged in a few places, are read or refused, twice in the same way.
    @Test(
        "damaged files of tasks",
        .enabled(if: SharedData.has(calendars) && SharedData.has(demo), "no files of tasks"),
        arguments: [
            ("vtodo-radicale/radicale/tests/static/event_multiple.ics", TaskFormat.calendar),
            ("vtodo-radicale/radicale/tests/static/todo9.ics", .calendar),
            ("vtodo-tasksorg/resources/apple/basic_due_date.txt", .calendar),
            ("task-nerab-fixtures/test/fixtures/party_taxes.json", .taskwarrior),
            (demo, .taskwarrior), ("todotxt-topydo-data/data/ListCommand_50_items.txt", .todo),
        ])
    func damagedTasks(_ path: String, _ format: TaskFormat) throws {
        let bytes = try #require(SharedData.bytes(path))
        #expect(TaskTexts.isSound(bytes, format, seed: 21, rounds: 400))
    }

    @Test(
        "damaged statements",
        .enabled(if: SharedData.has(statements), "no csv-csv2ofx-dialects in ../shared/data"),
        arguments: [
            "converted/default.ofx", "converted/mint.ofx", "converted/outbank.ofx",
            "converted/default.qif", "converted/mint.qif", "example/investment_example.qif",
        ])
    func damagedStatements(_ name: String) throws {
        let bytes = try #require(SharedData.bytes("\(SharedFilesTests.statements)/\(name)"))
        #expect(isSound(bytes, seed: 22, rounds: 400))
    }

    @Test(
        "damaged journals",
        .enabled(if: SharedData.has("journal-hledger-examples"), "no journals in ../shared/data"),
        arguments: [
            ("journal-hledger-examples/sample.journal", JournalForm.hledger),
            ("journal-hledger-examples/quickstart.journal", .hledger),
            ("journal-hledger-examples/templates.journal", .hledger),
            ("journal-hledger-examples/balance-multicol.journal", .hledger),
            ("journal-beancount-examples/examples/simple/basic.beancount", .beancount),
            ("journal-paisa-3formats/tests/fixture/eur/main.ledger", .hledger),
        ])
    func damagedJournals(_ path: String, _ form: JournalForm) throws {
        let bytes = try #require(SharedData.bytes(path))
        var random = SeededRandom(seed: 23)
        let marks = Array("\n\t ;:@={}()[]\"*!~.,-0".utf8)
        for _ in 0..<200 {
            var damaged = bytes
            for _ in 0..<Int.random(in: 1...6, using: &random) where !damaged.isEmpty {
                let place = Int.random(in: 0..<damaged.count, using: &random)
                switch Int.random(in: 0..<4, using: &random) {
                case 0: damaged[place] ^= 1 << UInt8.random(in: 0..<8, using: &random)
                case 1: damaged[place] = marks.randomElement(using: &random) ?? 0x20
                case 2: damaged.removeSubrange(place..<min(damaged.count, place + 40))
                default: damaged.removeSubrange(place...)
                }
            }
            try JournalText.tryAny(damaged, form: form)
        }
    }
}
