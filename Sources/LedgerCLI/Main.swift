/// The program `ledger`.
@main
enum Main {
    static func main() {
        Terminal.ignoreClosedPipes()
        let program = Program(variables: Terminal.variables())
        Terminal.leave(program.run(Array(CommandLine.arguments.dropFirst())))
    }
}
