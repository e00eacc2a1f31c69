import Foundation
import Support
import Testing

/// The same question to hledger and to this program, of the same book: the same cells, whole
/// periods, whatever the depth, the terms, the rows and the currency.
@Suite(
    "Questions that hledger answers alike",
    .enabled(if: ExchangeTests.hasHledger, "the program hledger is not installed"))
struct PeerQuestionTests {
    /// What is asked, as each of the two is asked, and what names the rows.
    struct Question: Sendable {
        var ours: String
        var theirs: String
        var rows = "category"
        var root = "expenses:"
        var kind = "expense"

        init(_ ours: String, _ theirs: String, rows: String = "category") {
            (self.ours, self.theirs, self.rows) = (ours, theirs, rows)
            if rows != "category" { root = "" }
        }
    }

    private static let periods = ["D", "W", "M", "Q", "Y"].map {
        Question("-\($0) --by category", "-\($0) expenses")
    }

    /// Names that differ in case only are one here, and are added up there.
    private static let household =
        periods + [
            Question("-M --by category -1", "-M expenses --depth 2"),
            Question("--by category", "expenses"),
            Question("-Q --by category cat:food", "-Q '^expenses:food(:|$)'"),
            Question("-M --by category 'amt:>500'", "-M expenses 'amt:>500'"),
            Question("-Y --by category not:cat:food", "-Y expenses 'not:acct:^expenses:food(:|$)'"),
            Question(
                "-M --by category -b 2016-01 -e 2017-07", "-M expenses -b 2016-01 -e 2017-07"),
        ]

    private static let year =
        periods + [
            Question("-M --by category -1", "-M expenses --depth 2"),
            Question("-Q --by payee", "-Q expenses --pivot payee", rows: "payee"),
            Question("--by tag:trip", "expenses --pivot trip", rows: "tag"),
            Question(
                "-M --by payee tag:trip food", "-M expenses:food tag:trip --pivot payee",
                rows: "payee"),
            Question("-M --by category cat:food or home", "-M expenses:food expenses:home"),
            Question("-M --by category payee:/^R/", "-M expenses payee:^R"),
            Question("-M --by category tag:trip=lisbon", "-M expenses tag:trip=lisbon"),
            Question("-M --by category not:tag:trip", "-M expenses not:tag:trip"),
            Question("-M --by category cur:USD", "-M expenses cur:USD"),
            Question(
                "-M --by category '(rewe or metro) not food'",
                "-M expenses not:food desc:rewe desc:metro"),
            Question("-M --by category date:2025-03..2025-05", "-M expenses date:2025-03..2025-05"),
            Question(
                "--by category -p 'every 2 months from 2025-01'",
                "expenses -p 'every 2 months from 2025-01-01'"),
            Question("-H --by category", "expenses -p 'every 6 months from 2025-01-01'"),
            // Theirs has no sign in such a term, so that it finds what was paid back, too.
            Question(
                "-M --by category '(amt:>50 or amt:<-50)'", "-M expenses 'amt:>50'"),
            // Theirs widens what is asked for to whole months where months are asked for.
            Question(
                "--by category 2025-03-05..2025-08-09", "expenses -b 2025-03-05 -e 2025-08-09"),
            Question("-M --by category -X EUR --value end", "-M expenses -X EUR"),
            Question("-M --by category -X EUR --value day", "-M expenses --value=then,EUR"),
            Question(
                "-Q --by category -1 -X EUR --value now", "-Q expenses --depth 2 --value=now,EUR"),
        ]

    // MARK: - Cells

    /// In millionths; a product of a cent and a price of four digits is exact.
    private static func millionths(_ text: String) -> Int? {
        let parts = text.split(separator: ".", omittingEmptySubsequences: false)
        guard let first = parts.first, let whole = Int(first), parts.count <= 2 else { return nil }
        let digits = parts.count == 2 ? parts[1].prefix(6) : ""
        let padded = digits + String(repeating: "0", count: 6 - digits.count)
        guard let rest = Int(padded) else { return nil }
        return whole * 1_000_000 + (first.hasPrefix("-") ? -rest : rest)
    }

    /// The first day that a heading of hledger stands for: `2025-03`, `2025Q1`, `2024-12-30W01`;
    /// nothing for a span without periods.
    private static func start(_ heading: String) -> String {
        if heading.contains("..") { return String(heading.prefix(10)) }
        if let quarter = heading.wholeMatch(of: /(\d{4})Q(\d)/), let number = Int(quarter.2) {
            return "\(quarter.1)-\(String(98 + number * 3).dropFirst())-01"
        }
        if heading.wholeMatch(of: /\d{4}/) != nil { return "\(heading)-01-01" }
        if heading.wholeMatch(of: /\d{4}-\d\d/) != nil { return "\(heading)-01" }
        return String(heading.prefix(10))
    }

