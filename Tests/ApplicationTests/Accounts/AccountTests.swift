import Application
import EventLog
import Interchange
import Ledger
import Support
import Testing

@Suite struct AccountTests {
    private func balances(
        _ env: Environment, _ account: String? = nil, on day: String? = nil
    ) throws -> [String] {
        let input = ShowBalances.Input(account: account, on: day)
        return try ShowBalances.run(input, in: env).rows.map {
            "\($0.account) \($0.balance ?? "?") \($0.currency)"
        }
    }

    private func note(
        _ env: Environment, _ balance: String, on day: String, _ account: String = "bank"
    ) throws -> AssertStatement.Output {
        try AssertStatement.run(
            AssertStatement.Input(account: account, balance: balance, on: day), in: env)
    }

    @Test("transfers between currencies count in both accounts") func transfers() throws {
        let env = try opened()
        let line = LineInput(amount: "100", title: "Yen", day: "2026-01-02")
        _ = try AddEntry.run(
            AddEntry.Input(
                lines: [line], from: "bank", to: "yen", received: "15800",
                receivedCurrency: "JPY"), in: env)
        #expect(try balances(env) == ["bank -100.00 EUR", "yen 15800 JPY"])
        #expect(try balances(env, on: "2026-01-01") == ["bank 0.00 EUR", "yen 0 JPY"])
        // The reports count the transfer once.
        #expect(try env.sums() == ["transfer 100.00 EUR 1"])
    }

