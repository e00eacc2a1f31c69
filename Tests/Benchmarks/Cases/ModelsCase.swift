internal import EventLog
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

/// Rows in memory, and the plainest way to insert them with SQLite.
private struct BareLoop {
    private var tables: [(creation: String, insertion: String, rows: [[SQLValue]])] = []
    private let index: String?

    init(of names: [String], index: String?, from path: String) throws {
        self.index = index
        let database = try SQLConnection(path: path, isReadonly: true, busyMilliseconds: 0)
        for name in names {
            let sql = "SELECT sql FROM sqlite_schema WHERE name = ?"
            let creation = try SQLStatement(database, sql).first([.text(name)])?[0].text ?? ""
            var rows: [[SQLValue]] = []
            try SQLStatement(database, "SELECT * FROM \(name)").forEachRow { row in
                rows.append(row)
                return true
            }
            let marks = Array(repeating: "?", count: rows.first?.count ?? 0)
            let insertion = "INSERT INTO \(name) VALUES (\(marks.joined(separator: ", ")))"
            tables.append((creation, insertion, rows))
        }
    }

    var rowCount: Int { tables.reduce(0) { $0 + $1.rows.count } }

    func run(in path: String) throws {
        let database = try SQLConnection(path: path, busyMilliseconds: 0)
        try database.execute("PRAGMA journal_mode = WAL")
        try database.transact { database in
            for table in tables {
                try database.execute(table.creation)
                if table.rows.isEmpty { continue }
                let statement = try SQLStatement(database, table.insertion)
                for row in table.rows { try statement.run(row) }
            }
            if let index { try database.execute(index) }
            return .commit
        }
        Files.remove(path)
    }
}
