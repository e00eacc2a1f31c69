import Application
import EventLog
import Interchange
import Ledger

/// Inputs that become texts and text files.
enum TextInputs {
    private static let euro = Currency.iso("EUR") ?? Currency.isoAll[0]
    private static let today = Day(daysSince1970: 20_454)

    // MARK: CSV

    /// A byte of options, then a file, which says the same when it is read again.
    static func csv(_ bytes: [UInt8], _ checks: FuzzChecks) throws(FuzzFinding) {
        guard let first = bytes.first else { return }
        let file = Array(bytes.dropFirst())
        var options = CSVImportOptions()
        options.sign = first & 1 == 0 ? .spend : .account
        if first & 2 != 0 { options.hasHeader = false }
        if first & 4 != 0 { options.decimalMark = first & 8 == 0 ? .comma : .point }
        if first & 16 != 0 { options.minorUnits = true }
        if first >> 5 != 0 { options.encoding = TextEncoding.allCases[Int(first >> 5)] }
        let once = parsed(file, options)
        guard !checks.contains(.reading) || once == parsed(file, options) else {
            throw FuzzFinding("a file is read in two ways")
        }
    }

    private static func parsed(_ file: [UInt8], _ options: CSVImportOptions) -> ParsedImport? {
        try? CSVImport.parse(file, options, baseCurrency: euro) { Currency.iso($0) }
    }

    static var csvSeeds: [[UInt8]] {
        let files = [
            "Date,Description,Amount\n2026-03-01,Bread,\"1,204.50\"\n2026-03-14,Rent,-7\n",
            "sep=;\nDatum;Empfänger;Soll;Haben\n01.03.2026;Bäcker;1.204,50;\n31.03.2026;Lohn;;7\n",
            "\u{FEFF}date\tamount\tcurrency\tcategory\n3 Apr 2026\t(12.00)\tUSD\tfood:bread\n",
            "date,amount\r20260301,\u{2212}5\r20260301 9:00 PM,6\r2026-03-01T09:00:00[UTC],7\r",
            "<OFX><STMTRS><CURDEF>EUR<BANKTRANLIST><STMTTRN><DTPOSTED>20260331<TRNAMT>-5,5<FITID>1"
                + "<NAME>a&amp;b</STMTTRN></BANKTRANLIST></STMTRS></OFX>",
            "<Document xmlns='camt.053'><Stmt><Ntry><Amt Ccy='EUR'>5</Amt><CdtDbtInd>DBIT"
                + "</CdtDbtInd><BookgDt><Dt>2026-03-31</Dt></BookgDt></Ntry></Stmt></Document>",
            "!Type:Bank\nD31/1'26\nT-5.50\nPTea\nSfood\n$-5.50\n^\n",
            ":20:A\n:25:7\n:60F:C260101EUR9,\n:61:260302D5,NMSC//1\n:86:166?20SVWZ+a?32b\n"
                + ":62F:C260302EUR4,\n",
            "My bank\n\nBooked,Value,Text,Amount CR/DR\n1/31/26,x,\"a\nb\",5.00 DR\nTotal,,,5.00\n",
        ].map { Array($0.utf8) }
        let wide: [UInt8] = [0xFF, 0xFE] + files[0].flatMap { [$0, 0] }
        return ([wide] + files).flatMap { file -> [[UInt8]] in
            [[0] + file, [1] + file, [0x14] + file, [0x80] + file]
        }
    }

    // MARK: Phrases

    /// A byte that chooses the reader, then what somebody typed.
    static func phrase(_ bytes: [UInt8]) throws(FuzzFinding) {
        guard let first = bytes.first else { return }
        let text = String(decoding: bytes.dropFirst(), as: UTF8.self)
        switch first % 8 {
        case 0: try money(text)
        case 1: try day(text)
        case 2: _ = try? DatePhrase.range(text, today: today, weekStart: .monday)
        case 3: _ = try? DatePhrase.periodExpression(text, today: today, weekStart: .sunday)
        case 4: try deadline(text)
        case 5: try path(text)
        case 6: _ = (AmountRange(text), TimeSpan(text), TimeOfDay(text), Timestamp(text))
        default:
            _ = try? LineQuery(
                parsing: text, referenceData: referenceData, today: today, weekStart: .monday)
        }
    }

    /// Accounts and people to speak of.
    private static let referenceData: ReferenceData = {
        let log = try? Log.open(
            in: MemoryStorage(SampleLedger.files(rounds: 1)), options: SampleLedger.options)
        guard let log else { return ReferenceData() }
        return (try? FileEventStore(log).project(0..<5, as: ReferenceData.self)) ?? ReferenceData()
    }()

    private static let indian = MoneyFormat(decimalMark: .point, groupingMarks: ", ")

