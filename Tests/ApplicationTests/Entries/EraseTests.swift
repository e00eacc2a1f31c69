import Application
import EventLog
import Ledger
import Support
import Testing

/// Erasures as requests, and what an audit of the ledger says of them.
@Suite("Erasing text by request")
struct EraseTests {
    private func verify(_ env: Environment) throws -> ErasureCheck? {
        try VerifyLog.run(VerifyLog.Input(), in: env).erasures
    }

    @Test func erases() throws {
        let env = try opened()
        let id = try env.add("12.50", "Doctor", category: "health")
        try env.add("4", "Milk")
        let sums = try env.sums()
        #expect(try verify(env) == nil)
        let done = try EraseText.run(EraseText.Input(ids: ["doctor"], reason: "asked for"), in: env)
        #expect(done.ids == [id] && done.texts == 1 && done.dryRun == nil)
        #expect(try env.sums() == sums)
        #expect(try verify(env)?.holds == true)
        #expect(throws: ApplicationError.nothingToErase([id])) {
            try EraseText.run(EraseText.Input(ids: ["\(id)"]), in: env)
        }
        #expect(throws: ApplicationError.unknownID("doctor")) {
            try EraseText.run(EraseText.Input(ids: ["doctor"]), in: env)
        }
    }

    @Test("letters are the same however their marks are written", arguments: [false, true])
    func marks(_ isComposed: Bool) throws {
        let env = try opened()
        let (composed, apart) = ("Zo\u{EB}", "Zoe\u{308}")
        try env.add("7", composed)
        try env.add("8", apart)
        let query = isComposed ? composed : apart
        let done = try EraseText.run(EraseText.Input(query: query), in: env)
        #expect(done.texts == 2 && done.left.isEmpty)
        #expect(try env.snapshot().lines().allSatisfy { $0.details.title.isEmpty })
        #expect(try verify(env)?.holds == true)
    }

    @Test("a look and a dry run erase nothing") func looks() throws {
        let env = try opened()
        let id = try env.add("12.50", "Doctor")
        let count = try env.events()
        var input = EraseText.Input(query: "doctor")
        input.preview = true
        let look = try EraseText.run(input, in: env)
        #expect(look.ids == [id] && look.texts == 1 && look.dryRun == true)
        #expect(try env.events() == count)
        input.preview = nil
        input.seen = look.position
        #expect(throws: ApplicationError.self) { try EraseText.run(input, in: env) }
        let dry = try EraseText.run(EraseText.Input(query: "doctor"), in: env.dryRun())
        #expect(dry.dryRun == true && dry.texts == 1)
        #expect(try env.events() == count)
        #expect(try verify(env) == nil)
    }

    @Test("an interrupted erasure is found by verify, and finished") func interrupted() throws {
        let env = try opened()
        let id = try env.add("12.50", "Doctor")
        let store = try #require(try env.home.open())
        _ = try store.append(
            NewCommit(
                id: CommitID(high: 3, low: 3), recordedAt: env.now(), actor: .position(1),
                events: [.textErased(TextErased(target: .position(id)))]), expecting: nil)
        #expect(try verify(env)?.pending == [id])
        #expect(try FinishErasures.run(NoInput(), in: env).texts == 1)
        #expect(try verify(env)?.holds == true)
        #expect(try FinishErasures.run(NoInput(), in: env).texts == 0)
    }

    @Test("an erasure that failed is not recorded again when it is tried again")
    func triedAgain() throws {
        let env = try opened()
        let id = try env.add("12.50", "Doctor")
        let store = try #require(try env.home.open())
        // As it is where the disk is full behind the record.
        _ = try store.append(
            NewCommit(
                id: CommitID(high: 3, low: 3), recordedAt: env.now(), actor: .position(1),
                events: [.textErased(TextErased(target: .position(id)))]), expecting: nil)
        let count = try env.events()
        let done = try EraseText.run(EraseText.Input(ids: ["doctor"]), in: env)
        #expect(done.texts == 1 && done.id == count - 1)
        #expect(try env.events() == count)
        #expect(try verify(env)?.holds == true)
    }

    @Test("what was changed behind an erasure that failed is recorded, too")
    func changedBehind() throws {
        let env = try opened()
        let id = try env.add("12.50", "Doctor")
        let store = try #require(try env.home.open())
        _ = try store.append(
            NewCommit(
                id: CommitID(high: 3, low: 3), recordedAt: env.now(), actor: .position(1),
                events: [.textErased(TextErased(target: .position(id)))]), expecting: nil)
        var change = AmendEntry.Input(id: "\(id)")
        change.title = "Doctor Who"
        _ = try AmendEntry.run(change, in: env)
        let count = try env.events()
        let done = try EraseText.run(EraseText.Input(ids: ["\(id)"]), in: env)
        #expect(done.texts == 2 && done.id == count)
        #expect(try verify(env)?.holds == true)
    }

    @Test("text that somebody took out of the log is found by verify") func unexplained() throws {
        let env = try opened()
        let id = try env.add("12.50", "Doctor")
        _ = try #require(try env.home.open()).eraseText(at: [id])
        #expect(try verify(env)?.unexplained == [id])
    }

    @Test("words go from every version of everything that ever had them") func everyVersion() throws
    {
        let env = try opened()
        let amended = try env.add("12.50", "Dr. Moss", category: "health")
        var change = AmendEntry.Input(id: "\(amended)")
        change.title = "Doctor"
        _ = try AmendEntry.run(change, in: env)
        let voided = try env.add("4", "DR. MOSS again")
        _ = try VoidEntry.run(EntriesInput(ids: ["\(voided)"], reason: "twice"), in: env)
        let other = try env.add("5", "Tea")
        _ = try VoidEntry.run(EntriesInput(ids: ["\(other)"], reason: "no dr. moss"), in: env)
        _ = try UndoCommits.run(UndoCommits.Input(reason: "Dr. Moss said so"), in: env)
        var todo = TaskInput()
        todo.title = "Call Dr. Moss"
        let task = try AddTask.run(AddTask.Input(todo), in: env).id
        var rule = Rule.Changes()
        rule.category = "health"
        for query in ["payee:\"Dr. Moss\"", "tea"] {
            let rule = Rule(name: query == "tea" ? "tea" : "doctor", query: query, changes: rule)
            _ = try SaveRule.run(SaveRule.Input(rule: rule, dryRun: nil), in: env)
        }

        var input = EraseText.Input(query: "payee:\"Dr. Moss\"")
        input.preview = true
        let look = try EraseText.run(input, in: env)
        #expect(Set([amended, voided, other, task]).isSubset(of: Set(look.ids)))
        #expect(look.takes.first { $0.place == "rules.json" }?.values == ["doctor"])
        #expect(look.takes.first { $0.place == "reason" }?.count == 4)
        #expect(look.stays.isEmpty)
        input.preview = nil
        let done = try EraseText.run(input, in: env)
        #expect(done.texts == look.texts && done.takes == look.takes && done.left.isEmpty)
        #expect(try env.home.kept(Rule.self).items.map(\.name) == ["tea"])
        let store = try #require(try env.home.open())
        for event in try store.events(in: 0..<store.head().count) {
            #expect(!"\(event)".lowercased().contains("moss"))
        }
        #expect(try verify(env)?.holds == true)
    }

    @Test("where a fact has the words that is listed, and stays") func facts() throws {
        let env = try opened()
        try env.add("12.50", "Moss", category: "health:moss", account: "Moss bank", key: "moss-1")
        var input = EraseText.Input(query: "moss")
        input.preview = true
        let look = try EraseText.run(input, in: env)
        #expect(look.stays.map(\.place) == ["name", "category", "key"])
        #expect(look.stays.map(\.values) == [["Moss bank"], ["health:moss"], ["moss-1"]])
        input.preview = nil
        #expect(try EraseText.run(input, in: env).left.isEmpty)
    }

    @Test("terms that say more than words take the lines only") func lines() throws {
        let env = try opened()
        let id = try env.add("12.50", "Moss", category: "health")
        let other = try env.add("4", "Moss", category: "garden")
        let done = try EraseText.run(EraseText.Input(query: "moss cat:health"), in: env)
        #expect(done.ids == [id])
        #expect(done.stays.first { $0.place == "title" }?.events == [other])
    }

    @Test("a reason or a key with the words is refused", arguments: ["reason", "key"])
    func repeats(_ field: String) throws {
        let env = try opened()
        try env.add("12.50", "Moss")
        let isKey = field == "key"
        let input = EraseText.Input(query: "moss", reason: isKey ? nil : "asked for by Moss")
        #expect(throws: ApplicationError.repeatsErased(field: field)) {
            try EraseText.run(input, in: env.with { $0.key = isKey ? "moss-1" : nil })
        }
    }

    @Test("of a thing its whole texts go from rules, unless other things keep them")
    func ofThings() throws {
        let env = try opened()
        let id = try env.add("12.50", "Dr. Moss")
        try env.add("4", "Lunch")
        let lunch = try env.add("5", "Lunch")
        for (name, query) in [("doctor", "title:'Dr. Moss'"), ("lunch", "lunch")] {
            var changes = Rule.Changes()
            changes.category = "food"
            let rule = Rule(name: name, query: query, changes: changes)
            _ = try SaveRule.run(SaveRule.Input(rule: rule, dryRun: nil), in: env)
        }
        let done = try EraseText.run(EraseText.Input(ids: ["\(id)", "\(lunch)"]), in: env)
        #expect(done.takes.first { $0.place == "rules.json" }?.values == ["doctor"])
        #expect(done.stays.map(\.place) == ["title"])
        #expect(try env.home.kept(Rule.self).items.map(\.name) == ["lunch"])
    }
}