    /// Cells that are not nought, by period, row and currency.
    private static func theirs(_ question: Question, _ text: String) -> [String: Int] {
        var cells: [String: Int] = [:]
        let rows = CSVText.rows(text)
        let headings = rows.first?.dropFirst(2) ?? []
        for row in rows.dropFirst() {
            let name = row[0].lowercased().dropFirst(question.root.count)
            for (heading, cell) in zip(headings, row.dropFirst(2)) {
                let at = heading == "balance" ? "" : start(heading)
                cells["\(at) \(name) \(row[1])", default: 0] += millionths(cell) ?? .min / 2
            }
        }
        return cells.filter { $0.value != 0 }
    }

    private static func ours(
        _ question: Question, _ text: String, withStarts: Bool
    ) -> [String: Int] {
        var cells: [String: Int] = [:]
        let rows = CSVText.rows(text)
        for row in rows.dropFirst() {
            let cell = Dictionary(zip(rows[0], row)) { first, _ in first }
            guard cell["kind"] == question.kind else { continue }
            let at = withStarts ? cell["start"] ?? "" : ""
            let name = (cell[question.rows] ?? "?").lowercased()
            let key = "\(at) \(name) \(cell["currency"] ?? "?")"
            cells[key, default: 0] += millionths(cell["sum"] ?? "") ?? .min / 2
        }
        return cells.filter { $0.value != 0 }
    }

