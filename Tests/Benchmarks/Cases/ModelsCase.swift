internal import EventLog
internal import GRDB
internal import Ledger
internal import ReadModels

/// The tables that SQL sees: made anew, against a bare loop that inserts the same rows, and brought
/// up to date after a commit of one event.
package enum ModelsCase: BenchCase {
    package static let name = "models"
    package static let summary = "rebuild the tables of the read models, and catch up"

    package static func run(in world: World) throws -> CaseResult {
        let place = try world.scratch()
        defer { Files.remove(place) }
        _ = try Child.run(["/bin/cp", "-r", "\(try world.home())/log", "\(place)/log"])
        let store = try FileEventStore.open(at: "\(place)/log")
        let clock = ContinuousClock()
        let start = clock.now
        let models = ModelDatabase(
            folder: place, store: store, now: { Timestamp(millisecondsSince1970: 0) },
            uptime: { start.duration(to: clock.now) })
        _ = try models.catchUp()
        var result = CaseResult(
            name: name, count: world.eventCount, wall: [], cpu: [], peakMegabytes: 0)
        for (model, tables, index) in [
            ("report", ["daily_report", "weekly_report", "monthly_report"], nil),
            (
                "expense", ["expense", "voided_expense"],
                "CREATE INDEX expense_day ON expense (day)"
            ),
        ] as [(String, [String], String?)] {
            let loop = try BareLoop(of: tables, index: index, from: models.path)
            result.facts[model] = loop.rowCount
            var ours = Rounds()
            var bare = Rounds()
            for round in 0..<world.rounds {
                _ = try ours.measure { try models.catchUp([model], rebuilding: true) }
                try bare.measure { try loop.run(in: "\(place)/bare-\(model)-\(round).sqlite") }
            }
            if model == "report" { (result.wall, result.cpu) = (ours.wall, ours.cpu) }
            result.figures.append(("\(model)_rows", Double(loop.rowCount)))
            result.figures.append(("\(model)_ms", ours.wall.median))
            result.figures.append(("bare_\(model)_ms", bare.wall.median))
            result.figures.append(
                ("ratio_\(model)", ours.wall.median / max(bare.wall.median, 1e-6)))
        }
        // What was built so far is on its way to the disk, and would be waited for.
        _ = try Child.run(["/bin/sync"])
        let tail = Tail(count: 40, from: world.source.count)
        var rounds = Rounds()
        for index in 0..<tail.count {
            _ = try store.append(tail.commit(index), expecting: nil)
            let outcomes = try rounds.measure { try models.catchUp() }
            guard outcomes.allSatisfy({ $0.cause == nil && $0.events == 1 }) else {
                throw BenchError("a catch-up did something else: \(outcomes)")
            }
        }
        result.figures.append(("catch_up_ms", rounds.wall.median))
        result.figures.append(("catch_up_cpu_ms", rounds.cpu.median))
        result.peakMegabytes = Machine.peakMegabytes()
        return result
    }
}

/// Rows in memory, and the plainest way to insert them with GRDB.
private struct BareLoop {
    private var tables: [(creation: String, insertion: String, rows: [[DatabaseValue]])] = []
    private let index: String?

    init(of names: [String], index: String?, from path: String) throws {
        self.index = index
        let queue = try DatabaseQueue(path: path)
        for name in names {
            let table = try queue.read { database in
                let sql = "SELECT sql FROM sqlite_schema WHERE name = ?"
                let creation = try String.fetchOne(database, sql: sql, arguments: [name]) ?? ""
                let rows = try Row.fetchAll(database, sql: "SELECT * FROM \(name)")
                let values = rows.map { Array($0.databaseValues) }
                let marks = Array(repeating: "?", count: values.first?.count ?? 0)
                let insertion = "INSERT INTO \(name) VALUES (\(marks.joined(separator: ", ")))"
                return (creation, insertion, values)
            }
            tables.append(table)
        }
    }

    var rowCount: Int { tables.reduce(0) { $0 + $1.rows.count } }

    func run(in path: String) throws {
        var configuration = Configuration()
        configuration.journalMode = .wal
        let queue = try DatabaseQueue(path: path, configuration: configuration)
        try queue.write { database in
            for table in tables {
                try database.execute(sql: table.creation)
                if table.rows.isEmpty { continue }
                let statement = try database.makeStatement(sql: table.insertion)
                for row in table.rows { try statement.execute(arguments: StatementArguments(row)) }
            }
            if let index { try database.execute(sql: index) }
        }
        try queue.close()
        Files.remove(path)
    }
}
