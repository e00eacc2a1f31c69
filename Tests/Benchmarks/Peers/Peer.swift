/// A row of the table: a program, and the order that makes the same figures from the same data.
struct Peer: Sendable {
    /// The program and what it works on.
    let name: String
    /// Which of our rows it is held against.
    let work: Work
    /// Where it is looked for; `nil` when nothing has to be there.
    let needs: [String]
    /// Writes the files that it reads, and runs it once with each call.
    let run: @Sendable (PeerPlace) throws -> PeerRun

    /// What is done.
    enum Work: String, CaseIterable, Sendable {
        // What runs in this process comes last: see `Product`.
        case monthly = "monthly spending by category, whole process"
        case tasks = "the list of open tasks, whole process"
        case warm = "day × category × currency, in process, data warm"
    }
}

/// What a peer used.
struct PeerRun {
    var wall: [Double]
    var cpu: [Double]
    /// `nil` where it was not told.
    var peakMegabytes: Double?
}

/// Where peers find their files.
struct PeerPlace {
    let world: World
    let folder: String
    let python: String?

    /// A file, made if need be.
    func file(_ name: String, _ make: (String) throws -> Void) throws -> String {
        let path = "\(folder)/\(name)"
        if !Files.exists(path) {
            try make("\(path).new")
            _ = try Child.run(["/bin/mv", "-f", "\(path).new", path])
        }
        return path
    }

    func journal() throws -> String {
        try file("journal") { try world.make(world, .file(.journal, $0)) }
    }

    func book() throws -> String {
        try file("book.beancount") { try world.make(world, .file(.book, $0)) }
    }

    func tasks() throws -> String {
        try file("tasks.json") { try world.make(world, .file(.tasks, $0)) }
    }

    /// What the script for DuckDB and polars prints.
    func script(_ words: [String]) throws -> String {
        guard let python else { throw BenchError("there is no python with duckdb") }
        return try Child.output(
            [python, "\(Peers.root)/tools/bench/peers.py"] + words, in: folder)
    }

    /// DuckDB's file; a Parquet file lies beside it.
    func duck() throws -> String {
        let path = "\(folder)/duck.db"
        if !Files.exists("\(path).parquet") {
            Files.remove(path)
            _ = try script(["load", try world.eventsFile(), path])
        }
        return path
    }

    /// SQLite's file: events with typed columns, and the same folded before.
    func lite() throws -> String {
        try file("lite.db") { path in
            Files.remove(path)
            try Files.write(
                LiteQueries.load(try world.eventsFile()), to: "\(folder)/load.sql")
            let run = try Child.run(
                ["sqlite3", path], errors: "\(folder)/errors", input: "\(folder)/load.sql")
            if run.code != 0 { throw BenchError(try Files.text("\(folder)/errors")) }
        }
    }

    /// Runs a whole program as often as asked.
    func whole(
        _ order: [String], variables: [String: String] = [:], input: String = "/dev/null",
        times: Int? = nil
    ) throws -> PeerRun {
        var result = PeerRun(wall: [], cpu: [], peakMegabytes: 0)
        for _ in 0..<(times ?? world.rounds) {
            let run = try Child.run(
                order, variables: variables, output: "\(folder)/output",
                errors: "\(folder)/errors", input: input)
            guard run.code == 0, Files.size("\(folder)/output") > 0 else {
                let errors = try Files.text("\(folder)/errors")
                throw BenchError("\(order[0]): exit \(run.code) \(errors.prefix(400))")
            }
            result.wall.append(run.wallMilliseconds)
            result.cpu.append(run.cpuMilliseconds)
            result.peakMegabytes = max(result.peakMegabytes ?? 0, run.peakMegabytes)
            if run.wallMilliseconds > 10_000 { break }
        }
        return result
    }

    /// The rounds that the script prints.
    func warm(_ words: [String]) throws -> PeerRun {
        var result = PeerRun(wall: [], cpu: [], peakMegabytes: nil)
        for line in try script(words).split(separator: "\n") {
            let numbers = line.split(separator: " ").compactMap { Double($0) }
            guard numbers.count == 3, numbers[2] > 0 else { continue }
            result.wall.append(numbers[0])
            result.cpu.append(numbers[1])
        }
        if result.wall.isEmpty { throw BenchError("the script printed no round") }
        return result
    }
}