    private static func money(_ text: String) throws(FuzzFinding) {
        _ = try? Money(parsing: text, currency: euro, format: indian)
        guard let money = try? Money(parsing: text, currency: euro) else { return }
        guard (try? Money(parsing: money.description, currency: euro)) == money else {
            throw FuzzFinding("an amount is not read back: \(text)")
        }
    }

    private static func day(_ text: String) throws(FuzzFinding) {
        _ = try? DatePhrase.dueDay(text, today: today, weekStart: .monday)
        guard let day = try? DatePhrase.day(text, today: today, weekStart: .monday) else { return }
        guard Day(day.description) ?? day == day else {
            throw FuzzFinding("a day is not read back: \(text)")
        }
    }

    private static let berlin = try? Zone(name: "Europe/Berlin")

    private static func deadline(_ text: String) throws(FuzzFinding) {
        guard let berlin else { return }
        _ = try? DeadlinePhrase.deadline(
            text, now: Timestamp(millisecondsSince1970: 1_767_225_600_000), zone: berlin,
            weekStart: .monday)
    }

    private static func path(_ text: String) throws(FuzzFinding) {
        guard let path = try? CategoryPath(text) else { return }
        guard (try? CategoryPath(path.description)) == path else {
            throw FuzzFinding("a category is not read back: \(text)")
        }
    }

    static var phraseSeeds: [[UInt8]] {
        let texts: [[String]] = [
            ["12.50", "-0,07", "92233720368547758.07", "1e9", "12,34,567.80", "1 234"],
            DatePhrase.examples, DatePhrase.examples,
            DatePhrase.examples + ["every 2 weeks since 2026-03", "every 25th day of month"]
                + ["biweekly", "fortnightly since 2026-03", "every 2 weeks"],
            DeadlinePhrase.examples + ["2026-12-01T14:30:00+01:00", "tomorrow at"],
            ["food:bread", " a : b/c "],
            ["10..20", ">=5", "2w", "14:30", "2026-12-01T14:30:00Z", "30 min"],
            [
                "bread -cat:food amt:>5 date:2026-03 not:tag:x \"a b\" cur:EUR acct:1 who:1 id:7",
                "acct:cash by:ada who:none type:income title:x note:y batch:#7", "cat:=food cat:",
                "type:thing", "cur:XYZ", "acct:none", "not:",
            ],
        ]
        return texts.enumerated().flatMap { index, texts in
            texts.map { [UInt8(index)] + Array($0.utf8) }
        }
    }

    // MARK: Files

    private static let time = TimeOfDay(secondsSinceMidnight: 9_000)

    static func zone(_ bytes: [UInt8]) {
        guard let zone = try? Zone(name: "Fuzzed", tzif: bytes) else { return }
        for seconds in stride(
            from: Int64(-3_000_000_000), through: 9_000_000_000, by: 2_999_999_999)
        {
            guard let time else { return }
            let moment = Timestamp(millisecondsSince1970: seconds * 1_000)
            _ = zone.timestamp(of: zone.day(at: moment), time)
        }
    }

    /// Files of version 2 (RFC 9636): a block for readers of version 1, one of 64 bits with two
    /// changes, and a rule.
    static var zoneSeeds: [[UInt8]] {
        ["CET-1CEST,M3.5.0,M10.5.0/3", "<+1030>-10:30<+11>-11,J60/2,300/26:30", "UTC0", ""].map {
            zoneHeader(times: 0, types: 1) + [0, 0, 0, 0, 0, 0] + Array("UTC\0".utf8)
                + zoneHeader(times: 2, types: 2)
                + [-1_693_706_400, 1_679_792_400].flatMap { (time: Int64) in
                    (0..<8).reversed().map { UInt8(truncatingIfNeeded: time >> (8 * $0)) }
                } + [1, 0]
                + [0, 0, 0x0E, 0x10, 0, 0] + [0, 0, 0x1C, 0x20, 1, 0] + Array("CET\0".utf8)
                + Array("\n\($0)\n".utf8)
        }
    }

    private static func zoneHeader(times: UInt8, types: UInt8) -> [UInt8] {
        Array("TZif2".utf8) + [UInt8](repeating: 0, count: 15)
            + [0, 0, 0, times, types, 4].flatMap { [0, 0, 0, $0] }
    }

    static func settings(_ bytes: [UInt8], _ checks: FuzzChecks) {
        if checks.contains(.reading) { _ = try? SettingsFile(bytes, path: "settings.json") }
        if checks.contains(.verifying) { _ = try? ProfilesFile(bytes, path: "profiles.json") }
        if checks.contains(.folding) { _ = try? KeptFile<Rule>(bytes, path: "rules.json") }
    }

    static var settingsSeeds: [[UInt8]] {
        [
            #"{"version":1,"device":"0123456789abcdef","user":3,"defaults":{"zone":"UTC"},"x":1}"#,
            #"{"version":1,"profiles":[{"name":"bank","header":["Date"],"options":{}}]}"#,
        ].map { Array($0.utf8) }
    }
}
