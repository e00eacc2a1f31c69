import EventLog
import Ledger
import Support
import Testing

/// All figures are worked out by hand. Ada is 1, Bo 4, Cy 5.
@Suite("Who paid and who bears what")
struct PeopleBalanceTests {
    private static let people: [Event] = [
        .personAdded(PersonAdded(name: "Bo")), .personAdded(PersonAdded(name: "Cy")),
    ]

    private func line(
        _ cents: Int64, by payer: UInt64?, _ shares: [UInt64: Int64], day: Int32 = 0,
        kind: EntryKind = .expense, flags: LineFlags = []
    ) -> LineAdded {
        var line = Given.line(cents, "Line", day: day, kind: kind, flags: flags)
        line.details.payer = payer.map { .position($0) }
        line.details.shares = shares.sorted { $0.key < $1.key }.map {
            Share(person: $0.key, minor: $0.value)
        }
        return line
    }

    private func balance(
        _ commits: [[Event]], in days: DayRange = .all
    ) throws -> PeopleBalance {
        let store = try Given.store([Given.ledger, PeopleBalanceTests.people] + commits)
        return try LedgerSnapshot(store: store).peopleBalance(in: days)
    }

    private func rows(_ balance: PeopleBalance) -> [String] {
        balance.rows.map { "\($0.name) \($0.paid) \($0.borne) \($0.net) \($0.currency)" }
    }

    private func payments(_ balance: PeopleBalance) -> [String] {
        balance.payments.map { "\($0.fromName) \($0.toName) \($0.amount) \($0.currency)" }
    }