    @Test("an account is meant by name, word, id or row") func ids() throws {
        let env = try opened()
        for name in ["Assets:Checking", "Assets:Savings", "Cash"] {
            _ = try OpenAccount.run(OpenAccount.Input(name: name, opening: "1"), in: env)
        }
        let listed = env.with { $0.lastList = [4, 3] }
        for (text, name) in [
            ("cash", "Cash"), ("checking", "Assets:Checking"), ("ASSETS savings", "Assets:Savings"),
            ("4", "Cash"), ("#3", "Assets:Savings"), (".2", "Assets:Savings"),
        ] {
            #expect(try balances(listed, text) == ["\(name) 1.00 EUR"])
        }
        #expect(throws: ApplicationError.noSuchRow(".3", count: 2)) { try balances(listed, ".3") }
        #expect(throws: ApplicationError.decision(.notAnAccount(1))) { try balances(env, "1") }
        #expect {
            try balances(env, "assets")
        } throws: { error in
            guard case .ambiguousID("assets", let found)? = error as? ApplicationError else {
                return false
            }
            return found.map(\.title) == ["Assets:Checking", "Assets:Savings"]
        }
        #expect(
            throws: ApplicationError.decision(.unknownAccount("cahs", suggestions: ["Cash"]))
        ) {
            try balances(env, "cahs")
        }
    }

    @Test("the past shows what was known then") func asOf() throws {
        let env = try opened()
        try env.add("10", day: "2026-01-01", account: "bank")  // 2 and 3
        let late = try env.add("5", day: "2026-01-01", account: "bank")
        #expect(try balances(env, on: "2026-01-01") == ["bank -15.00 EUR"])
        let past = env.with { $0.asOf = .position(late - 1) }
        #expect(try balances(past, on: "2026-01-01") == ["bank -10.00 EUR"])
    }

    @Test("closing says what is left, and can be taken back") func closing() throws {
        let env = try opened()
        try env.add("10", account: "bank")
        let closed = try ChangeAccount.run(
            ChangeAccount.Input(account: "bank", closed: true), in: env)
        #expect(closed.id == 2)
        #expect(
            closed.notes == [DecisionNote(.accountHasMoney, given: "bank", used: "-10.00 EUR")])
        #expect(throws: ApplicationError.decision(.closedAccount("bank", 2))) {
            try env.add("3", account: "Bank")
        }
        #expect(try balances(env) == ["bank -10.00 EUR"])
        _ = try ChangeAccount.run(ChangeAccount.Input(account: "2", closed: false), in: env)
        try env.add("3", account: "Bank")
        #expect(try balances(env) == ["bank -13.00 EUR"])
        _ = try ChangeAccount.run(
            ChangeAccount.Input(account: "bank", name: "Giro", opening: "20"), in: env)
        #expect(try ListAccounts.run(NoInput(), in: env).rows.map(\.name) == ["Giro"])
    }

    @Test("a statement is noted whether or not it agrees, and once") func statements() throws {
        let env = try opened()
        try env.add("10", day: "2026-01-02", account: "bank")
        let agreeing = try note(env, "-10", on: "2026-01-02")
        #expect(agreeing.statement.agrees)
        let count = try env.events()
        let again = try note(env, "-10.00", on: "2026-01-02")
        #expect(again.id == agreeing.id)
        #expect(again.known)
        #expect(try env.events() == count)
        let other = try note(env, "2.50", on: "2026-01-03")
        #expect(other.statement.difference == "12.50")
        #expect(try env.events() == count + 1)
        let replaced = try note(env, "-10", on: "2026-01-03")
        #expect(replaced.statement.agrees)
        #expect(replaced.notes.map(\.kind) == [.statementReplaced])
        let rows = try ListStatements.run(ListStatements.Input(), in: env).rows
        #expect(rows.map(\.id) == [agreeing.id, replaced.id])
        #expect(rows.map(\.agrees) == [true, true])
        // Two statements: the account alone does not tell which.
        #expect(throws: ApplicationError.self) {
            try WithdrawStatement.run(WithdrawStatement.Input(id: "bank"), in: env)
        }
        _ = try WithdrawStatement.run(WithdrawStatement.Input(id: "#\(replaced.id)"), in: env)
        let withdrawn = try WithdrawStatement.run(WithdrawStatement.Input(id: "bank"), in: env)
        #expect(withdrawn.id == agreeing.id)
        #expect(try ListStatements.run(ListStatements.Input(), in: env).rows.isEmpty)
    }

    @Test("a rehearsal compares and keeps nothing; a key notes once") func rehearsal() throws {
        let env = try opened()
        try env.add("10", day: "2026-01-02", account: "bank")
        let count = try env.events()
        let drafted = try note(env.dryRun(), "5", on: "2026-01-02")
        #expect(drafted.dryRun == true)
        #expect(drafted.statement.difference == "15.00")
        #expect(try env.events() == count)
        let input = AssertStatement.Input(account: "bank", balance: "5", on: "2026-01-02")
        let keyed = env.with { $0.key = "k" }
        let first = try AssertStatement.run(input, in: keyed)
        let second = try AssertStatement.run(input, in: keyed)
        #expect(first.id == second.id)
        #expect(try env.events() == count + 1)
    }

    @Test("verify finds a statement that a late line broke") func verifies() throws {
        let env = try opened()
        #expect(try VerifyLog.run(VerifyLog.Input(), in: env).statements == 0)
        try env.add("10", day: "2026-01-02", account: "bank")
        let noted = try note(env, "-10", on: "2026-01-05")
        let whole = try VerifyLog.run(VerifyLog.Input(), in: env)
        #expect(whole.statements == 1)
        #expect(whole.differing.isEmpty)
        let late = try env.add("0.01", day: "2026-01-05", account: "bank")
        let broken = try VerifyLog.run(VerifyLog.Input(), in: env)
        #expect(broken.differing.map(\.id) == [noted.id])
        #expect(broken.differing.map(\.difference) == ["0.01"])
        _ = try VoidEntry.run(EntriesInput(ids: ["\(late)"]), in: env)
        #expect(try VerifyLog.run(VerifyLog.Input(), in: env).differing.isEmpty)
    }

    @Test("verify still checks what only a newer program can add up") func verifiesNewer() throws {
        let env = try opened()
        try env.add("10", day: "2026-01-02", account: "bank")
        _ = try note(env, "5", on: "2026-01-05")
        let row = Row(type: 900, schema: 1, isCritical: true, fields: [])
        let commit = NewCommit(
            id: CommitID(high: 9, low: 9), recordedAt: env.now(), actor: .position(1),
            events: [.unknown(row)], origin: .otherProgram)
        _ = try env.store().append(commit, expecting: nil)
        let found = try VerifyLog.run(VerifyLog.Input(), in: env)
        #expect(found.statements == nil)
        #expect(found.differing.isEmpty)
        #expect(try found.events == env.store().head().count)
    }

    @Test("what was imported is told from what was typed") func reconciles() throws {
        let env = try opened()
        try env.add("12.50", "Lunch", day: "2026-01-02", account: "bank")
        let file = bytes("Date,Amount,Payee\n2026-01-04,12.50,CAFE\n2026-01-05,3,BUS\n")
        let options = CSVImportOptions(account: "=bank")
        _ = try ImportCSV.run(
            ImportCSV.Input(file: FileBytes(file), options: options), in: env)
        let found = try Reconcile.run(Reconcile.Input(), in: env)
        #expect(found.rows.map(\.title) == ["Lunch"])
        #expect(found.rows.map(\.twinTitle) == ["CAFE"])
        #expect(found.rows.map(\.void) == [3])
        // Without the twin, the statement's 15.50 agree, and nothing is open.
        _ = try VoidEntry.run(EntriesInput(ids: ["3"]), in: env)
        #expect(try note(env, "-15.50", on: "2026-01-05").statement.agrees)
        #expect(try Reconcile.run(Reconcile.Input(), in: env).rows.isEmpty)
        #expect(throws: ApplicationError.outOfRange(field: "limit", -1)) {
            try Reconcile.run(Reconcile.Input(limit: -1), in: env)
        }
    }
}
