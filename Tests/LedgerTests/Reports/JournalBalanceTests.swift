import Ledger
import Support
import Testing

/// Journals of other people, with balances that other tools computed and that their authors
/// asserted.
@Suite("Balances of journals")
struct JournalBalanceTests {
    /// A transaction: a day, and what it does to accounts in cents.
    private struct Transaction {
        let day: Day
        var postings: [(account: String, cents: Int64)] = []
    }

    /// A ledger with the accounts opened, and a commit for every command.
    private struct Building {
        var commits: [[Event]] = [Array(Given.ledger.prefix(2))]
        var ids: [String: UInt64] = [:]
        let dollar = Given.currency("USD")

        init(_ names: [String]) {
            var events: [Event] = []
            for (index, name) in names.enumerated() {
                ids[name] = UInt64(2 + index)
                let nothing = Money(minor: 0, currency: dollar)
                let account = AccountOpened(name: name, opening: nothing, day: Given.day(0))
                events.append(.accountOpened(account))
            }
            commits.append(events)
        }

        mutating func decide(_ commands: [Command]) throws {
            let state = try LedgerSnapshot(store: Given.store(commits)).state(
                for: [], withCategories: false)
            for command in commands { commits.append(try Ledger.decide(command, state).events) }
        }

        /// What leaves and reaches accounts as expenses and income; money between two of them as a
        /// transfer.
        func command(_ transaction: Transaction) -> [Command] {
            let own = transaction.postings.filter { ids[$0.account] != nil && $0.cents != 0 }
            func line(_ posting: (account: String, cents: Int64), _ kind: EntryKind) -> NewLine {
                NewLine(
                    kind: kind,
                    amount: Money(minor: abs(posting.cents), currency: dollar),
                    day: transaction.day, account: posting.account,
                    isIncoming: posting.cents > 0, details: LineDetails(title: "x"))
            }
            let sum = own.reduce(0) { $0 + $1.cents }
            if own.count == 2, sum == 0 {
                return [.addEntry(own.sorted { $0.cents < $1.cents }.map { line($0, .transfer) })]
            }
            return own.map { .addEntry([line($0, $0.cents < 0 ? .expense : .income)]) }
        }

        func snapshot() throws -> LedgerSnapshot { try LedgerSnapshot(store: Given.store(commits)) }
    }

    private static func lines(_ path: String) throws -> [String] {
        let bytes = try #require(SharedData.bytes(path))
        return String(decoding: bytes, as: UTF8.self).split(
            separator: "\n", omittingEmptySubsequences: false
        ).map(String.init)
    }

    /// Decimal figures without grouping.
    private static func cents(_ text: String) throws -> Int64 {
        try Money(parsing: text, currency: Given.currency("USD")).minor
    }

    private static let beancount = "journal-beancount-examples"
    private static let checking = "Assets:US:BofA:Checking"
    private static let slate = "Liabilities:US:Chase:Slate"

    /// Transactions and assertions (what is there at the start of a day) of two accounts.
    private static func example() throws -> (
        transactions: [Transaction], balances: [(account: String, day: Day, cents: Int64)]
    ) {
        var transactions: [Transaction] = []
        var balances: [(account: String, day: Day, cents: Int64)] = []
        for line in try lines("\(beancount)/examples/example.beancount") {
            let words = line.split(separator: " ").map(String.init)
            if let day = line.first?.isNumber == true ? words.first.flatMap({ Day($0) }) : nil {
                if words.count > 4, words[1] == "balance", [checking, slate].contains(words[2]) {
                    balances.append((words[2], day, try cents(words[3])))
                } else {
                    transactions.append(Transaction(day: day))
                }
            } else if words.count == 3, words[2] == "USD", [checking, slate].contains(words[0]) {
                transactions[transactions.count - 1].postings.append(
                    (words[0], try cents(words[1])))
            }
        }
        return (transactions, balances)
    }

