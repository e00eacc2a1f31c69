import Support
import Testing

/// Files of a bank whose ids another account has already.
@Suite("The ids of a bank in two accounts") struct KnownElsewhereTests {
    private func ofx(_ rows: [(day: String, amount: String, id: String, name: String)]) -> String {
        let entries = rows.map { row in
            "<STMTTRN><TRNTYPE>DEBIT<DTPOSTED>\(row.day)<TRNAMT>\(row.amount)<FITID>\(row.id)"
                + "<NAME>\(row.name)</STMTTRN>\n"
        }
        return "OFXHEADER:100\nDATA:OFXSGML\nVERSION:103\nENCODING:USASCII\nCHARSET:1252\n\n"
            + "<OFX><BANKMSGSRSV1><STMTTRNRS><TRNUID>1<STMTRS>\n<CURDEF>EUR\n"
            + "<BANKACCTFROM><BANKID>1<ACCTID>7<ACCTTYPE>CHECKING</BANKACCTFROM>\n"
            + "<BANKTRANLIST><DTSTART>20260301<DTEND>20260331\n\(entries.joined())"
            + "</BANKTRANLIST></STMTRS></STMTTRNRS></BANKMSGSRSV1></OFX>\n"
    }

    private func ledger() throws -> CommandRunner {
        let runner = try CommandRunner()
        let opening = ["init", "--currency", "EUR", "--zone", "UTC", "--owner", "Ada"]
        try #require(try runner.start(opening).finish().code == 0)
        let first = [
            ("20260302", "-1.00", "A1", "Tea"), ("20260303", "-2.00", "A2", "Bun"),
            ("20260304", "-3.00", "A3", "Pie"),
        ]
        let second = Array(first[1...]) + [("20260305", "-4.00", "A4", "Jam")]
        try runner.write(Array(ofx(first).utf8), to: "one.ofx")
        try runner.write(Array(ofx(second).utf8), to: "two.ofx")
        return runner
    }

    @Test("rows that overlap are asked about before they count twice") func overlap() throws {
        let runner = try ledger()
        #expect(try runner.run("import", "one.ofx", "--account", "=giro").code == 0)
        let twice = try runner.run("import", "two.ofx", "--account", "=card")
        #expect(twice.code == 1 && twice.errors.contains("brought the same 2 rows"))
        #expect(twice.errors.contains("--changes ignore"))
        let sum = try runner.run("report", "-O", "csv").output
        #expect(sum.contains(",6.00,3\n"), "\(sum)")
        // The same account knows them; who means it takes them.
        #expect(try runner.run("import", "two.ofx", "--account", "=giro").code == 0)
        #expect(try runner.run("report", "-O", "csv").output.contains(",10.00,4\n"))
        let meant = try runner.run(
            "import", "two.ofx", "--account", "=card", "--changes", "ignore")
        #expect(meant.code == 0, "\(meant.errors)")
        #expect(try runner.run("report", "-O", "csv").output.contains(",19.00,7\n"))
    }

    @Test("what was taken back is not known") func undone() throws {
        let runner = try ledger()
        #expect(try runner.run("import", "one.ofx", "--account", "=giro").code == 0)
        #expect(try runner.run("undo").code == 0)
        #expect(try runner.run("import", "two.ofx", "--account", "=card").code == 0)
    }

    @Test("a list without an account and a statement with it never count twice by themselves")
    func unplaced() throws {
        let list =
            "date,amount,payee\n2026-03-02,-1.00,Tea\n2026-03-03,-2.00,Bun\n"
            + "2026-02-03,-9.00,Old\n"
        let files = ["list.csv", "one.ofx --account =giro"]
        for order in [files, files.reversed()] {
            let runner = try ledger()
            try runner.write(Array(list.utf8), to: "list.csv")
            #expect(try runner.shell("ledger import \(order[0])").code == 0)
            let before = try runner.run("report", "-O", "csv").output
            let second = try runner.shell("ledger import \(order[1])")
            #expect(second.code == 0, "\(second.errors)")
            #expect(second.output.contains("Held back: 2 rows have the day"), "\(second.output)")
            // Only what the other file does not have was added: 3.00 Pie, or 9.00 Old.
            #expect(
                before.contains(order[0] == "list.csv" ? ",12.00,3\n" : ",6.00,3\n"), "\(before)")
            let sum = try runner.run("report", "-O", "csv").output
            #expect(sum.contains(",15.00,4\n"), "\(sum)")
            let again = try runner.shell("ledger import \(order[1])")
            #expect(again.output.contains("Held back: 2 rows"), "\(again.output)")
            let meant = try runner.shell("ledger import \(order[1]) --changes ignore")
            #expect(meant.code == 0, "\(meant.errors)")
            #expect(try runner.run("report", "-O", "csv").output.contains(",18.00,6\n"))
            // And now each file knows its own.
            for file in order {
                #expect(try runner.shell("ledger import \(file)").output.contains("Nothing new"))
            }
        }
    }

    @Test("what was voided, or has another text, is another payment") func otherPayments() throws {
        let runner = try ledger()
        let list = "date,amount,payee\n2026-03-02,-1.00,Tea\n2026-03-03,-2.00,Buns\n"
        try runner.write(Array(list.utf8), to: "list.csv")
        #expect(try runner.run("import", "list.csv", "--sign", "account").code == 0)
        #expect(try runner.run("void", "--where", "tea", "--yes").code == 0)
        let second = try runner.run("import", "one.ofx", "--account", "=giro")
        #expect(!second.output.contains("Held back"), "\(second.output)")
        #expect(try runner.run("report", "-O", "csv").output.contains(",8.00,4\n"))
    }

    @Test("one id on two rows has a note, and both rows count") func repeated() throws {
        let runner = try ledger()
        let rows = [
            ("20260302", "-1.00", "A1", "Tea"), ("20260303", "-2.00", "A1", "Bun"),
        ]
        try runner.write(Array(ofx(rows).utf8), to: "odd.ofx")
        let done = try runner.run("import", "odd.ofx", "--account", "=giro")
        #expect(
            done.output.contains("note: 2 rows have the id A1: no id of this file tells rows apart")
        )
        #expect(try runner.run("report", "-O", "csv").output.contains(",3.00,2\n"))
    }
}
