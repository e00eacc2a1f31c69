import EventLog
import Ledger
import Support
import Testing

/// A household's statement, with sums and counts that were computed elsewhere.
@Suite("A household's statement", .enabled(if: SharedData.has("csv-household-inr")))
struct HouseholdTests {
    private static let folder = "csv-household-inr"

    /// The rows of the statement: RFC 4180 with a header.
    private static func rows() throws -> [[String: String]] {
        let bytes = try #require(
            SharedData.bytes("\(folder)/Daily Household Transactions.csv"))
        var records: [[String]] = [[]]
        var cell = ""
        var isQuoted = false
        for character in String(decoding: bytes, as: UTF8.self) {
            switch character {
            case "\"": isQuoted.toggle()
            case ",", "\n", "\r\n":
                guard !isQuoted else { fallthrough }
                records[records.count - 1].append(cell)
                cell = ""
                if character != "," { records.append([]) }
            default: cell.append(character)
            }
        }
        if !cell.isEmpty { records[records.count - 1].append(cell) }
        let header = try #require(records.first)
        return records.dropFirst().filter { $0.count == header.count }.map { record in
            Dictionary(uniqueKeysWithValues: zip(header, record))
        }
    }

    private static func line(_ row: [String: String]) throws -> NewLine {
        let kinds: [String: EntryKind] = [
            "Expense": .expense, "Income": .income, "Transfer-Out": .transfer,
        ]
        let date = try #require(row["Date"]).split(separator: " ")
        let parts = date[0].split(separator: "-").compactMap { Int($0) }
        let day = try #require(Day(year: parts[2], month: parts[1], day: parts[0]))
        let currency = try #require(Currency.iso(row["Currency"] ?? ""))
        let levels = [row["Category"], row["Subcategory"]].compactMap { $0 }
        return NewLine(
            kind: try #require(kinds[row["Income/Expense"] ?? ""]),
            amount: try Money(parsing: row["Amount"] ?? "", currency: currency), day: day,
            category: levels.filter { !$0.isEmpty }.joined(separator: ":"), account: row["Mode"],
            details: LineDetails(
                time: date.count > 1 ? TimeOfDay(date[1]) : nil, title: row["Note"] ?? ""))
    }

    private static func snapshot() throws -> LedgerSnapshot {
        let store = try Given.store([Given.ledger])
        let lines = try rows().map(line)
        let start = ImportStart(
            origin: "import",
            accounts: lines.map { line in
                ImportStart.Account(
                    name: line.account ?? "", currency: line.amount.currency, day: line.day)
            })
        var decision = try ImportDecision(start, LedgerSnapshot(store: store).state(for: []))
        var events = decision.opening
        for line in lines { events.append(try decision.event(of: line)) }
        let commit = NewCommit(
            id: CommitID(high: 2, low: 0), recordedAt: Timestamp(millisecondsSince1970: 0),
            actor: .position(1), batch: .inThisCommit(0), events: events)
        _ = try store.append(commit, expecting: 4)
        return try LedgerSnapshot(store: store)
    }

    /// `8304.16`, `8304.1` and `8304` as paise.
    private static func paise(_ text: String?) throws -> Int128 {
        let parts = try #require(text).split(separator: ".")
        let fraction = parts.count > 1 ? String(parts[1]) : ""
        let zeros = String(repeating: "0", count: 2 - fraction.count)
        return try #require(Int128("\(parts[0])\(fraction)\(zeros)"))
    }

    private static let names: [EntryKind: String] = [
        .expense: "Expense", .income: "Income", .transfer: "Transfer-Out",
    ]

    private static func weekLabel(_ day: Day) -> String {
        let week = day.isoWeek
        return "\(week.year)-W" + (week.week < 10 ? "0" : "") + "\(week.week)"
    }

    @Test("sums and counts of every bucket are those computed elsewhere")
    func buckets() throws {
        let expected = try #require(SharedData.json("\(HouseholdTests.folder)/expected.json"))
        let snapshot = try HouseholdTests.snapshot()
        let cuts: [(String, Period, Weekday, (Day) -> String)] = [
            ("by_day", .daily, .monday, { $0.description }),
            ("by_iso_week", .weekly, .monday, HouseholdTests.weekLabel),
            ("by_week_starting_sunday", .weekly, .sunday, { $0.description }),
            ("by_month", .monthly, .monday, { String($0.description.prefix(7)) }),
        ]
        for (name, period, weekStart, label) in cuts {
            let report = try snapshot.report(
                ReportParameters(period: period, weekStart: weekStart), now: Given.day(0))
            let kinds = try #require(expected[name]?.object)
            let buckets = kinds.values.reduce(0) { $0 + ($1.object?.count ?? 0) }
            #expect(report.rows.count == buckets)
            for row in report.rows {
                let kind = try #require(HouseholdTests.names[row.kind])
                let cell = try #require(expected[name]?[kind]?[label(row.start)])
                #expect(Int(row.count) == cell["count"]?.integer)
                #expect(
                    try HouseholdTests.paise(row.sum) == HouseholdTests.paise(cell["sum"]?.string))
            }
        }
    }

    @Test("categories and accounts come to what was computed elsewhere")
    func groups() throws {
        let expected = try #require(SharedData.json("\(HouseholdTests.folder)/expected.json"))
        let snapshot = try HouseholdTests.snapshot()
        for (name, by) in [
            ("by_category", .category(depth: 1)), ("by_mode", .account),
        ] as [(String, ReportGrouping)] {
            let report = try snapshot.report(ReportParameters(by: by), now: Given.day(0))
            let kinds = try #require(expected[name]?.object)
            #expect(report.rows.count == kinds.values.reduce(0) { $0 + ($1.object?.count ?? 0) })
            for row in report.rows {
                let kind = try #require(HouseholdTests.names[row.kind])
                let label = try #require(row.category ?? row.account)
                let cell = try #require(expected[name]?[kind]?[label])
                #expect(Int(row.count) == cell["count"]?.integer)
                #expect(
                    try HouseholdTests.paise(row.sum) == HouseholdTests.paise(cell["sum"]?.string))
            }
        }
    }

    @Test func keepsEveryRow() throws {
        let expected = try #require(SharedData.json("\(HouseholdTests.folder)/expected.json"))
        let snapshot = try HouseholdTests.snapshot()
        let lines = try snapshot.lines()
        #expect(lines.count == expected["rows"]?.integer)
        #expect(lines.first?.facts.day.description == expected["last_date"]?.string)
        #expect(lines.last?.facts.day.description == expected["first_date"]?.string)
        #expect(lines.filter { $0.details.title.isEmpty }.count == 521)
    }
}
