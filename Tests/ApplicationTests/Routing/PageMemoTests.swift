import Application
import Ledger
import Support
import Testing

/// What is kept while a page is made is said of the log that it was read from, and of no other.
@Suite("What a page looks up once")
struct PageMemoTests {
    private func names(_ env: Environment, at position: UInt64) throws -> [String] {
        let page = env.with { $0.asOf = .position(position) }
        return try page.snapshot().referenceData.persons.map(\.name)
    }

    @Test("settings and people are those of the position, and of the ledger")
    func snapshots() throws {
        let memo = PageMemo()
        let env = try opened { $0.memo = memo }
        let other = try opened { $0.memo = memo }
        // Positions 2 and 3, behind the settings and the owner.
        for name in ["Bob", "Cy"] {
            _ = try answer("people/add", #"{"person":{"name":"\#(name)"}}"#, in: env)
        }
        for _ in 0..<2 {
            #expect(try names(env, at: 2).contains("Bob") && !names(env, at: 2).contains("Cy"))
            #expect(try names(env, at: 3).contains("Cy"))
            #expect(try !names(other, at: 1).contains("Bob"))
            #expect(try !names(env, at: 1).contains("Bob"))
            // Where no position is asked for it is the last one.
            #expect(try env.snapshot().referenceData.persons.map(\.name).contains("Cy"))
        }
        _ = try answer("people/add", #"{"person":{"name":"Di"}}"#, in: env)
        #expect(try env.snapshot().referenceData.persons.map(\.name).contains("Di"))
    }

    @Test("rights that are granted meanwhile hold at once") func rights() throws {
        let env = try opened { $0.memo = PageMemo() }
        _ = try answer("people/add", #"{"person":{"name":"Bob"}}"#, in: env)
        let his = env.with { $0.user = 2 }
        _ = try Router.call(ListEntries.self, ListEntries.Input(), in: his)
        _ = try Router.call(Permit.self, RightsInput(people: ["Bob"], rights: ["create"]), in: env)
        #expect(throws: ApplicationError.self) {
            try Router.call(ListEntries.self, ListEntries.Input(), in: his)
        }
    }
}