    @Test("expenses, refunds and income; the other side of a transfer counts for nothing")
    func addsUp() throws {
        let found = try balance([
            // Ada pays 30 for all; Bo pays 9 for Cy and himself; Ada gets 2 back.
            [.lineAdded(line(3_000, by: 1, [1: 1_000, 4: 1_000, 5: 1_000]))],
            [.lineAdded(line(900, by: 4, [4: 450, 5: 450]))],
            [.lineAdded(line(-200, by: 1, [1: -200]))],
            // Cy gets 6, of which 3 are due to Ada.
            [.lineAdded(line(600, by: 5, [1: 300, 5: 300], kind: .income))],
            // Bo gives Ada 1.
            [.lineAdded(line(100, by: 4, [1: 100], kind: .transfer))],
            [
                .lineAdded(
                    line(100, by: 4, [1: 100], kind: .transfer, flags: [.incoming, .counterpart]))
            ],
            [.lineAdded(line(400, by: nil, [1: 400]))], [.lineAdded(Given.line(500))],
        ])
        #expect(
            rows(found) == [
                "Ada 28.00 6.00 22.00 EUR", "Bo 10.00 14.50 -4.50 EUR",
                "Cy -6.00 11.50 -17.50 EUR",
            ])
        #expect(payments(found) == ["Cy Ada 17.50 EUR", "Bo Ada 4.50 EUR"])
        #expect(found.lines == 6 && found.unpaid == 1)
    }

    @Test("a currency stands for itself, with its own digits")
    func keepsCurrenciesApart() throws {
        var yen = line(100, by: 1, [4: 100])
        yen.facts.amount = Money(minor: 100, currency: Given.currency("JPY"))
        let found = try balance([
            [.lineAdded(yen)], [.lineAdded(line(100, by: 4, [1: 100]))],
        ])
        #expect(
            rows(found) == [
                "Ada 0.00 1.00 -1.00 EUR", "Bo 1.00 0.00 1.00 EUR", "Ada 100 0 100 JPY",
                "Bo 0 100 -100 JPY",
            ])
        #expect(payments(found) == ["Ada Bo 1.00 EUR", "Bo Ada 100 JPY"])
    }

    @Test("lines count as they are now, in days, and as of a moment")
    func followsChanges() throws {
        let dinner = line(1_000, by: 1, [1: 500, 4: 500])
        var late = dinner.facts
        late.day = Given.day(9)
        let commits: [[Event]] = [
            [.lineAdded(dinner)], [Make.amended(6, after: 6, late, was: dinner.facts, .day)],
            [Make.voided(6, after: .position(7), late)],
            [Make.restored(6, after: .position(8), late)],
            [Make.amended(6, after: 9, late, was: late, .shares)],
        ]
        #expect(try rows(balance(commits)).isEmpty)
        #expect(try rows(balance(Array(commits.prefix(3)))).isEmpty)
        let shared = try balance(Array(commits.prefix(4)))
        #expect(rows(shared) == ["Ada 10.00 5.00 5.00 EUR", "Bo 0.00 5.00 -5.00 EUR"])
        let (early, days) = (
            DayRange(start: Given.day(0), end: Given.day(9)),
            DayRange(start: Given.day(9), end: Given.day(10))
        )
        #expect(try balance(Array(commits.prefix(4)), in: early).lines == 0)
        #expect(try balance(Array(commits.prefix(4)), in: days).lines == 1)
        #expect(try balance(Array(commits.prefix(1)), in: early).lines == 1)
    }

    /// Ada pays 10, half of it for Bo; Cy pays 4 for himself and Bo; Ada's line is voided.
    @Test("what is kept from one answer to the next follows what is recorded")
    func keptFollows() throws {
        let ledger = try SummedLedger()
        let folds = KeptFolds()
        var random = SeededRandom(seed: 7)
        let dinner = line(1_000, by: 1, [1: 500, 4: 500])
        let tickets = line(400, by: 5, [4: 200, 5: 200])
        try ledger.append(Given.ledger + PeopleBalanceTests.people, &random)
        func rows(upTo count: UInt64? = nil) throws -> [String] {
            var snapshot = try LedgerSnapshot(store: ledger.store, upTo: count)
            snapshot.folds = folds
            return try self.rows(snapshot.peopleBalance(in: .all))
        }
        #expect(try rows().isEmpty)
        let first = try ledger.store.head().count
        try ledger.append([.lineAdded(dinner)], &random)
        let both = ["Ada 10.00 5.00 5.00 EUR", "Bo 0.00 5.00 -5.00 EUR"]
        #expect(try rows() == both)
        try ledger.append([.lineAdded(tickets)], &random)
        #expect(
            try rows() == [
                "Ada 10.00 5.00 5.00 EUR", "Bo 0.00 7.00 -7.00 EUR", "Cy 4.00 2.00 2.00 EUR",
            ])
        // Who is in no line any more has no row.
        try ledger.append([Make.voided(first, after: .position(first), dinner.facts)], &random)
        #expect(try rows() == ["Bo 0.00 2.00 -2.00 EUR", "Cy 4.00 2.00 2.00 EUR"])
        #expect(try rows(upTo: first + 1) == both)
        #expect(try rows() == ["Bo 0.00 2.00 -2.00 EUR", "Cy 4.00 2.00 2.00 EUR"])
    }

    /// Ada pays 10, half of it for Bo; that and 1,100 lines of nobody's are voided, and Cy pays 4.
    @Test("what is kept gives way to what many lines become")
    func manyChanged() throws {
        let ledger = try SummedLedger()
        let folds = KeptFolds()
        var random = SeededRandom(seed: 8)
        let dinner = line(1_000, by: 1, [1: 500, 4: 500])
        let lines = [dinner] + Array(repeating: Given.line(100), count: 1_100)
        try ledger.append(Given.ledger + PeopleBalanceTests.people, &random)
        let first = try ledger.store.head().count
        try ledger.append(lines.map { .lineAdded($0) }, &random)
        func rows() throws -> [String] {
            var snapshot = try LedgerSnapshot(store: ledger.store)
            snapshot.folds = folds
            return try self.rows(snapshot.peopleBalance(in: .all))
        }
        #expect(try rows() == ["Ada 10.00 5.00 5.00 EUR", "Bo 0.00 5.00 -5.00 EUR"])
        let voids = zip(first..., lines).map { Make.voided($0, after: .position($0), $1.facts) }
        try ledger.append(voids + [.lineAdded(line(400, by: 5, [4: 200, 5: 200]))], &random)
        let left = ["Bo 0.00 2.00 -2.00 EUR", "Cy 4.00 2.00 2.00 EUR"]
        #expect(try rows() == left)
        #expect(try rows() == left)
    }

    /// What persons paid and bear of all lines, one by one.
    private func plain(_ snapshot: LedgerSnapshot) throws -> [String: [UInt64: Int128]] {
        var nets: [String: [UInt64: Int128]] = [:]
        for line in try snapshot.state(for: Array(0..<snapshot.count)).lines.values
        where !line.isVoided && line.details.payer != nil {
            let sign: Int128 = line.facts.kind == .income ? -1 : 1
            let code = line.facts.amount.currency.code
            for share in line.details.shares {
                nets[code, default: [:]][share.person, default: 0] -= sign * Int128(share.minor)
                let payer = line.details.payer?.position ?? 0
                nets[code, default: [:]][payer, default: 0] += sign * Int128(share.minor)
            }
        }
        return nets
    }

    @Test("all nets are zero together, however lines change", arguments: 0..<12 as Range<UInt64>)
    func isZero(_ seed: UInt64) throws {
        var outcomes: [SharedMoney] = []
        var lines = 0
        for kind in StoreKind.allCases {
            var program = try RandomProgram(seed: seed, on: kind, splits: true)
            for _ in 0..<30 {
                try program.step()
                if program.number(below: 5) == 0 { _ = try? program.undo(.newest) }
            }
            let money = try program.snapshot.sharedMoney(in: .all)
            for (currency, persons) in money.sums {
                #expect(persons.values.reduce(0) { $0 + $1.net } == 0)
                var left = persons.mapValues(\.net)
                let payments = money.payments(in: currency)
                for payment in payments {
                    #expect(payment.minor > 0 && payment.from != payment.to)
                    left[payment.from, default: 0] += payment.minor
                    left[payment.to, default: 0] -= payment.minor
                }
                #expect(left.values.allSatisfy { $0 == 0 })
                #expect(payments.count < max(1, persons.count))
            }
            let expected = try plain(program.snapshot).filter { !$0.value.isEmpty }
            let found = money.sums.map { ($0.key.code, $0.value.mapValues(\.net)) }
            #expect(Dictionary(found) { $1 } == expected)
            lines += money.lines
            outcomes.append(money)
            // Built anew from the events alone.
            let events = try program.store.events(in: 0..<program.snapshot.count).map(\.event)
            let copy = try Given.store([events])
            #expect(try LedgerSnapshot(store: copy).sharedMoney(in: .all) == money)
        }
        #expect(Set(outcomes).count == 1)
        #expect(lines > 0)
    }
}
