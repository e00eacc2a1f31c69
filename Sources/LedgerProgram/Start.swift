import LedgerCLI

@main
enum Start {
    static func main() { LedgerMain.run() }
}