/// Undoing behind an erasure.
@Suite("Undoing after text was erased") struct ErasedUndoTests {
    @Test("an undo goes on behind an erasure, and says so") func goesOn() throws {
        let env = try opened()
        try env.add("12.50", "Doctor")
        let tea = try env.add("4", "Tea")
        let erased = try EraseText.run(EraseText.Input(query: "doctor"), in: env)
        let undone = try UndoCommits.run(UndoCommits.Input(), in: env)
        #expect(undone.undone.map(\.id) == [tea])
        let note = DecisionNote(.erasurePassed, given: "\(erased.id ?? 0)", used: "")
        #expect(undone.notes == [note])
        #expect(try UndoCommits.run(UndoCommits.Input(), in: env).undone.map(\.id) == [2])
    }

    @Test("what would need erased text is passed over and marked in the list") func needs() throws {
        let env = try opened()
        let id = try env.add("12.50", "Doctor")
        var change = AmendEntry.Input(id: "\(id)")
        change.title = "Doctor M"
        let first = try AmendEntry.run(change, in: env).position
        let erased = try EraseText.run(EraseText.Input(ids: ["\(id)"]), in: env).id
        change.title = "Visit"
        let second = try AmendEntry.run(change, in: env).position
        let list = try ListUndoable.run(ListUndoable.Input(), in: env).rows
        #expect(list.map(\.id) == [second, erased, first, id])
        #expect(list.map(\.erased) == [true, true, true, nil])
        #expect(throws: ApplicationError.self) {
            try UndoCommits.run(UndoCommits.Input(ids: ["@\(second)"]), in: env)
        }
        let undone = try UndoCommits.run(UndoCommits.Input(), in: env)
        #expect(undone.undone.map(\.id) == [id])
        #expect(undone.notes.map(\.given) == [second, erased ?? 0, first].map { "\($0)" })
    }

    @Test("what was changed of a thing whose adding was undone is passed over, and marked")
    func gone() throws {
        let env = try opened()
        let first = try env.add("4", "Z")
        let id = try env.add("5", "Quagga")
        var change = AmendEntry.Input(id: "\(id)")
        change.title = "Quagga two"
        let amended = try AmendEntry.run(change, in: env).position
        let erased = try EraseText.run(EraseText.Input(query: "quagga"), in: env).id
        #expect(try UndoCommits.run(UndoCommits.Input(), in: env).undone.map(\.id) == [id])
        let list = try ListUndoable.run(ListUndoable.Input(), in: env).rows
        #expect(list.map(\.id) == [erased, amended, first])
        #expect(list.map(\.erased) == [true, nil, nil])
        #expect(list.map(\.gone) == [nil, true, nil])
        let undone = try UndoCommits.run(UndoCommits.Input(), in: env)
        #expect(undone.undone.map(\.id) == [first])
        #expect(undone.notes.map(\.kind) == [.erasurePassed, .gonePassed])
        #expect(throws: ApplicationError.self) {
            try UndoCommits.run(UndoCommits.Input(), in: env)
        }
        // Redone, they can be taken back again.
        _ = try RedoCommits.run(RedoCommits.Input(ids: ["\(id)"]), in: env)
        let again = try ListUndoable.run(ListUndoable.Input(), in: env).rows
        #expect(again.first { $0.id == amended }?.gone == nil)
    }

    @Test("figures that were amended are taken back, the text stays erased") func figures() throws {
        let env = try opened()
        let id = try env.add("12.50", "Doctor")
        var change = AmendEntry.Input(id: "\(id)")
        change.title = "Doctor M"
        change.amount = "13"
        _ = try AmendEntry.run(change, in: env)
        _ = try EraseText.run(EraseText.Input(ids: ["\(id)"]), in: env)
        let undone = try UndoCommits.run(UndoCommits.Input(), in: env)
        #expect(undone.changes.map(\.field) == ["amount"])
        #expect(try env.sums() == ["expense 12.50 EUR 1"])
    }
}
