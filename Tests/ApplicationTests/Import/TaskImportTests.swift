import Application
import Interchange
import Ledger
import Support
import Testing

/// Files of tasks go the way of statements: once, with what differs proposed, undone as one.
@Suite struct TaskImportTests {
    private static let file = """
        (A) 2026-01-02 Call the doctor +home due:2026-01-20
        2026-01-02 Water plants +garden

        """

    private func run(
        _ text: String, _ env: Environment, _ proposals: ImportProposals? = nil
    ) throws -> ImportReceipt {
        var input = ImportCSV.Input(file: FileBytes(bytes(text)), fileName: "todo.txt")
        input.proposals = proposals
        return try ImportCSV.run(input, in: env).receipt
    }

    @Test("a second time adds nothing") func again() throws {
        let env = try opened()
        #expect(try run(Self.file, env).new == 2)
        let second = try run(Self.file, env)
        #expect((second.new, second.known, second.id) == (0, 2, nil))
    }

    /// More than a commit holds in memory.
    @Test("a long file of tasks that wait for each other goes out as it came in, and is one step")
    func long() throws {
        let env = try opened()
        let count = 2_500
        func id(_ number: Int) -> String { "0000000a-0000-4000-8000-00000\(1_000_000 + number)" }
        let tasks = (0..<count).map { number in
            let status = number % 3 == 0 ? #""completed","end":"20260103T100000Z""# : #""pending""#
            let depends = number == 0 ? "" : #","depends":["\#(id(number - 1))"]"#
            return #"{"uuid":"\#(id(number))","description":"Call \#(number)","status":"#
                + "\(status)\(depends)}"
        }
        let receipt = try run("[\n" + tasks.joined(separator: ",\n") + "\n]\n", env)
        #expect((receipt.read, receipt.new, receipt.refusedCount) == (count, count, 0))
        // The batch, each task, those that are done, all but one that waits.
        let events = 1 + count + (count + 2) / 3 + count - 1
        #expect(try #require(receipt.id) + UInt64(events) - 1 == receipt.position)
        let text = try ExportTasks.run(.init(form: "taskwarrior"), in: env).text
        #expect(text.matches(of: /"depends":\["/).count == count - 1)
        let again = try run(text, env)
        #expect((again.new, again.known, again.changed.count) == (0, count, 0))
        _ = try UndoCommits.run(.init(), in: env)
        let empty = try ExportTasks.run(.init(form: "taskwarrior"), in: env).text
        #expect(!empty.contains("\"description\""))
    }

    @Test("a file without tasks is none that cannot be read", arguments: ["", "\n", "[]\n"])
    func nothing(_ text: String) throws {
        let env = try opened()
        let receipt = try run(text, env)
        #expect((receipt.read, receipt.new, receipt.id) == (0, 0, nil))
    }

    @Test("what another ledger wrote comes in once, and goes out under the same ids")
    func otherLedger() throws {
        let (first, second) = (try opened(), try opened())
        _ = try run(Self.file, first)
        let text = try ExportTasks.run(.init(form: "todo.txt"), in: first).text
        #expect(try run(text, second).new == 2)
        #expect(try run(text, second).known == 2)
        #expect(try ExportTasks.run(.init(form: "todo.txt"), in: second).text == text)
        #expect(try run("2026-01-02 Buy milk ledger-id:abc\n", second).new == 1)
        #expect(try run("2026-01-02 Buy milk ledger-id:abc\n", second).known == 1)
    }

    @Test(
        "what was erased has something to be called where it is written",
        arguments: ["taskwarrior", "todo.txt", "ics"])
    func erasedExport(_ form: String) throws {
        let env = try opened()
        _ = try run(Self.file, env)
        _ = try EraseText.run(EraseText.Input(ids: ["doctor"]), in: env)
        let text = try ExportTasks.run(.init(form: form), in: env).text
        #expect(text.contains("(erased)") && !text.lowercased().contains("doctor"))
        let again = try run(text, env)
        #expect((again.new, again.known, again.refusedCount) == (0, 2, 0))
    }

    @Test("a row that is taken as new beside the one of its id has an id of its own")
    func anotherID() throws {
        let env = try opened()
        func task(_ title: String) -> String {
            "[{\"description\":\"\(title)\",\"entry\":\"20260102T100000Z\",\"status\":\"pending\","
                + "\"uuid\":\"5a1e8d3c-0b6f-4a52-9c1d-2f6f0e7c9b11\"}]"
        }
        #expect(try run(task("A"), env).new == 1)
        #expect(try run(task("B"), env, .ignore).new == 1)
        let text = try ExportTasks.run(.init(form: "taskwarrior"), in: env).text
        let ids = text.matches(of: /"uuid":"([^"]+)"/).map { String($0.1) }
        #expect(ids.count == 2 && Set(ids).count == 2)
    }

    @Test("a task whose text was erased does not come back with its file") func erased() throws {
        let env = try opened()
        _ = try run(Self.file, env)
        _ = try EraseText.run(EraseText.Input(ids: ["doctor"]), in: env)
        let second = try run(Self.file, env)
        #expect((second.new, second.known, second.held) == (0, 1, 1))
        #expect(second.id == nil)
        // One of the same deadline, priority and project is held for one that was erased, not two.
        let more = "(A) 2026-01-03 Pay the bill +home due:2026-01-20\n"
        let third = try run(Self.file + more, env)
        #expect((third.new, third.known, third.held) == (1, 1, 1))
        // Who takes every row as new has it anew.
        let all = try run(Self.file, env, .ignore)
        #expect((all.new, all.known) == (1, 1))
    }

    @Test("an erased task and its file's change of another are two things") func beside() throws {
        let env = try opened()
        _ = try run(Self.file, env)
        _ = try EraseText.run(EraseText.Input(ids: ["plants"]), in: env)
        let other = "2026-01-02 Buy a hose +shed\n"
        let second = try run(Self.file + other, env)
        #expect((second.new, second.known, second.held) == (1, 1, 1))
    }
}
