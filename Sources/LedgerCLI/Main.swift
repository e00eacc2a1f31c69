/// The program `ledger`.
@main
enum Main {
    static func main() {
        Terminal.ignoreClosedPipes()
        let arguments = Terminal.arguments()
        if let index = arguments.firstIndex(of: nil) {
            Terminal.leave(Program.refuse(argument: index + 1))
        }
        let program = Program(variables: Terminal.variables())
        Terminal.leave(program.run(arguments.compactMap(\.self)))
    }
}