    /// Asks both; cells differ by half a cent at most, as prices give more digits than money has.
    private func ask(_ question: Question, _ runner: CommandRunner) throws {
        let (own, other) = (
            try runner.shell("ledger report \(question.ours) -O csv --now 2025-12-31"),
            try runner.shell(
                "hledger -f book.journal balance \(question.theirs) -O csv --layout=bare --no-total"
            )
        )
        try #require(own.code == 0 && other.code == 0, "\(own.errors)\(other.errors)")
        let found = Self.theirs(question, other.output)
        let hasPeriods = found.keys.contains { !$0.hasPrefix(" ") }
        let expected = Self.ours(question, own.output, withStarts: hasPeriods)
        #expect(expected.count >= 3, "\(question.ours)")
        let differing = Set(found.keys).union(expected.keys).filter {
            abs((found[$0] ?? 0) - (expected[$0] ?? 0)) > 5_000
        }
        #expect(
            differing.isEmpty,
            "\(question.ours): \(differing.sorted().prefix(5)) of \(found.count)"
        )
    }

    // MARK: - Books

    /// Entries of a year from a seed: several payees, tags with values, two currencies, money back.
    private static func journal() -> String {
        var random = SeededRandom(seed: 35)
        func pick(_ texts: String) -> Substring {
            texts.split(separator: " ").randomElement(using: &random) ?? ""
        }
        var text = ""
        for index in 0..<400 {
            let day =
                "2025-\(String(101 + Int.random(in: 0..<12, using: &random)).dropFirst())-"
                + String(101 + Int.random(in: 0..<28, using: &random)).dropFirst()
            let tag = index % 11 == 0 ? "  ; trip:lisbon" : index % 11 == 1 ? "  ; trip:rome" : ""
            let currency = index % 9 == 4 ? "USD" : "EUR"
            let account = currency == "USD" ? "dollars" : pick("cash giro card")
            let isBack = index % 30 == 3
            let cents = Int.random(in: 1..<20_000, using: &random)
            let amount =
                "\(isBack ? "-" : "")\(cents / 100)."
                + String(100 + cents % 100).dropFirst()
            let category = pick("food:market food:lunch home:power home:rent fun transport health")
            text +=
                "\(day) \(pick("Rewe Metro Bakery Power Cinema"))\(tag)\n"
                + "    expenses:\(category)  \(amount) \(currency)\n    assets:\(account)\n\n"
        }
        return text + """
            2025-01-31 Work
                income:salary  -2000 EUR
                assets:giro

            P 2025-01-01 USD 0.9217 EUR
            P 2025-04-10 USD 0.9304 EUR
            P 2025-09-30 USD 0.8712 EUR

            """
    }

    private func year() throws -> CommandRunner {
        let runner = try CommandRunner(["LC_ALL": "C.UTF-8"])
        try runner.write(Array(Self.journal().utf8), to: "book.journal")
        let made = try runner.shell(
            "set -e; ledger init --currency EUR --zone UTC --now 2024-12-31 >/dev/null\n"
                + "ledger import book.journal --now 2025-12-31 >/dev/null")
        try #require(made.code == 0, "\(made.errors)")
        return runner
    }

    @Test("of a year from a seed") func generated() throws {
        let runner = try year()
        for question in Self.year { try ask(question, runner) }
        var income = Question("-M --by category", "-M income --invert")
        (income.root, income.kind) = ("income:", "income")
        let own = try runner.shell("ledger report \(income.ours) -O csv --now 2025-12-31")
        #expect(
            Self.ours(income, own.output, withStarts: true)
                == ["2025-01-01 salary EUR": 2_000_000_000])
    }

    @Test(
        "of a household's file",
        .enabled(if: SharedData.has("csv-household-inr"), "shared data is missing"))
    func ofHousehold() throws {
        let file = "csv-household-inr/Daily Household Transactions.csv"
        let bytes = try #require(SharedData.bytes(file))
        let runner = try CommandRunner(["LC_ALL": "C.UTF-8"])
        try runner.write(bytes, to: "book.csv")
        let rows = CSVText.rows(String(decoding: bytes, as: UTF8.self))
        let roots = ["Expense": "expenses", "Income": "income", "Transfer-Out": "equity"]
        var journal = ""
        for row in rows.dropFirst() {
            let cell = Dictionary(zip(rows[0], row)) { first, _ in first }
            let date = try #require(cell["Date"]).prefix(10).split(separator: "-").reversed()
            let path = [
                roots[cell["Income/Expense"] ?? ""], cell["Category"], cell["Subcategory"],
            ].compactMap { $0 }.filter { !$0.isEmpty }
            journal +=
                "\(date.joined(separator: "-")) row\n    \(path.joined(separator: ":"))  "
                + "\(cell["Amount"] ?? "") INR\n    assets:all\n\n"
        }
        try runner.write(Array(journal.utf8), to: "book.journal")
        let made = try runner.shell(
            "set -e; ledger init --currency INR --zone UTC --now 2014-12-31 >/dev/null\n"
                + "ledger import book.csv --now 2025-12-31 >/dev/null")
        try #require(made.code == 0, "\(made.errors)")
        for question in Self.household { try ask(question, runner) }
    }

    // MARK: - Other tables

    @Test("goals and what was spent, averages, and what is in accounts") func tables() throws {
        let runner = try year()
        let made = try runner.shell(
            """
            set -e; exec >/dev/null
            ledger budget set food 400 --from 2025-01-01 --now 2025-12-31
            ledger budget set home 1000 --from 2025-01-01 --now 2025-12-31
            printf '~ monthly from 2025-01-01\\n    expenses:food  400 EUR\\n' >>book.journal
            printf '    expenses:home  1000 EUR\\n    assets:cash\\n' >>book.journal
            """)
        try #require(made.code == 0, "\(made.errors)")
        try budgets(runner)
        let options = "-O csv --layout=bare"
        let average = try runner.shell(
            "hledger -f book.journal balance -Q -A -T expenses --no-total \(options)"
        ).output
        let own = try runner.shell(
            "ledger report -Q -A -T --by category -O csv --now 2025-12-31"
        ).output
        // Ours begins with the currency, theirs with the account.
        let wide = CSVText.rows(own).filter { $0[0] == "expense" }
            .sorted { ($0[2], $0[1]) < ($1[2], $1[1]) }
        let found = CSVText.rows(average).dropFirst().sorted { ($0[0], $0[1]) < ($1[0], $1[1]) }
        #expect(wide.count == found.count && wide.count >= 10)
        for (row, other) in zip(wide, found) {
            #expect([row[2], row[1]] == [String(other[0].dropFirst(9)), other[1]])
            let cells = row.dropFirst(3).map { Self.millionths($0) ?? 0 }
            let peers = other.dropFirst(2).map { Self.millionths($0) ?? .min / 2 }
            try #require(cells.count == 6 && peers.count == 6, "\(row) \(other)")
            #expect(cells.dropLast() == peers.dropLast(), "\(row) \(other)")
            // Of four quarters; each rounds halves of a cent its own way.
            for last in [cells[5], peers[5]] {
                #expect(abs(last - cells[4] / 4) <= 5_000, "\(row) \(other)")
            }
        }
        let accounts = try runner.shell(
            "hledger -f book.journal balance -M -H assets --no-total \(options)"
        ).output
        var question = Question("", "")
        question.root = "assets:"
        var cells: [String: Int] = [:]
        let series = CSVText.rows(
            try runner.shell("ledger balance -M -O csv --now 2025-12-31").output)
        for row in series.dropFirst() {
            let cell = Dictionary(zip(series[0], row)) { first, _ in first }
            let key = "\(row[0]) \(cell["account"] ?? "?") \(cell["currency"] ?? "?")"
            cells[key] = Self.millionths(cell["balance"] ?? "")
        }
        #expect(cells.count >= 40)
        #expect(cells == Self.theirs(question, accounts))
    }

    private func budgets(_ runner: CommandRunner) throws {
        let text = try runner.shell(
            "hledger -f book.journal balance -Q --budget expenses -O csv --layout=bare --no-total"
        ).output
        let rows = CSVText.rows(text)
        var found: Set<String> = []
        for row in rows.dropFirst() where row[1] == "EUR" && row[0].contains(":") {
            for column in stride(from: 2, to: row.count - 1, by: 2) {
                let start = Self.start(rows[0][column])
                let sums = row[column...(column + 1)].compactMap(Self.millionths)
                found.insert("\(start) \(row[0].dropFirst(9)) \(sums)")
            }
        }
        let report = CSVText.rows(
            try runner.shell("ledger report -Q --budget -O csv --now 2025-12-31").output)
        var expected: Set<String> = []
        for row in report.dropFirst() {
            let cell = Dictionary(zip(report[0], row)) { first, _ in first }
            guard let name = cell["category"], !name.isEmpty else { continue }
            let sums = [cell["spent"], cell["goal"]].compactMap { $0.flatMap(Self.millionths) }
            expected.insert("\(row[0]) \(name) \(sums)")
        }
        #expect(expected.count == 8)
        #expect(found == expected)
    }
}
