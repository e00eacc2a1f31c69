internal import EventLog

/// The program `ledger`.
@main
enum Main {
    static func main() {
        Terminal.ignoreClosedPipes()
        FreedMemory.keep()
        let arguments = Terminal.arguments()
        if let index = arguments.firstIndex(of: nil) {
            Terminal.leave(Program(name: Terminal.programName()).refuse(argument: index + 1))
        }
        let program = Program(variables: Terminal.variables(), name: Terminal.programName())
        Terminal.leave(program.run(arguments.compactMap(\.self)))
    }
}
