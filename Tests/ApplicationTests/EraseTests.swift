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

    @Test("text that somebody took out of the log is found by verify") func unexplained() throws {
        let env = try opened()
        let id = try env.add("12.50", "Doctor")
        _ = try #require(try env.home.open()).eraseText(at: [id])
        #expect(try verify(env)?.unexplained == [id])
    }
}
