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
