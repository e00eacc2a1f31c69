import Ledger
import Support
import Testing

@Suite("Statements")
struct StatementTests {
    private func statement(_ cents: Int64, day: Int32, account: UInt64 = 3) -> Event {
        .statementAsserted(
            StatementAsserted(
                account: .position(account), balance: Given.euros(cents), day: Given.day(day)))
    }

    private func income(_ cents: Int64, day: Int32, account: UInt64 = 3) -> Event {
        .lineAdded(Given.line(cents, "x", day: day, kind: .income, account: account))
    }

    private func rows(_ events: [Event], of account: UInt64? = nil) throws -> [String] {
        try LedgerSnapshot(store: Given.store([Given.ledger, events])).statementRows(of: account)
            .map {
                "\($0.id ?? 0) \($0.account) \($0.computed ?? "?") \($0.difference ?? "?") "
                    + ($0.agrees ? "yes" : "no")
            }
    }

    @Test("holds at the end of its day, on a day without lines too") func endOfDay() throws {
        let events = [
            income(1_000, day: 1), income(500, day: 3), statement(1_000, day: 1),
            statement(1_000, day: 2), statement(1_000, day: 3), statement(0, day: 0),
            statement(7, day: 0, account: 2),
        ]
        #expect(
            try rows(events) == [
                "9 Bank 0.00 0.00 yes", "6 Bank 10.00 0.00 yes", "7 Bank 10.00 0.00 yes",
                "8 Bank 15.00 -5.00 no", "10 Cash 0.00 0.07 no",
            ])
        #expect(try rows(events, of: 2) == ["10 Cash 0.00 0.07 no"])
    }

    @Test("a late line breaks the statements from its day on, and only those") func late() throws {
        let events = [
            income(1_000, day: 1), statement(1_000, day: 1), statement(1_000, day: 5),
            statement(1_000, day: 9), income(1, day: 5),
        ]
        #expect(
            try rows(events) == [
                "5 Bank 10.00 0.00 yes", "6 Bank 10.01 -0.01 no", "7 Bank 10.01 -0.01 no",
            ])
    }

    @Test("one that is withdrawn counts no more") func withdrawn() throws {
        let withdrawal = AssertionWithdrawn(target: .position(4))
        let events = [statement(1, day: 1), .assertionWithdrawn(withdrawal), statement(0, day: 1)]
        #expect(try rows(events) == ["6 Bank 0.00 0.00 yes"])
    }

    @Test("before an opening balance nothing is known") func beforeOpening() throws {
        let opened = AccountOpened(name: "Visa", opening: Given.euros(900), day: Given.day(10))
        let events = [
            .accountOpened(opened), statement(900, day: 9, account: 4),
            statement(900, day: 8, account: 4),
        ]
        #expect(try rows(events) == ["6 Visa ? ? no", "5 Visa 9.00 0.00 yes"])
    }

    @Test("goes through JSON, null for what is not known") func coding() throws {
        let opened = AccountOpened(name: "Visa", opening: Given.euros(900), day: Given.day(10))
        let events = [.accountOpened(opened), statement(900, day: 8, account: 4)]
        let list = try LedgerSnapshot(store: Given.store([Given.ledger, events])).statementList()
        #expect(try JSONCoding.value(of: JSONCoding.text(of: list)) == list)
        let row = try #require(JSONValue(parsing: JSONCoding.text(of: list))?["rows"]?[0])
        #expect(row["computed"] == .null)
        #expect(row["agrees"]?.bool == false)
        #expect(row["stated"]?.string == "9.00")
    }
}
