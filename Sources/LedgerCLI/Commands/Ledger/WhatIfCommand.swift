internal import Application
internal import ArgumentParser

/// `ledger what-if`
struct WhatIfCommand: LedgerCommand {
    static let configuration = CommandConfiguration(
        commandName: "what-if", abstract: "Try commands one behind the other; record nothing.",
        discussion: """
            Each command is one argument, without ledger in front. What one records the next ones \
            see; behind the last one all of it is gone. The first that fails ends it.

              ledger what-if 'add 1200 Bike -c fun' 'budget list'
              ledger what-if 'import bank.csv' 'report -M' balance
              ledger what-if 'undo' 'balance' 'redo' 'balance'
            """)

    @Argument(help: ArgumentHelp("Commands that read or record.", valueName: "command"))
    var commands: [String]

    @OptionGroup(visibility: .hidden) var shared: SharedOptions

    func run(in context: CommandContext) throws(CommandFailure) {
        let draft = Draft()
        for command in commands.map(Arguments.plain) {
            guard var words = Preferences.words(of: command[...]), !words.isEmpty else {
                throw .usage(
                    .parser(
                        "\(Explanation.quoted(command)) is no command: a quote is not closed, or "
                            + "nothing is in it", command: ["what-if"]))
            }
            if words.first == "ledger" { words.removeFirst() }
            words += given
            if context.output.format == .text, !context.output.isQuiet {
                try context.put(
                    context.output.style.dim("$ \(context.output.name) \(Screen.plain(command))")
                        + "\n")
            }
            let program = Program(
                variables: context.variables, name: context.output.name, draft: draft)
            let code = program.run(words)
            if code != 0 { throw .finished(exitCode: code) }
        }
        guard context.output.format == .text, !context.output.isQuiet else { return }
        try context.put(context.output.style.bold("Nothing of this was recorded.") + "\n")
    }

    /// What was said for all of them.
    private var given: [String] {
        [("--ledger", shared.folder), ("--now", shared.now), ("--as", shared.user)].flatMap {
            name, value in value.map { [name, $0] } ?? []
        }
    }
}
