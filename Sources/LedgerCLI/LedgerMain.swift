internal import EventLog

/// The program `ledger`; a target of its own starts it, for tests are linked with this module.
package enum LedgerMain {
    /// Runs what was typed, and ends the process.
    package static func run() {
        Terminal.openClosedStreams()
        Terminal.ignoreClosedPipes()
        FreedMemory.keep()
        let arguments = Terminal.arguments()
        if let index = arguments.firstIndex(where: { $0 == nil }) {
            Terminal.leave(Program(name: Terminal.programName()).refuse(argument: index + 1))
        }
        let program = Program(variables: Terminal.variables(), name: Terminal.programName())
        var words: [String] = []
        for case let word? in arguments { words.append(word) }
        Terminal.leave(program.run(words))
    }
}
