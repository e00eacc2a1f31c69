import Application
import Ledger
import Testing

@Suite("What became of an account") struct AccountHistoryTests {
    private func told(_ history: LineHistory) -> [String] {
        history.versions.map { version in
            let changes = version.changes.map { "\($0.field) \($0.was ?? "-")→\($0.now ?? "-")" }
            return "\(version.position) \(version.action.rawValue): "
                + changes.joined(separator: ", ")
        }
    }

    @Test("opened, renamed, closed, reopened by a line, taken back") func all() throws {
        let env = try opened()
        _ = try OpenAccount.run(
            OpenAccount.Input(name: "bank", opening: "1500", day: "2026-01-01"), in: env)
        _ = try ChangeAccount.run(
            ChangeAccount.Input(account: "bank", name: "Giro", opening: "1600.50"), in: env)
        try env.add("5", account: "giro")
        _ = try ChangeAccount.run(ChangeAccount.Input(account: "giro", closed: true), in: env)
        _ = try ChangeAccount.run(ChangeAccount.Input(account: "giro", closed: false), in: env)
        _ = try UndoCommits.run(UndoCommits.Input(), in: env)
        let history = try AccountHistory.run(EntryInput(id: "giro"), in: env)
        #expect(history.id == 2 && history.type == "account")
        // An undo says first what it takes back, so that the change is its second event.
        #expect(
            told(history) == [
                "2 opened: name -→bank, opening -→1500.00, currency -→EUR, day -→2026-01-01",
                "3 edited: name bank→Giro, opening 1500.00→1600.50",
                "5 closed: closed -→yes",
                "6 reopened: closed yes→-",
                "8 closed: closed -→yes",
            ])
        #expect(history.versions.map(\.undoes) == [nil, nil, nil, nil, [6]])
        #expect(history.versions.allSatisfy { $0.actor == "Ada" })
        // The same by its id and its name where no title has it, and as it was then.
        #expect(try EntryHistory.run(EntryInput(id: "2"), in: env) == history)
        #expect(try EntryHistory.run(EntryInput(id: "Giro"), in: env) == history)
        let past = try AccountHistory.run(
            EntryInput(id: "bank"), in: env.with { $0.asOf = .position(2) })
        #expect(told(past) == Array(told(history).prefix(1)))
    }

    @Test("an account that an import or a line opened has a history, too") func implied() throws {
        let env = try opened()
        try env.add("5", account: "wallet")
        let history = try AccountHistory.run(EntryInput(id: "wallet"), in: env)
        #expect(told(history) == ["2 opened: name -→wallet, opening -→0.00, currency -→EUR"])
    }

    @Test("what is no account, line or task is told apart") func others() throws {
        let env = try opened()
        try env.add("5", account: "wallet")
        #expect(throws: ApplicationError.decision(.notAnAccount(3))) {
            try AccountHistory.run(EntryInput(id: "3"), in: env)
        }
        #expect(throws: ApplicationError.decision(.unknownTarget(1))) {
            try EntryHistory.run(EntryInput(id: "1"), in: env)
        }
        #expect(throws: ApplicationError.unknownID("savings")) {
            try EntryHistory.run(EntryInput(id: "savings"), in: env)
        }
        #expect(try EntryHistory.run(EntryInput(id: "lunch"), in: env).type == "line")
    }
}
