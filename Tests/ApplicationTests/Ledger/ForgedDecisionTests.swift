import Application
import EventLog
import Foundation
import Ledger
import Support
import Testing

/// What has the key of a decision about something that a merge set aside, and was recorded by a
/// program that asks nobody for rights.
@Suite("Decisions of somebody who may not decide")
struct ForgedDecisionTests {
    /// Whether it stands in the ledger itself, or comes with another copy.
    enum Way: CaseIterable { case here, byMerge }

    @Test("count for nothing, and keep nobody from deciding", arguments: Way.allCases)
    func forged(_ way: Way) throws {
        let root = FileManager.default.temporaryDirectory
            .appending(path: "forged-\(UUID().uuidString)").path
        defer { TestFolder.remove(root) }
        let base = Environment.test.with { $0.makeSeed = Seeds.random }
        func env(_ name: String = "a") -> Environment {
            base.with { $0.home = FileHome("\(root)/\(name)") }
        }
        func aside() throws -> (key: String?, answered: String?) {
            let rows = try ListLog.run(ListLog.Input(kinds: ["commit-set-aside"]), in: env()).rows
            let changes = try #require(rows.last).changes
            return (
                changes.first { $0.field == "key" }?.now,
                changes.first { $0.field == "answered" }?.now
            )
        }
        func waiting() throws -> Int { try CountAsides.run(NoInput(), in: env()).count }

        _ = try InitLedger.run(InitLedger.Input(), in: env())
        try env().add("12.50")
        _ = try BackUpLedger.run(BackUpLedger.Input(destination: "\(root)/b"), in: env())
        for (name, amount) in [("a", "13"), ("b", "14")] {
            var input = AmendEntry.Input(id: "2")
            input.amount = amount
            _ = try AmendEntry.run(input, in: env(name))
        }
        // The longer side stands.
        for number in 0..<3 { try env().add("1", "Tea \(number)") }
        _ = try MergeCopy.run(MergeCopy.Input(other: "\(root)/b"), in: env())
        var person = PersonInput()
        person.name = "Bob"
        _ = try AddPerson.run(AddPerson.Input(person), in: env())
        _ = try Permit.run(Permit.Input(people: ["Bob"], rights: ["read", "create"]), in: env())
        let key = try #require(try aside().key)

        // No router looks at what is run like this.
        if way == .byMerge {
            _ = try BackUpLedger.run(BackUpLedger.Input(destination: "\(root)/c"), in: env())
        }
        try env(way == .here ? "a" : "c").acting(as: "Bob").add("1", "Fake", key: key)
        if way == .byMerge {
            let merged = try MergeCopy.run(MergeCopy.Input(other: "\(root)/c"), in: env())
            #expect(merged.commits == 1)
        }
        #expect(try waiting() == 1)
        #expect(try aside() == (key + "-2", nil))
        // What somebody may do later changes nothing of that.
        _ = try Permit.run(Permit.Input(people: ["Bob"], rights: ["all"]), in: env())
        #expect(try waiting() == 1)
        let line = LineInput(amount: "2", title: "Real")
        let real = try Router.call(
            AddEntry.self, AddEntry.Input(lines: [line]),
            in: env().acting(as: "Bob").with { $0.key = key + "-2" })
        #expect(try waiting() == 0)
        #expect(try aside() == (key + "-2", "\(real.id)"))
        _ = try Revoke.run(Revoke.Input(people: ["Bob"], rights: ["all"]), in: env())
        #expect(try waiting() == 0)
    }
}
