internal import ArgumentParser

/// The program of tools/bench.
public enum BenchProgram {
    /// Runs it with the arguments of the command line.
    public static func main() { BenchCommand.main() }
}

struct BenchCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "tools/bench/run",
        abstract: "Measure ledger, and what people use instead of it, on the same events.",
        subcommands: [CaseCommand.self, MakeCommand.self], defaultSubcommand: CaseCommand.self)
}

/// What every command is told.
struct WorldOptions: ParsableArguments {
    @Option(help: "How many events.")
    var events = 1_000_000

    @Option(help: ArgumentHelp("A folder with an events.csv to use instead.", valueName: "folder"))
    var from: String?

    @Option(help: "How often each thing is measured.")
    var rounds = 5

    @Option(help: ArgumentHelp("Where made-up data and ledgers are kept.", valueName: "folder"))
    var work = ".build-bench"

    @Option(help: ArgumentHelp("The program ledger.", valueName: "file"))
    var program = ".build/release/ledger"

    /// The world that they describe.
    func world() throws -> World {
        let here = Files.currentFolder
        func full(_ path: String) -> String { path.hasPrefix("/") ? path : "\(here)/\(path)" }
        let source: any RecordSource =
            if let from { try EventsFile("\(full(from))/events.csv") } else {
                Generator(count: max(1, events - Loader.opening))
            }
        let name = from.map { String($0.split(separator: "/").last ?? "from") } ?? "\(events)"
        var world = World(
            source: source, folder: "\(full(work))/\(name)", rounds: max(1, rounds),
            program: full(program))
        let options = ["--events", "\(events)", "--work", full(work)]
        let all = options + (from.map { ["--from", full($0)] } ?? [])
        world.make = { world, recipe in
            let run = try Child.run(
                [
                    "/proc/self/exe", "make", recipe.hot.rawValue, "\(recipe.commitEvents)",
                    "\(recipe.tail)",
                ] + all, errors: "\(world.folder).errors")
            if run.code != 0 {
                throw BenchError(
                    "cannot make \(recipe.name): \(try Files.text("\(world.folder).errors"))")
            }
        }
        return world
    }
}

/// `tools/bench/run CASE`
struct CaseCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "case", abstract: "Measure one case.")

    @Argument var name: String

    @OptionGroup var options: WorldOptions

    @Option(help: "text or json.")
    var format = "text"

    func run() throws {
        let result = try Cases.named(name).run(in: try options.world())
        print(result.json)
    }
}

/// Makes a ledger for another process.
struct MakeCommand: ParsableCommand {
    static let configuration = CommandConfiguration(commandName: "make", shouldDisplay: false)

    @Argument var hot: String
    @Argument var commitEvents: Int
    @Argument var tail: Int

    @OptionGroup var options: WorldOptions

    func run() throws {
        let hot = World.Hot(rawValue: hot) ?? .usual
        var world = try options.world()
        world.make = { try $1.make(in: $0) }
        try Recipe(hot: hot, commitEvents: commitEvents, tail: tail).make(in: world)
    }
}
