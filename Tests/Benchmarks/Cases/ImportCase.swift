internal import EventLog
internal import Ledger

/// The program imports a statement into a new ledger, and then imports it again.
package enum ImportCase: BenchCase {
    package static let name = "import"
    package static let summary = "import a statement of as many rows, and import it again"

    package static func run(in world: World) throws -> CaseResult {
        let program = try world.ledgerProgram()
        let place = try world.scratch()
        defer { Files.remove(place) }
        try world.make(world, .file(.statement, "\(place)/rows.csv"))
        let variables = ["LEDGER_HOME": "\(place)/home", "NO_COLOR": "1"]
        _ = try Child.output(
            [program, "init", "--currency", "EUR", "--zone", "UTC"], variables: variables,
            in: place)
        let order = [program, "import", "\(place)/rows.csv", "--decimal-mark", "."]
        let first = try Child.run(order, variables: variables, errors: "\(place)/errors")
        guard first.code == 0 else {
            throw BenchError("the import failed: \(try Files.text("\(place)/errors"))")
        }
        let store = try FileEventStore.open(at: "\(place)/home/log")
        let before = try store.head().count
        let again = try Child.run(order, variables: variables)
        let table = try store.project(0..<before, as: SpendingTable.self)
        let expected = try StatementFile.totals(world.source)
        let rows = expected.cells.values.reduce(0) { $0 + Int($1.count) }
        var result = CaseResult(
            name: name, count: rows, wall: [first.wallMilliseconds], cpu: [first.cpuMilliseconds],
            peakMegabytes: first.peakMegabytes)
        result.figures = [
            ("again_ms", again.wallMilliseconds), ("again_cpu_ms", again.cpuMilliseconds),
            ("again_peak_rss_mb", again.peakMegabytes),
        ]
        result.totals = Totals(table)
        let rest = try FileEventStore.open(at: "\(place)/home/log")
        let added: SpendingTable = try rest.project(before..<rest.head().count)
        result.facts = [
            "rows": rows, "asExpected": result.totals == expected ? 1 : 0,
            "addedAgain": added.count, "code": Int(again.code),
        ]
        return result
    }
}
