import Application
import Interchange
import Ledger
import Support
import Testing

/// Statements in formats of banks go the way of CSV files: once, with profiles, undone as one.
@Suite struct StatementImportTests {
    private func run(
        _ text: String, _ env: Environment, _ options: CSVImportOptions? = nil,
        profile: String? = nil, save: String? = nil
    ) throws -> ImportCSV.Output {
        let input = ImportCSV.Input(
            file: FileBytes(bytes(text)), fileName: "bank", options: options, profile: profile,
            saveProfile: save)
        return try ImportCSV.run(input, in: env)
    }

    private func file(_ name: String) throws -> String {
        try #require(try SourceTree.file("Fixtures/statements/\(name)")).text
    }

    private func statement(_ transactions: String) -> String {
        "<OFX><STMTRS><CURDEF>EUR<BANKACCTFROM><ACCTID>7</BANKACCTFROM><BANKTRANLIST>"
            + transactions + "</BANKTRANLIST></STMTRS></OFX>"
    }

    private func transaction(_ day: String, _ amount: String, _ name: String, _ id: String)
        -> String
    {
        "<STMTTRN><DTPOSTED>\(day)<TRNAMT>\(amount)<FITID>\(id)<NAME>\(name)</STMTTRN>"
    }

    @Test(
        "a second time adds nothing, an overlap only what is new",
        arguments: [
            "giro.ofx", "account.camt053.xml", "register.qif", "giro.sta", "cards.qfx",
        ])
    func again(_ name: String) throws {
        let env = try opened()
        let first = try run(try file(name), env)
        #expect(first.receipt.new == first.receipt.read)
        #expect(first.receipt.new > 0)
        let second = try run(try file(name), env)
        #expect(second.receipt.new == 0)
        #expect(second.receipt.known == first.receipt.read)
        #expect(second.receipt.id == nil)
    }

    @Test func overlaps() throws {
        let env = try opened()
        let (tea, bus) = (
            transaction("20260302", "-1.00", "Tea", "a"),
            transaction("20260303", "-2.00", "Bus", "b")
        )
        _ = try run(statement(tea + bus), env)
        let more = try run(
            statement(bus + transaction("20260304", "-2.00", "Bus", "c")), env)
        #expect((more.receipt.known, more.receipt.new) == (1, 1))
        #expect(try env.sums() == ["expense 5.00 EUR 3"])
        // The bank's id finds the row whose day and text were changed.
        let moved = try run(statement(tea + transaction("20260305", "-2.00", "Tram", "b")), env)
        #expect(moved.receipt.new == 0)
        #expect(moved.receipt.changed.count == 1)
    }

    @Test("what was pending and is booked is not counted twice") func settles() throws {
        let env = try opened()
        let pending =
            "</BANKTRANLIST><BANKTRANLISTP><STMTTRNP><DTTRAN>20260304<TRNAMT>-3.50<NAME>SHOP 88"
            + "</STMTTRNP></BANKTRANLISTP><BANKTRANLIST>"
        let tea = transaction("20260302", "-1.00", "Tea", "a")
        #expect(throws: ApplicationError.self) { try run(statement(tea + pending), env) }
        _ = try run(statement(tea + pending), env, CSVImportOptions(leftOut: ["STATUS="]))
        let booked = try run(
            statement(tea + transaction("20260305", "-3.50", "Shop at the corner", "b")), env)
        #expect((booked.receipt.known, booked.receipt.new) == (1, 0))
        #expect(booked.receipt.changed.count == 1)
    }

    @Test("the same account in another format adds nothing") func formats() throws {
        let env = try opened()
        let giro = CSVImportOptions(account: "=giro")
        _ = try run(try file("giro.ofx"), env, giro)
        let other = try run(try file("giro.sta"), env, giro)
        #expect(other.receipt.read == 3)
        #expect(other.receipt.new == 0)
        #expect(try env.sums() == ["expense 718.40 EUR 2", "income 2450.00 EUR 1"])
    }

    @Test func profiles() throws {
        let env = try opened()
        let text = statement(transaction("20260302", "-1.00", "Tea", "a"))
        let first = try run(text, env, CSVImportOptions(account: "=giro"), save: "giro")
        #expect(first.understood.profile.saved == "giro")
        #expect(first.understood.format == "ofx")
        let next = statement(transaction("20260402", "-2.00", "Tea", "b"))
        #expect(try run(next, env).understood.profile.proposed == ["giro"])
        _ = try UndoCommits.run(UndoCommits.Input(), in: env)
        let second = try run(next, env, profile: "giro")
        #expect(!second.understood.profile.isForOtherColumns)
        let rows = try ListEntries.run(ListEntries.Input(), in: env).rows
        #expect(Set(rows.map(\.account)) == ["giro"])
    }
}
