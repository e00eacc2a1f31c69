internal import ArgumentParser

/// The program of tools/bench.
public enum BenchProgram {
    /// Runs it with the arguments of the command line.
    public static func main() { BenchCommand.main() }
}

/// `tools/bench/run`
struct BenchCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "tools/bench/run",
        abstract: "Measure ledger, and what people use instead of it, on the same events.",
        discussion: """
            Without a case: tables of everything side by side. compare holds our figures against \
            DuckDB's, cell by cell.

            \(Cases.all.map { "  \($0.name): \($0.summary)" }.joined(separator: "\n"))
            """)

    @Argument(help: "A case; without one everything.")
    var name: String?

    @OptionGroup var options: WorldOptions

    @Option(help: "How the figures of a case are printed: text or json.")
    var format = Format.text

    @Flag(help: "Exit with 1 when a figure falls behind its bar in tools/bench/bars.txt.")
    var check = false

    @Option(help: ArgumentHelp("Peers whose names hold one of some words.", valueName: "words"))
    var only: String?

    @Option(help: .hidden)
    var product: Product?

    /// How figures are printed.
    enum Format: String, ExpressibleByArgument {
        case text, json
    }

    func run() throws {
        let world = try options.world(of: name)
        switch name {
        case nil: try printTables(world)
        case "compare": try compare(world)
        case "make":
            var world = world
            world.make = { try $1.make(in: $0) }
            try product?.make(in: world)
        case .some(let name): try measure(try Cases.named(name), world)
        }
    }

    private func printTables(_ world: World) throws {
        print("\(world.eventCount) events, median of \(world.rounds) rounds\n")
        let words = only?.split(separator: ",").map(String.init) ?? []
        var table = try PeerTable(world, only: words)
        table.print { print($0) }
        if words.isEmpty { try Limits.print(world) { print($0) } }
    }

    private func compare(_ world: World) throws {
        let found = try Comparison(world)
        let cells = "\(found.equal) cells of day × category × currency"
        print("\(cells) agree in sum and count, over \(found.lines) expenses that count")
        if found.different > 0 {
            print("\(found.different) cells differ")
            throw ExitCode.failure
        }
    }

    private func measure(_ benchCase: any BenchCase.Type, _ world: World) throws {
        let result = try benchCase.run(in: world)
        if format == .json {
            print(result.json)
        } else {
            for word in result.words { print("\(word.name)  \(word.value)") }
            for figure in result.all { print("\(figure.name)  \(CaseResult.text(figure.value))") }
        }
        guard check else { return }
        let bars = try Bars(try Files.text("\(Peers.root)/tools/bench/bars.txt"))
        let missed = bars.missed(by: result)
        for line in missed { print("behind the bar: \(line)") }
        if !missed.isEmpty { throw ExitCode.failure }
    }
}

/// What is measured on, as the command line tells it.
struct WorldOptions: ParsableArguments {
    @Option(help: "How many events.")
    var events = 1_000_000

    @Option(help: ArgumentHelp("A folder with an events.csv to use instead.", valueName: "folder"))
    var from: String?

    @Option(help: "How often each thing is measured.")
    var rounds = 5

    @Option(help: ArgumentHelp("Where made-up data and ledgers are kept.", valueName: "folder"))
    var work: String?

    @Option(help: ArgumentHelp("The program ledger.", valueName: "file"))
    var program: String?

    @Flag(
        help: """
            Let growth go on to 100 million events, and scale to a billion: 14 GB, which \
            stay with --work only.
            """)
    var huge = false

    /// The world that they describe for a case. Its ledgers are made by other processes.
    func world(of name: String?) throws -> World {
        let here = Files.currentFolder
        func full(_ path: String) -> String { path.hasPrefix("/") ? path : "\(here)/\(path)" }
        let most = name == ScaleCase.name ? 1_000_000_000 : 100_000_000
        let count = huge ? most : events
        let keepsAll = self.work != nil
        let source: any RecordSource =
            if let from { try EventsFile("\(full(from))/events.csv") } else {
                Generator(count: max(1, count - Loader.opening))
            }
        let name = from.map { String($0.split(separator: "/").last ?? "from") } ?? "\(count)"
        let work = work.map(full) ?? "\(Peers.root)/.build-bench"
        var world = World(
            source: source, folder: "\(work)/\(name)", rounds: max(1, rounds),
            program: program.map(full) ?? "\(Peers.root)/.build/release/ledger")
        world.countsInstructions = true
        world.keepsAll = keepsAll
        let from = from.map { ["--from", full($0)] } ?? []
        world.make = { world, product in
            let order =
                [Machine.program, "make", "--product", product.argument, "--work", work]
                + ["--events", "\(world.eventCount)"] + (world.source is EventsFile ? from : [])
            try Files.makeFolder(world.folder)
            let errors = "\(world.folder)/errors"
            let run = try Child.run(order, errors: errors)
            if run.code != 0 {
                throw BenchError("cannot make \(product.argument): \(try Files.text(errors))")
            }
        }
        return world
    }
}

extension Product: ExpressibleByArgument {
    /// Words between commas; a path stands last.
    package init?(argument: String) {
        let parts = argument.split(separator: ",", maxSplits: 3).map(String.init)
        if parts.count == 4, parts[0] == "ledger", let hot = World.Hot(rawValue: parts[1]),
            let commitEvents = Int(parts[2]), let tail = Int(parts[3])
        {
            self = .ledger(Recipe(hot: hot, commitEvents: commitEvents, tail: tail))
        } else if parts.count > 1, let kind = Kind(rawValue: parts[0]) {
            self = .file(kind, parts[1...].joined(separator: ","))
        } else {
            return nil
        }
    }

    /// What ``init(argument:)`` reads.
    var argument: String {
        switch self {
        case .ledger(let recipe):
            "ledger,\(recipe.hot.rawValue),\(recipe.commitEvents),\(recipe.tail)"
        case .file(let kind, let path): "\(kind.rawValue),\(path)"
        }
    }
}
