import Support
import Testing

/// Success is told as success, whatever who wrote may read.
@Suite("Receipts of who may write")
struct PlainReceiptTests {
    /// A ledger in which Bo has one right.
    private func ready(_ right: String) throws -> CommandRunner {
        let runner = try CommandRunner()
        let result = try runner.shell(
            """
            ledger init --currency EUR --zone UTC --owner Ada --now 2026-03-01 &&
            ledger people add Bo --now 2026-03-01 &&
            ledger add 9 Secret -a bank --on 2026-02-01 --now 2026-03-02 &&
            ledger task add Hidden --now 2026-03-02 &&
            ledger permit Bo \(right) --now 2026-03-02
            """)
        try #require(result.errors == "")
        return runner
    }

    @Test(
        "exit 0, and show what was recorded and nothing else",
        arguments: [
            ("create", "add 5 Tea", "Tea"), ("create", "add 5 Tea --dry-run", "Tea"),
            ("create", "add 5 Tea --key k", "Tea"), ("create", "task add Milk", "Milk"),
            ("create", "task add Milk --dry-run", "Milk"),
            ("create", "account open Cash", "account 7."),
            ("create", "people add Cy", "Added 7."), ("create", "unit add Sales", "Added 7."),
            ("write", "amend 4 --note seen", "Amended 4."), ("write", "void 4", "Voided 4."),
            ("write", "void 4 --dry-run", "Would have voided 4."),
            ("write", "close 2026-01", "closing 7."), ("write", "task done 5", "Completed 5."),
            ("write", "task edit 5 --title Other", "Edited 5."),
            ("write", "account edit bank --name Giro", "account 3"),
            ("write", "config --week-start sunday", "7."), ("write", "undo 5", "1 commit"),
            ("write", "undo 5 --dry-run", "1 commit"),
            ("share", "revoke Bo share --dry-run", "0"),
        ] as [(String, String, String)])
    func succeed(_ right: String, _ command: String, _ word: String) throws {
        let runner = try ready(right)
        let result = try runner.shell("ledger \(command) --as Bo --now 2026-03-03")
        #expect(result.code == 0, "\(command): \(result.errors)")
        #expect(result.errors == "", "\(command)")
        #expect(result.output.contains(word) || right == "share", "\(command): \(result.output)")
        for secret in ["Secret", "Hidden", "9.00"] {
            #expect(!result.output.contains(secret), "\(command): \(result.output)")
        }
        let json = try runner.shell("ledger \(command) --as Bo -O json --now 2026-03-03")
        #expect(!json.output.contains("Secret") && !json.output.contains("Hidden"), "\(command)")
    }
}
