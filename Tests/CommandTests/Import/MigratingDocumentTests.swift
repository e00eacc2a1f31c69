import Support
import Testing

/// The commands of the page on coming from another program, typed one after the other.
@Suite("Migrating.md is true")
struct MigratingDocumentTests {
    private static let path = "Sources/Ledger/Ledger.docc/Migrating.md"

    /// Small files of the programs that the page names.
    private static let files = [
        "2026.journal": """
        2026-03-01 * Bakery | Bread
            expenses:food:bread    3.20 EUR
            assets:cash

        2026-03-02 Salary
            assets:giro         1,900.00 EUR
            income:salary

        """,
        "main.beancount": """
        option "operating_currency" "EUR"
        2026-01-01 open Assets:Cash EUR
        2026-01-01 open Expenses:Food EUR
        2026-01-01 open Equity:Opening EUR
        2026-01-02 * "Opening"
          Assets:Cash        50.00 EUR
          Equity:Opening    -50.00 EUR
        2026-03-01 * "Bakery" "Bread"
          Expenses:Food      3.20 EUR
          Assets:Cash
        2026-03-02 balance Assets:Cash 46.80 EUR

        """,
        "tasks.json": """
        [
        {"id":1,"description":"Order bulbs","due":"20260327T230000Z","entry":"20260301T100000Z",\
        "modified":"20260301T100000Z","project":"home","status":"pending","tags":["shop"],\
        "uuid":"5a1e8d3c-0b6f-4a52-9c1d-2f6f0e7c9b11","urgency":10}
        ]

        """,
        "todo.txt": "(A) 2026-03-01 Call Ann +home @phone due:2026-03-27\n",
        "done.txt": "x 2026-03-02 2026-03-01 Water plants +home\n",
        "statement.csv": """
        Date,Payee,Amount,Note
        2026-03-01,Bakery,-3.20,Bread
        2026-03-02,Employer,1900.00,Salary

        """,
        "statement.ofx": """
        OFXHEADER:100
        DATA:OFXSGML
        VERSION:102
        SECURITY:NONE
        ENCODING:USASCII
        CHARSET:1252
        COMPRESSION:NONE
        OLDFILEUID:NONE
        NEWFILEUID:NONE

        <OFX><BANKMSGSRSV1><STMTTRNRS><TRNUID>1<STATUS><CODE>0<SEVERITY>INFO</STATUS>
        <STMTRS><CURDEF>EUR<BANKACCTFROM><BANKID>1<ACCTID>77<ACCTTYPE>CHECKING</BANKACCTFROM>
        <BANKTRANLIST><DTSTART>20260301<DTEND>20260331
        <STMTTRN><TRNTYPE>DEBIT<DTPOSTED>20260305<TRNAMT>-12.00<FITID>a1<NAME>Kiosk</STMTTRN>
        </BANKTRANLIST></STMTRS></STMTTRNRS></BANKMSGSRSV1></OFX>

        """,
    ]

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
            for (name, text) in MigratingDocumentTests.files {
                try runner.write(Array(text.utf8), to: name)
            }
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
        for (name, text) in MigratingDocumentTests.files {
            try runner.write(Array(text.utf8), to: name)
        }
        _ = try runner.run("init", "--currency", "EUR", "--zone", "Europe/Berlin")
        let names = MigratingDocumentTests.files.keys.sorted()
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
