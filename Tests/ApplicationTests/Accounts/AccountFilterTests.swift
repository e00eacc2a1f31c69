import Application
import Ledger
import Testing

/// `--account` and `acct:` against what a reader would pick by hand.
@Suite("Lines by account") struct AccountFilterTests {
    /// bank: Rent, Fee and one side of Cash; wallet: Tea and the other side; nothing: Soap. bank is
    /// called Giro in the end and wallet is closed; savings has nothing.
    private func world() throws -> Environment {
        let env = try opened()
        _ = try OpenAccount.run(OpenAccount.Input(name: "savings", opening: "10"), in: env)
        try env.add("980", "Rent", day: "2026-01-01", account: "bank")
        try env.add("4.20", "Tea", day: "2026-01-02", account: "Wallet")
        try env.add("3", "Soap", day: "2026-01-03")
        let cash = LineInput(amount: "50", title: "Cash", day: "2026-01-04")
        _ = try AddEntry.run(
            AddEntry.Input(lines: [cash], from: "bank", to: "wallet"), in: env)
        _ = try ChangeAccount.run(ChangeAccount.Input(account: "bank", name: "Giro"), in: env)
        try env.add("2.50", "Fee", day: "2026-01-05", account: "giro")
        _ = try ChangeAccount.run(ChangeAccount.Input(account: "wallet", closed: true), in: env)
        return env
    }

    private func titles(_ input: ListEntries.Input, _ env: Environment) throws -> [String] {
        try ListEntries.run(input, in: env).rows.map { row in
            row.title + (row.kind == .transfer ? row.incoming ? " in" : " out" : "")
        }
    }

    @Test(
        "by the name that it has now, in any case, open or closed",
        arguments: [
            ("Giro", ["Fee", "Cash out", "Rent"]), ("giro", ["Fee", "Cash out", "Rent"]),
            ("wallet", ["Cash in", "Tea"]), ("WALLET", ["Cash in", "Tea"]), ("savings", []),
        ])
    func account(_ name: String, _ expected: [String]) throws {
        let env = try world()
        #expect(try titles(ListEntries.Input(account: name), env) == expected)
        #expect(try titles(ListEntries.Input(query: "acct:\(name)"), env) == expected)
        #expect(try titles(ListEntries.Input(query: "account:\(name)"), env) == expected)
    }

    @Test(
        "together with other terms",
        arguments: [
            ("acct:", ["Soap"]), ("not:acct:", ["Fee", "Cash in", "Cash out", "Tea", "Rent"]),
            ("not:acct:giro", ["Cash in", "Soap", "Tea"]),
            ("acct:giro acct:wallet kind:transfer", ["Cash in", "Cash out"]),
            ("acct:giro amt:<100", ["Fee", "Cash out"]), ("acct:wallet tea", ["Tea"]),
        ])
    func terms(_ query: String, _ expected: [String]) throws {
        #expect(try titles(ListEntries.Input(query: query), try world()) == expected)
    }

    @Test("a line that changed its account is where it is now") func amended() throws {
        let env = try world()
        var change = AmendEntry.Input(id: "tea")
        change.account = "giro"
        _ = try AmendEntry.run(change, in: env)
        #expect(try titles(ListEntries.Input(account: "wallet"), env) == ["Cash in"])
        #expect(
            try titles(ListEntries.Input(account: "giro"), env)
                == ["Fee", "Cash out", "Tea", "Rent"])
    }

    @Test("what it was called then counts in the past only") func past() throws {
        let env = try world()
        #expect(throws: ApplicationError.decision(.unknownAccount("bank", suggestions: []))) {
            try titles(ListEntries.Input(account: "bank"), env)
        }
        // 2 savings, 3 bank, 4 Rent, 5 wallet, 6 Tea.
        let then = env.with { $0.asOf = .position(6) }
        #expect(try titles(ListEntries.Input(account: "bank"), then) == ["Rent"])
    }
}
