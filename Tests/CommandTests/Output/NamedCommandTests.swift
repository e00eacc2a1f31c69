import Support
import Testing

/// Commands that are found by their names are those of the help, each by the name it has there.
@Suite("Commands found by name")
struct NamedCommandTests {
    private static let folder = "Sources/LedgerCLI/Commands/Ledger"

    private func text(_ name: String) throws -> String {
        try #require(try SourceTree.file("\(NamedCommandTests.folder)/\(name).swift")).text
    }

    @Test("all of them, in the order of the help") func complete() throws {
        let named = try text("NamedCommand").matches(of: /case "([a-z-]+)": ([\w<>]+)\.self/)
        let groups = try text("RootCommand").split(separator: "groupedSubcommands: [")[1]
            .prefix { $0 != "/" }
        let types = groups.matches(of: /([A-Z][\w<>]+)\.self/).map { String($0.1) }
        #expect(named.map { String($0.2) } == types)
        let help = try CommandRunner().run("--help").output
        let sections = help.split(separator: " SUBCOMMANDS:\n").dropFirst()
        let names = sections.flatMap { section in
            section.split(separator: "\n\n")[0].matches(of: /(?m)^  ([a-z][a-z-]*)/).map {
                String($0.1)
            }
        }
        #expect(names.count > 80 && named.map { String($0.1) } == names)
    }

    @Test(
        "what only the parser of all knows is said as before",
        arguments: [
            ("list --version", "ledger 0.1.0\n", 0), ("list --help", "OVERVIEW: ", 0),
            ("task list --help", "OVERVIEW: ", 0), ("help list", "OVERVIEW: ", 0),
            ("list --generate-completion-script bash", "#!/bin/bash\n", 0),
        ])
    func others(_ words: String, _ start: String, _ code: Int32) throws {
        let result = try CommandRunner().shell("ledger \(words)")
        #expect(result.output.hasPrefix(start) && result.code == code)
    }

    @Test("by its name a command takes what it takes by an alias, which the parser of all knows")
    func aliases() throws {
        let runner = try CommandRunner()
        let ready = try runner.shell(
            """
            ledger init --currency EUR --zone UTC --owner Ada --now 2026-04-09 &&
            ledger add 5 Tea -c food -a cash --now 2026-04-09
            """)
        try #require(ready.code == 0, "\(ready.errors)")
        for (options, code) in [
            ("-M -p 2026", 0), ("cash -O json --on 2026-04-30", 0), ("--quiet -- cash", 0),
            ("-X EUR -O csv cash", 0), ("cash -M --no", 2), ("--on 2026-04-30 --version", 0),
            ("--on nonsense", 2), ("-O xyz", 2), ("cash --help", 0), ("-M ---completion", 2),
        ] as [(String, Int32)] {
            let named = try runner.shell("ledger balance --now 2026-04-09 \(options)")
            let other = try runner.shell("ledger bal --now 2026-04-09 \(options)")
            #expect(named.code == code && other.code == code, "\(options): \(named.errors)")
            #expect(named.output == other.output, "\(options)")
            #expect(code != 0 || !named.output.isEmpty, "\(options)")
        }
    }

    @Test("what is wrong with a command names it as it is typed") func wrong() throws {
        let result = try CommandRunner().run("list", "--nosuch")
        #expect(result.code == 2 && result.errors.contains("--nosuch"))
        #expect(result.errors.contains("try: ledger list --help"), "\(result.errors)")
    }
}
