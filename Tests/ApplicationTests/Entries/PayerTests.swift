import Application
import Ledger
import Testing

@Suite("Who paid") struct PayerTests {
    private func row(_ id: UInt64, _ env: Environment) throws -> LineRow {
        let rows = try ShowEntry.run(EntryInput(id: "\(id)"), in: env).rows
        return try #require(rows.first { $0.id == id })
    }

    private func add(
        _ lines: [LineInput], from: String? = nil, to: String? = nil, in env: Environment
    ) throws -> WriteReceipt {
        try AddEntry.run(AddEntry.Input(lines: lines, from: from, to: to), in: env)
    }

    private func titles(_ query: String, _ env: Environment) throws -> [String] {
        try ListEntries.run(ListEntries.Input(query: query), in: env).rows.map(\.title)
    }

    @Test("a payer is meant by name, id or me", arguments: ["ADA", "1", "#1", "me"])
    func known(_ name: String) throws {
        let env = try opened()
        let written = try add([LineInput(amount: "5", title: "Tea", payer: name)], in: env)
        // The ledger and Ada are events 0 and 1; nobody is added.
        #expect(written.id == 2 && written.notes.isEmpty)
        #expect(try row(2, env).payer == "Ada")
    }

    @Test("someone new is added in front of the lines and the accounts that are opened")
    func new() throws {
        let env = try opened()
        let lines = [
            LineInput(amount: "5", title: "Tea", account: "wallet", payer: "Bob"),
            LineInput(amount: "3", title: "Soap", account: "box"),
            LineInput(amount: "2", title: "Salt", payer: "Cleo"),
        ]
        let written = try add(lines, in: env)
        // 2 Bob, 3 Cleo, 4 wallet, 5 box, 6 Tea, 7 Soap, 8 Salt.
        #expect(written.id == 6 && written.position == 8)
        let people = written.notes.filter { $0.kind == .personAdded }.map(\.used)
        #expect(people == ["Bob", "Cleo"])
        let rows = try (6...8).map { try row($0, env) }
        #expect(rows.map(\.payer) == ["Bob", "Bob", "Cleo"])
        #expect(rows.map(\.account) == ["wallet", "box", "wallet"])
        #expect(rows.allSatisfy { $0.entry == [6, 7, 8] })
        #expect(try titles("who:bob", env) == ["Soap", "Tea"])
        #expect(try titles("not:who:bob", env) == ["Salt"])
        let again = try add([LineInput(amount: "1", title: "Jam", payer: "bob")], in: env)
        #expect(again.notes.isEmpty && again.id == 9)
    }

    @Test("both sides of a transfer have the payer") func transfer() throws {
        let env = try opened()
        let line = LineInput(amount: "5", title: "Cash", payer: "Bob")
        let written = try add([line], from: "bank", to: "box", in: env)
        let rows = try ShowEntry.run(EntryInput(id: "\(written.id)"), in: env).rows
        #expect(rows.map(\.payer) == ["Bob", "Bob"])
        #expect(rows.map(\.account) == ["bank", "box"])
    }

    @Test("a payer is amended, cleared and taken back") func amend() throws {
        let env = try opened()
        try env.add("5", "Tea")
        var change = AmendEntry.Input(id: "tea")
        change.payer = "Bob"
        #expect(try AmendEntry.run(change, in: env).notes.map(\.kind) == [.personAdded])
        #expect(try row(2, env).payer == "Bob")
        #expect(throws: ApplicationError.decision(.nothingChanged)) {
            try AmendEntry.run(change, in: env)
        }
        change.payer = ""
        _ = try AmendEntry.run(change, in: env)
        #expect(try row(2, env).payer == "")
        _ = try UndoCommits.run(UndoCommits.Input(), in: env)
        #expect(try row(2, env).payer == "Bob")
        let history = try EntryHistory.run(EntryInput(id: "2"), in: env)
        let payers = history.versions.flatMap(\.changes).filter { $0.field == "payer" }
        #expect(payers.map { $0.now ?? "-" } == ["Bob", "-", "Bob"])
    }

    @Test("a change of many lines takes only who is known") func many() throws {
        let env = try opened()
        try env.add("5", "Tea")
        try env.add("6", "Tea")
        var change = AmendEntry.Input(id: "")
        change.payer = "Bob"
        let input = AmendEntries.Input(lines: ManyInput(query: "tea"), changes: change)
        #expect(throws: ApplicationError.unknownPerson("Bob", suggestions: [])) {
            try AmendEntries.run(input, in: env)
        }
        change.payer = "me"
        let mine = AmendEntries.Input(lines: ManyInput(query: "tea"), changes: change)
        let done = try AmendEntries.run(mine, in: env)
        #expect(done.rows.map(\.now) == ["Ada", "Ada"])
        #expect(try titles("who:ada", env) == ["Tea", "Tea"])
    }

    @Test("an id of no person is refused") func noPerson() throws {
        let env = try opened()
        #expect(throws: ApplicationError.decision(.unknownPerson(0))) {
            try add([LineInput(amount: "5", title: "Tea", payer: "0")], in: env)
        }
    }
}
