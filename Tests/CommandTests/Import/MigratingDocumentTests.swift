import Support
import Testing

/// The commands of the page on coming from another program, typed one after the other.
@Suite("Migrating.md is true")
struct MigratingDocumentTests {
    private static let path = "Sources/Ledger/Ledger.docc/Migrating.md"

    /// The indented commands below each heading.
    private func sections() throws -> [(heading: String, commands: [String])] {
        let page = try #require(try SourceTree.file(MigratingDocumentTests.path))
        var sections: [(heading: String, commands: [String])] = []
        for line in page.text.split(separator: "\n", omittingEmptySubsequences: false) {
            if line.hasPrefix("## ") {
                sections.append((String(line.dropFirst(3)), []))
            } else if line.hasPrefix("    "), !sections.isEmpty {
                sections[sections.count - 1].commands.append(String(line.dropFirst(4)))
            }
        }
        return sections.filter { !$0.commands.isEmpty }
    }

    @Test("every command does what the page says") func commands() throws {
        let sections = try sections()
        #expect(sections.count >= 5)
        for section in sections {
            let runner = try CommandRunner()
            try SampleFiles.write(runner)
            if section.commands.first?.hasPrefix("ledger init") == false {
                _ = try runner.run("init", "--currency", "EUR", "--zone", "Europe/Berlin")
            }
            // Taskwarrior may be missing; the file that it writes is there.
            for command in section.commands where command.hasPrefix("ledger ") {
                let result = try runner.shell(command)
                #expect(result.code == 0, "\(section.heading): \(command): \(result.errors)")
            }
        }
    }

    @Test("what is taken over stands in reports and lists") func results() throws {
        let runner = try CommandRunner()
        try SampleFiles.write(runner)
        _ = try runner.run("init", "--currency", "EUR", "--zone", "Europe/Berlin")
        let names = SampleFiles.texts.keys.sorted()
        for name in names {
            let isBank = name.hasPrefix("statement.")
            var options = isBank ? ["--account", "=checking"] : []
            if name.hasSuffix(".csv") { options += ["--sign", "account"] }
            let result = try runner.start(["import", name] + options).finish()
            #expect(result.code == 0, "\(name): \(result.errors)")
        }
        let list = try runner.run("list", "-O", "csv").output
        // Two of the journal, one of beancount, two of CSV, one of OFX; beancount's opening
        // balance is not an expense.
        #expect(list.matches(of: /(?m)^[0-9]+,/).count >= 6)
        let tasks = try runner.run("task", "list", "-O", "csv").output
        #expect(tasks.contains("Order bulbs") && tasks.contains("Call Ann"))
        #expect(!tasks.contains("Water plants"))
    }
}
