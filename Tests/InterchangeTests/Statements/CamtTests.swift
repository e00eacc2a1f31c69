import Interchange
import Ledger
import Testing

/// Account reports of ISO 20022: the figures are those of the files, added up by hand.
@Suite struct CamtTests {
    private static let account = "DE02100100100006820101"

    @Test func statementOfAnAccount() throws {
        let parsed = try parsing(
            statement("account.camt053.xml"), zone: try Zone(name: "Europe/Berlin"))
        let account = CamtTests.account
        #expect(
            parsed.summary == [
                "22|2026-03-02|expense 4560 EUR|\(account)|Stadtwerke & Co|Power March meter 7"
                    + "|B-100",
                "37|2026-03-28 02:30|income 200000 EUR|\(account)|Works Ltd|RF18|B-101",
                "47|2026-03-30|expense 30000 EUR|\(account)|Landlord||B-102/1",
                "47|2026-03-30|expense 3781 EUR|\(account)|Phone|bill 9|B-102/2",
                "65|2026-03-31|expense -1000 EUR|\(account)|Direct debit returned||B-103",
            ])
        #expect(parsed.refused == [])
        #expect(
            parsed.statements == [
                StatementNote(
                    account: account, currency: "EUR", entries: 4, opening: "250.00",
                    closing: "1876.59", day: "2026-03-31", isProven: true)
            ])
    }

    /// Tags with a blank in them, and texts with a letter as an entity, are read with more care.
    @Test func saysTheSameHoweverTagsAreWritten() throws {
        let plain = String(decoding: try statement("account.camt053.xml"), as: UTF8.self)
        let expected = try parsing(plain)
        let ends = plain.replacing("</Ntry>", with: "</Ntry  >").replacing("</Dt>", with: "</Dt >")
        let begins = plain.replacing("<Ntry>", with: "<Ntry >").replacing("<Nm>", with: "<Nm\t>")
        let prefixed = plain.replacing("<Ustrd>", with: "<a:Ustrd>")
            .replacing("</Ustrd>", with: "</a:Ustrd>")
        for text in [ends, begins, prefixed, plain.replacing("Phone", with: "&#80;hone")] {
            #expect(text != plain)
            #expect(try parsing(text) == expected)
        }
    }

    /// Names of as many letters as are looked up, and of one more, some of them alike.
    @Test(arguments: [
        "A", "Abcdefgh", "Abcdefghi", "AbcdefghAbcdefgh", "AbcdefghAbcdefghi", "A1", "Ustrd2",
    ])
    func passesOverElementsOfAnyName(_ name: String) throws {
        let rest = "<\(name)>x <\(name)x> y\n</\(name)x></\(name)>"
        let text = report(entry("3", "DBIT", rest))
        #expect(try parsing(text).summary == parsing(report(entry("3", "DBIT"))).summary)
        #expect(throws: ImportError.self) {
            try parsing(report(entry("3", "DBIT", "<\(name)></\(name)x>")))
        }
    }

    /// A report with these balances and entries.
    private func report(
        _ entries: String, opening: String = "10.00", closing: String = "7.00",
        _ name: String = "Stmt"
    ) -> String {
        func balance(_ type: String, _ amount: String) -> String {
            let isOut = amount.hasPrefix("-")
            return "<Bal><Tp><CdOrPrtry><Cd>\(type)</Cd></CdOrPrtry></Tp>"
                + "<Amt Ccy='EUR'>\(isOut ? String(amount.dropFirst()) : amount)</Amt>"
                + "<CdtDbtInd>\(isOut ? "DBIT" : "CRDT")</CdtDbtInd></Bal>\n"
        }
        return "<Document xmlns='urn:iso:std:iso:20022:tech:xsd:camt.053.001.02'>\n<\(name)>"
            + "<Acct><Id><Othr><Id>77</Id></Othr></Id></Acct>\n"
            + balance("OPBD", opening) + balance("CLBD", closing) + entries
            + "</\(name)>\n</Document>\n"
    }

    private func entry(_ amount: String, _ side: String, _ rest: String = "") -> String {
        "<Ntry><Amt Ccy='EUR'>\(amount)</Amt><CdtDbtInd>\(side)</CdtDbtInd>"
            + "<BookgDt><Dt>2026-03-31+02:00</Dt></BookgDt>\(rest)</Ntry>\n"
    }

    @Test func balancesProve() throws {
        let both = entry("5.5", "DBIT") + entry("2.50", "CRDT")
        #expect(try parsing(report(both)).statements.map(\.isProven) == [true])
        let overdrawn = report(entry("20", "DBIT"), closing: "-10.00")
        #expect(try parsing(overdrawn).statements.map(\.isProven) == [true])
        let gap = StatementGap(
            account: "77", opening: "10.00", sum: "2.50", closing: "7.00", difference: "-5.50",
            currency: "EUR")
        let missing = report(entry("2.50", "CRDT"))
        #expect(throws: ImportError.incompleteStatement(gap, line: 6)) { try parsing(missing) }
        let without = try parsing(missing, CSVImportOptions(balance: ""))
        #expect(without.rows.count == 1)
        #expect(without.statements.map(\.isProven) == [false])
    }

    @Test func pendingIsAsked() throws {
        let text = report(
            entry("3.00", "DBIT", "<Sts>BOOK</Sts>") + entry("4.00", "DBIT", "<Sts>PDNG</Sts>"))
        let asked = ImportError.ambiguousRows(
            .state, column: "Sts", values: ["pending"],
            samples: [CellSample(line: 6, text: "pending")])
        #expect(throws: asked) { try parsing(text) }
        let booked = try parsing(text, CSVImportOptions(leftOut: ["Sts=pending"]))
        #expect(booked.rows.map(\.facts.amount.minor) == [300])
        #expect(booked.statements.map(\.isProven) == [true])
    }

    /// Payments that do not add up to the entry, or are of another currency, are one row.
    @Test(arguments: [
        "<Amt Ccy='EUR'>1.00</Amt>|<Amt Ccy='EUR'>1.00</Amt>",
        "<Amt Ccy='USD'>1.00</Amt>|<Amt Ccy='EUR'>2.00</Amt>", "|<Amt Ccy='EUR'>3.00</Amt>",
    ])
    func batches(_ parts: String) throws {
        let details = parts.split(separator: "|", omittingEmptySubsequences: false)
            .map { "<TxDtls>\($0)</TxDtls>" }.joined()
        let text = report(entry("3.00", "DBIT", "<NtryDtls>\(details)</NtryDtls>"))
        #expect(
            try parsing(text).rows.map(\.facts.amount.minor) == [300])
    }

    /// A batch may hold amounts of both sides.
    @Test func batchesOfBothSides() throws {
        let details =
            "<TxDtls><Amt Ccy='EUR'>5.00</Amt></TxDtls>"
            + "<TxDtls><Amt Ccy='EUR'>2.00</Amt><CdtDbtInd>CRDT</CdtDbtInd></TxDtls>"
        let text = report(entry("3.00", "DBIT", "<NtryDtls>\(details)</NtryDtls>"))
        #expect(
            try parsing(text).summary == [
                "5|2026-03-31|expense 500 EUR|77|||-", "5|2026-03-31|income 200 EUR|77|||-",
            ])
    }

    @Test func rowsAreRefused() throws {
        let text = report(
            entry("3.00", "DBIT") + entry("1", "XXXX") + entry("1.005", "DBIT")
                + entry("-1", "CRDT", "").replacing("2026-03-31", with: "2026-02-30"),
            closing: "7.00")
        let parsed = try parsing(text)
        #expect(
            parsed.refused == [
                RefusedRow(line: 6, column: "CdtDbtInd", reason: .unknownKind("XXXX")),
                RefusedRow(
                    line: 7, column: "Amt", reason: .tooPrecise("-1.005", decimalsMax: 2)),
                RefusedRow(line: 8, column: "BookgDt", reason: .badDate("2026-02-30+02:00")),
            ])
    }

    /// A reference that the payments of a batch have in common is none of theirs.
    @Test(arguments: [
        ("a", "b", ["a", "b"]), ("a", "a", ["R/1", "R/2"]), ("a", "", ["R/1", "R/2"]),
    ])
    func referencesOfBatches(_ first: String, _ second: String, _ ids: [String]) throws {
        let details = [first, second].map {
            "<TxDtls><Refs><AcctSvcrRef>\($0)</AcctSvcrRef></Refs>"
                + "<Amt Ccy='EUR'>1.50</Amt></TxDtls>"
        }
        let rest =
            "<AcctSvcrRef>R</AcctSvcrRef><NtryDtls>\(details.joined())</NtryDtls>"
        let parsed = try parsing(report(entry("3.00", "DBIT", rest)))
        #expect(parsed.rows.map(\.details.externalID) == ids)
    }

    /// A file in a single line, and one without a name space, are known, too.
    @Test func isKnown() throws {
        let text = report(entry("3.00", "DBIT"))
        let line = text.replacing("\n", with: "")
            .replacing("<Document ", with: "<Document \(String(repeating: " ", count: 600))")
        #expect(try parsing(line).rows.map(\.line) == [1])
        let end = try #require(text.firstIndex(of: ">"))
        let bare = "<BkToCstmrStmt" + text[end...].replacing("Document", with: "BkToCstmrStmt")
        #expect(try parsing(bare).rows.map(\.line) == [5])
    }

    @Test func notices() throws {
        let text =
            "<n:Document xmlns:n='x:camt.054.001.04'><n:Ntfctn>\n"
            + entry("3.00", "DBIT") + "</n:Ntfctn></n:Document>"
        #expect(try parsing(text).summary == ["2|2026-03-31|expense 300 EUR|-|||-"])
        let value = text.replacing("BookgDt", with: "ValDt")
        #expect(try parsing(value).summary == ["2|2026-03-31|expense 300 EUR|-|||-"])
    }

    @Test(arguments: [
        ("<Document xmlns='camt.053'>\n</Document>", StatementFault.noStatement, 2),
        ("<Document xmlns='camt.053'>\n<Stmt>", .cut("</Stmt>"), 2),
        ("<Document xmlns='camt.053'>\n<Stmt></Acct>", .misplaced("</Acct>"), 2),
        ("<Document xmlns='camt.053'>\n<Stmt>&nbsp;", .malformed("&"), 2),
        (
            "<Document xmlns='camt.053'>\n<Stmt><Ntry><Amt>1</Amt>\n<Amt>2</Amt>",
            .misplaced("<Amt>"), 3
        ),
        (
            "<a xmlns='camt.053'><Stmt><Ntry><CdtDbtInd>DBIT</CdtDbtInd>\n"
                + "<CdtDbtInd>CRDT</CdtDbtInd>", .misplaced("<CdtDbtInd>"), 2
        ),
        ("<a xmlns='camt.053'><Stmt><Ntry>\n<Amt>1,250</Amt>", .malformed("1,250"), 2),
        ("<?xml version='1.0'?>\n<!DOCTYPE a [<!ENTITY b 'camt.053'>]><a/>", .malformed("<!"), 2),
        ("<Document xmlns='camt.053'>\n<Stmt><Ntry>a < b", .malformed("<"), 2),
        (
            "<Document xmlns='camt.053'>\n<Stmt>" + String(repeating: "<a>", count: 70),
            .tooLong("depth"), 2
        ),
    ])
    func faults(_ text: String, _ fault: StatementFault, _ line: Int) {
        #expect(throws: ImportError.badStatement(.camt, fault, line: line)) { try parsing(text) }
    }

    /// A file that is cut anywhere is refused as a whole.
    @Test func cuts() throws {
        let file = try statement("account.camt053.xml")
        for count in 0..<file.count - 2 {
            #expect(throws: ImportError.self) { try parsing(Array(file.prefix(count))) }
        }
    }

    @Test func damage() throws {
        #expect(isSound(try statement("account.camt053.xml"), seed: 3, rounds: 2_000))
    }
}
