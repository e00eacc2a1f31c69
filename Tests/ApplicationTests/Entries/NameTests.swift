import Application
import Ledger
import Support
import Testing

/// Names that lines have, and categories that get others.
@Suite("Names of categories, payees and tags") struct NameTests {
    private func shop() throws -> Environment {
        let env = try opened()
        try env.add("10", "Market | Bread", day: "2026-01-01", category: "food")  // 2
        try env.add("20", "Market | Tea", day: "2026-02-05", category: "food:drinks")  // 3
        try env.add("30", "Lamp", day: "2026-02-06")  // 4
        var change = AmendEntry.Input(id: "4")
        change.addTags = ["home", "gift"]
        _ = try AmendEntry.run(change, in: env)
        return env
    }

    private func texts(_ list: NameList) -> [String] {
        list.rows.map { "\($0.name) \($0.kind.name) \($0.sum) \($0.currency) \($0.count)" }
    }

    @Test func lists() throws {
        let env = try shop()
        #expect(
            try texts(ListCategories.run(NameInput(), in: env)) == [
                " expense 30.00 EUR 1", "food expense 10.00 EUR 1",
                "food:drinks expense 20.00 EUR 1",
            ])
        #expect(
            try texts(ListPayees.run(NameInput(), in: env)) == [
                "Lamp expense 30.00 EUR 1", "Market expense 30.00 EUR 2",
            ])
        #expect(
            try texts(ListTags.run(NameInput(), in: env)) == [
                "gift expense 30.00 EUR 1", "home expense 30.00 EUR 1",
            ])
        var february = NameInput(query: "market")
        february.range = "2026-02"
        #expect(
            try texts(ListPayees.run(february, in: env)) == ["Market expense 20.00 EUR 1"])
    }

    @Test("names are listed as people look them up, wherever they are") func order() throws {
        let env = try opened()
        let names = ["a", "Äpfel", "b", "Zoo", "zoom"]
        for name in ["Zoo", "zoom", "b", "Äpfel", "a"] {
            let line = LineInput(
                amount: "1", title: name, category: name, tags: [name], account: name)
            _ = try AddEntry.run(AddEntry.Input(lines: [line]), in: env)
            _ = try SetBudget.run(SetBudget.Input(category: name, amount: "5"), in: env)
        }
        #expect(try ListPayees.run(NameInput(), in: env).rows.map(\.name) == names)
        #expect(try ListCategories.run(NameInput(), in: env).rows.map(\.name) == names)
        #expect(try ListTags.run(NameInput(), in: env).rows.map(\.name) == names)
        #expect(try ListAccounts.run(NoInput(), in: env).rows.map(\.name) == names)
        #expect(try ReportBudgets.run(.init(), in: env).rows.map(\.category) == names)
        let session = Session(env)
        #expect(KnownNames.payees.names(in: session) == names)
        #expect(KnownNames.accounts.names(in: session) == names)
    }

    @Test("a category is renamed for earlier and later lines, and back by an undo")
    func renames() throws {
        let env = try shop()
        let input = RenameCategory.Input(category: "food", name: "eating")
        let dry = try RenameCategory.run(input, in: env.dryRun())
        #expect(dry.lines == 2 && !dry.merged && dry.dryRun == true)
        let done = try RenameCategory.run(input, in: env)
        #expect(done.lines == 2 && done.dryRun == nil)
        let line = LineInput(amount: "5", title: "Soup", category: "food", day: "2026-02-07")
        let added = try AddEntry.run(AddEntry.Input(lines: [line]), in: env)
        #expect(added.notes == [DecisionNote(.categoryRenamed, given: "food", used: "eating")])
        let names = try ListCategories.run(NameInput(), in: env).rows
        #expect(names.map(\.name) == ["", "eating", "eating:drinks"])
        #expect(names.map(\.sum) == ["30.00", "15.00", "20.00"])
        _ = try UndoCommits.run(UndoCommits.Input(ids: ["@\(done.id)"]), in: env)
        let back = try ListCategories.run(NameInput(), in: env).rows
        #expect(back.map(\.name) == ["", "food", "food:drinks"])
    }

    @Test("two categories that become one are told, and cannot be parted") func merges() throws {
        let env = try shop()
        try env.add("7", "Soup", day: "2026-02-07", category: "eating")
        let input = RenameCategory.Input(category: "food", name: "eating")
        #expect(try RenameCategory.run(input, in: env.dryRun()).merged)
        let done = try RenameCategory.run(input, in: env)
        #expect(done.merged)
        #expect(throws: ApplicationError.self) {
            try UndoCommits.run(UndoCommits.Input(ids: ["@\(done.id)"]), in: env)
        }
    }
}
