import Interchange
import Ledger
import Testing

/// What files of banks say beside days, amounts, parties and purposes is in columns of its own,
/// which an option keeps.
@Suite struct StatementFieldsTests {
    private func notes(_ file: String, _ column: String) throws -> [String] {
        try parsing(file, CSVImportOptions(note: column)).rows.map(\.details.note)
    }

    @Test func ofx() throws {
        let file =
            "OFXHEADER:100\nDATA:OFXSGML\nVERSION:102\n\n<OFX><BANKMSGSRSV1><STMTTRNRS><STMTRS>"
            + "<CURDEF>EUR<BANKACCTFROM><BANKID>1<ACCTID>7</BANKACCTFROM><BANKTRANLIST><STMTTRN>"
            + "<TRNTYPE>DEBIT<DTPOSTED>20260105<TRNAMT>-5.00<FITID>1<REFNUM>R7<SIC>5411<NAME>Ann"
            + "<BANKACCTTO><BANKID>2<ACCTID>88<ACCTTYPE>CHECKING</BANKACCTTO></STMTTRN>"
            + "</BANKTRANLIST></STMTRS></STMTTRNRS></BANKMSGSRSV1></OFX>\n"
        #expect(try notes(file, "REFNUM") == ["R7"])
        #expect(try notes(file, "SIC") == ["5411"])
        #expect(try notes(file, "BANKACCTTO") == ["88"])
    }

    @Test func camt() throws {
        let file = """
            <?xml version="1.0" encoding="UTF-8"?>
            <Document xmlns="urn:iso:std:iso:20022:tech:xsd:camt.053.001.02"><BkToCstmrStmt><Stmt>
            <Id>1</Id><Acct><Id><IBAN>DE02120300000000202051</IBAN></Id></Acct><Ntry>
            <Amt Ccy="EUR">5.00</Amt><CdtDbtInd>DBIT</CdtDbtInd><Sts>BOOK</Sts>
            <BookgDt><Dt>2026-01-05</Dt></BookgDt><NtryDtls><TxDtls>
            <Refs><EndToEndId>E1</EndToEndId><MndtId>M1</MndtId></Refs><RltdPties>
            <Cdtr><Nm>Ann</Nm></Cdtr>
            <CdtrAcct><Id><IBAN>DE02500105170137075030</IBAN></Id></CdtrAcct>
            <DbtrAcct><Id><IBAN>DE02120300000000202051</IBAN></Id></DbtrAcct></RltdPties>
            <RmtInf><Ustrd>Rent</Ustrd></RmtInf></TxDtls></NtryDtls>
            <AddtlNtryInf>Direct debit</AddtlNtryInf></Ntry></Stmt></BkToCstmrStmt></Document>

            """
        #expect(try notes(file, "IBAN") == ["DE02500105170137075030"])
        #expect(try notes(file, "MndtId") == ["M1"])
        #expect(try notes(file, "AddtlNtryInf") == ["Direct debit"])
        #expect(try notes(file, "RmtInf") == ["Rent"])
    }

    @Test(arguments: [
        "166?00SEPA?20EREF+E7 SVWZ+Rent?31DE02500105170137075030?32Ann",
        "166?00SEPA?20EREF+E7?21IBAN+DE02500105170137075030?22SVWZ+Rent?32Ann",
        "/EREF/E7/IBAN/DE02500105170137075030/NAME/Ann/REMI/Rent",
    ])
    func mt940(_ information: String) throws {
        let file =
            ":20:A\n:25:12030000/202051\n:28C:1/1\n:60F:C260101EUR9,\n"
            + ":61:2601050105D5,00NMSCNONREF//R1\n:86:\(information)\n:62F:C260105EUR4,\n-\n"
        #expect(try notes(file, "IBAN") == ["DE02500105170137075030"])
        #expect(try notes(file, "EREF") == ["E7"])
        #expect(try notes(file, "Purpose") == ["Rent"])
    }

    @Test func qif() throws {
        let file =
            "!Type:Bank\nD1/31/2026\nT-5.00\nPAnn\nASea Road 1\nALisbon\n"
            + "LHome:Rent/Flat\n^\n"
        #expect(try notes(file, "Class") == ["Flat"])
        #expect(try notes(file, "A") == ["Sea Road 1, Lisbon"])
        let parsed = try parsing(file)
        #expect(parsed.rows.map { $0.facts.category?.text } == ["Home:Rent"])
    }

    @Test(
        "what was said about fewer columns of a format holds",
        arguments: StatementFormat.allCases)
    func profiles(_ format: StatementFormat) {
        let columns = format.columns
        func isKnown(_ header: some Sequence<String>) -> Bool {
            CSVProfile(name: "bank", header: Array(header), options: CSVImportOptions())
                .matches(columns)
        }
        #expect(isKnown(columns) && isKnown(columns.prefix(format == .qif ? 9 : 11)))
        #expect(!isKnown(columns.prefix(8)) && !isKnown(columns.dropFirst()))
    }
}