    @Test(
        "the balances that beancount's example asserts hold, and those it ends with",
        .enabled(if: SharedData.has(beancount)))
    func beancountExample() throws {
        let (transactions, balances) = try JournalBalanceTests.example()
        #expect(balances.count == 89)
        var building = Building([JournalBalanceTests.checking, JournalBalanceTests.slate])
        let dollar = building.dollar
        try building.decide(transactions.flatMap { building.command($0) })
        let ids = building.ids
        let asserted: [Command] = balances.compactMap { balance in
            // The start of a day is the end of the day before.
            ids[balance.account].map { id in
                .assertStatement(
                    id, Money(minor: balance.cents, currency: dollar),
                    balance.day.adding(days: -1))
            }
        }
        try building.decide(asserted)
        let snapshot = try building.snapshot()
        let rows = try snapshot.statementRows()
        #expect(rows.count == 89)
        #expect(rows.filter { !$0.agrees } == [])
        let expected = try #require(
            SharedData.json("\(JournalBalanceTests.beancount)/expected-beancount.json"))
        let units = expected["files"]?["examples/example.beancount"]?["final_units_by_account"]
        for row in try snapshot.balanceReport(on: .max).rows {
            #expect(units?["\(row.account) USD"]?.string == row.balance)
        }
        #expect(try snapshot.balanceReport(on: .max).rows.count == 2)

        // A cent more on a day breaks what is asserted of later ones.
        let day = try #require(Day("2014-06-01"))
        try building.decide([
            .addEntry([
                NewLine(
                    kind: .expense, amount: Money(minor: 1, currency: dollar), day: day,
                    account: JournalBalanceTests.checking, details: LineDetails(title: "late"))
            ])
        ])
        let broken = try building.snapshot().statementRows().filter { !$0.agrees }
        let later = balances.filter { $0.account == JournalBalanceTests.checking && $0.day > day }
        #expect(broken.count == later.count)
        #expect(broken.allSatisfy { $0.difference == "0.01" && $0.day >= day })
        #expect(later.count == 24)
    }

    private static let hledger = "journal-hledger-examples"

    /// Transactions of a journal in dollars, the amounts left out worked out.
    private static func journal(_ name: String) throws -> [Transaction] {
        var transactions: [Transaction] = []
        for line in try lines("\(hledger)/\(name)") {
            let text = line.split(separator: ";", omittingEmptySubsequences: false).first ?? ""
            let isPosting = text.first == " " && !text.allSatisfy(\.isWhitespace)
            if let day = Day(text.prefix(10).replacing("/", with: "-")) {
                transactions.append(Transaction(day: day))
            } else if isPosting, !transactions.isEmpty {
                let parts = text.split(separator: "$").map(String.init)
                let account = (parts.first ?? "").split(separator: " ").joined(separator: " ")
                let rest = transactions[transactions.count - 1].postings.reduce(0) { $0 - $1.cents }
                let cents =
                    parts.count == 2
                    ? try cents(parts[1].filter { !$0.isWhitespace }) : rest
                transactions[transactions.count - 1].postings.append((account, cents))
            }
        }
        return transactions
    }

    @Test(
        "hledger has the same balances", .enabled(if: SharedData.has(hledger)),
        arguments: ["quickstart.journal", "sample.journal"])
    func hledgerBalances(_ name: String) throws {
        let transactions = try JournalBalanceTests.journal(name)
        var expected: [String: Int64] = [:]
        let path = "\(JournalBalanceTests.hledger)/expected/\(name).balance-flat-no-elide.csv"
        for line in try JournalBalanceTests.lines(path).dropFirst() where !line.isEmpty {
            let cells = line.split(separator: "\"").filter { $0 != "," }.map(String.init)
            let account = try #require(cells.first)
            guard account.hasPrefix("assets") || account.hasPrefix("liabilities") else { continue }
            expected[account] = try JournalBalanceTests.cents(cells[1].replacing("$", with: ""))
        }
        let names = Set(transactions.flatMap { $0.postings.map(\.account) }).filter {
            $0.hasPrefix("assets") || $0.hasPrefix("liabilities")
        }
        var building = Building(names.sorted())
        try building.decide(transactions.flatMap { building.command($0) })
        let rows = try building.snapshot().balanceReport(on: .max).rows
        #expect(rows.count == names.count)
        #expect(!expected.isEmpty)
        for row in rows {
            let balance = try #require(row.balance)
            #expect(try JournalBalanceTests.cents(balance) == expected[row.account] ?? 0)
        }
    }
}
