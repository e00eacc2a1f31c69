import EventLog
import Ledger
import Support
import Testing

/// What the program, which knows nothing of another package, makes of that package's events.
@Suite("Events of other packages in the program")
struct CustomEventTests {
    private func recorded() throws -> CommandRunner {
        let runner = try CommandRunner()
        let made = try runner.shell(
            """
            set -e
            ledger init --currency EUR --zone UTC --now 2026-01-01
            ledger add 5 Tea -c food --now 2026-01-02
            """)
        #expect(made.code == 0, "\(made.errors)")
        let store = try FileEventStore.open(at: runner.home + "/log")
        let time = try #require(Timestamp("2026-01-03T12:00:00Z"))
        try store.declare([Parcel.self], at: time, actor: .position(1))
        let parcels = [Parcel(grams: 250, to: "Ada"), Parcel(grams: 7, to: "Bob")]
        _ = try store.append(
            NewCommit(
                id: .random(), recordedAt: time, actor: .position(1),
                events: try parcels.map { try Event($0) }))
        return runner
    }

    @Test("the log tells of them by name, and finds them by it") func log() throws {
        let runner = try recorded()
        let all = try runner.run("log", "-O", "csv").output
        #expect(all.contains(",parcel,sent,"), "\(all)")
        let found = try runner.run("log", "--kind", "parcel", "-O", "json").output
        let rows = JSONValue(parsing: Array(found.utf8))?["rows"]?.array ?? []
        #expect(rows.map { $0["title"]?.string } == ["Bob", "Ada"])
        #expect(try runner.run("log", "parcel").code == 0 && runner.run("verify").code == 0)
        let schema = try runner.run("schema", "show", "parcel-sent").output
        #expect(schema.contains("grams"), "\(schema)")
    }

    @Test("a file of them has the names, and comes back under the same root") func files() throws {
        let runner = try recorded()
        let done = try runner.shell(
            EventFileTests.plain + """
                set -e
                ledger export events -o one.jsonl
                grep -c '"type":"parcel-sent"' one.jsonl
                grep -o '"grams":250' one.jsonl
                ledger import events one.jsonl --ledger new >/dev/null
                ledger export events --ledger new >two.jsonl
                plain <one.jsonl >one.plain; plain <two.jsonl | cmp - one.plain
                ledger verify --ledger new >/dev/null
                """)
        #expect(done.code == 0 && done.output == "2\n\"grams\":250\n", "\(done)")
        let header = try runner.shell("head -n 1 one.jsonl").output
        #expect(JSONValue(parsing: Array(header.utf8))?["version"]?.integer == 2)
    }

    @Test("SQL has them under their names") func sql() throws {
        let query = "SELECT type, payload FROM event WHERE type = 'parcel-sent' ORDER BY position"
        let runner = try recorded()
        #expect(try runner.run("projections", "rebuild", "event").code == 0)
        let rows = try runner.run("sql", query, "-O", "csv")
        #expect(rows.output.contains("parcel-sent"), "\(rows)")
        #expect(rows.output.contains("grams") && rows.output.contains("250"), "\(rows)")
    }

    @Test("reports and commands go on") func goesOn() throws {
        let runner = try recorded()
        #expect(try runner.run("add", "7", "Cake", "-c", "food", "--now", "2026-01-04").code == 0)
        #expect(
            try runner.run("report", "-O", "csv", "--now", "2026-01-05").output.contains("12.00"))
        #expect(try runner.run("undo", "--now", "2026-01-05").code == 0)
        // Nothing that this program could do takes a parcel back.
        #expect(try runner.run("undo", "--now", "2026-01-05", "5").code != 0)
    }
}

private struct Parcel: CustomEvent {
    var grams: Int64
    var to: String

    static let type = CustomEventType(
        0x4242, "parcel", "sent",
        [.integer(.customFact(0), "grams"), .text(.customText(0), "to")])

    init(grams: Int64, to: String) { (self.grams, self.to) = (grams, to) }

    func write(to writer: inout CustomEventWriter) {
        writer.set(grams, in: .customFact(0))
        writer.set(to, in: .customText(0))
    }

    init(from reader: CustomEventReader) throws(StoreError) {
        grams = try reader.integer(.customFact(0))
        to = try reader.text(.customText(0))
    }
}
