import Application
import Foundation
import Ledger
import Support
import Testing

/// What an erasure does to files of settings, profiles and rules: text goes, the rest can be read.
@Suite("Files behind an erasure") struct ErasedFileTests {
    private func run(_ body: (Environment) throws -> Void) throws {
        let folder = FileManager.default.temporaryDirectory
            .appending(path: "erased-\(UUID().uuidString)").path
        defer { TestFolder.remove(folder) }
        try body(try opened { $0.home = FileHome(folder) })
    }

    private func save(_ rule: Rule, _ env: Environment) throws {
        _ = try SaveRule.run(SaveRule.Input(rule: rule, dryRun: nil), in: env)
    }

    @Test(
        "names of fields, ids and codes are no text",
        arguments: [
            "device", "version", "defaults", "currency", "zone", "EUR", "a", "0", "name", "where",
            "set", "rules", "category", "account", "ledger", "user", "expense", "monday",
        ])
    func keys(_ word: String) throws {
        try run { env in
            try env.add("5", "New \(word)", category: "food", account: "giro")
            var changes = Rule.Changes()
            changes.category = "food"
            changes.account = "giro"
            try save(Rule(name: "#1", query: "title:'!!' cat:food", changes: changes), env)
            let rules = try env.home.kept(Rule.self)
            let settings = try env.home.file("settings.json")
            let done = try EraseText.run(EraseText.Input(query: "title:\(word)"), in: env)
            #expect(done.left.isEmpty, "\(done.left)")
            #expect(!done.takes.contains { $0.place.hasSuffix(".json") }, "\(done.takes)")
            #expect(try env.home.kept(Rule.self) == rules)
            #expect(try env.home.file("settings.json") == settings)
        }
    }

    @Test("a rule goes for its text, and stays for a category or an account") func rules() throws {
        try run { env in
            try env.add("5", "Moss", category: "health:moss")
            var text = Rule.Changes()
            text.note = "for Moss"
            var names = Rule.Changes()
            names.category = "health:moss"
            try save(Rule(name: "one", query: "tea", changes: text), env)
            try save(Rule(name: "two", query: "tea", changes: names), env)
            let done = try EraseText.run(EraseText.Input(query: "moss"), in: env)
            #expect(done.takes.first { $0.place == "rules.json" }?.values == ["one"])
            #expect(done.stays.first { $0.place == "rules.json" }?.values == ["two"])
            #expect(try env.home.kept(Rule.self).items.map(\.name) == ["two"])
        }
    }

    @Test(
        "a rule goes that asks for the words of a title one by one",
        arguments: ["dr. moss", "DR. MOSS", "visit dr. moss", "'dr. moss'", "note:dr. title:moss"])
    func wordByWord(_ terms: String) throws {
        try run { env in
            try env.add("5", "Visit Dr. Moss")
            var changes = Rule.Changes()
            changes.category = "health"
            try save(Rule(name: "one", query: terms, changes: changes), env)
            try save(Rule(name: "two", query: "moss", changes: changes), env)
            let input = EraseText.Input(query: "title:\"Dr. Moss\"")
            let done = try EraseText.run(input, in: env)
            #expect(done.takes.first { $0.place == "rules.json" }?.values == ["one"])
            #expect(try env.home.kept(Rule.self).items.map(\.name) == ["two"])
        }
    }

    @Test("an end of the log that was saved aside goes where it alone has the words")
    func tails() throws {
        try run { env in
            try env.add("5", "Tea")
            let (one, other) = ("log/torn-000000000009-1.bin", "log/torn-000000000009-2.bin")
            for (file, text) in [(one, "LGFR\u{1}Zebra"), (other, "LGFR\u{1}Tiger")] {
                try Data(text.utf8).write(to: URL(filePath: "\(env.home.place)/\(file)"))
            }
            let done = try EraseText.run(EraseText.Input(query: "zebra"), in: env)
            #expect(done.takes.map(\.place) == [one])
            #expect(done.left.isEmpty && done.texts == 0)
            #expect(try env.home.file(one) == nil)
            #expect(try env.home.file(other) != nil)
        }
    }

    @Test("what people called themselves is listed where it stays") func names() throws {
        try run { env in
            try env.add("5", "Moss")
            _ = try DeclareCurrency.run(DeclareCurrency.Input(code: "MOSS"), in: env)
            let readers = "\(env.home.place)/readers"
            try FileManager.default.createDirectory(
                atPath: readers, withIntermediateDirectories: true)
            try Data("x".utf8).write(to: URL(filePath: "\(readers)/moss.place"))
            let done = try EraseText.run(EraseText.Input(query: "moss"), in: env)
            #expect(done.stays.map(\.place) == ["currency", "readers/moss.place"])
            #expect(done.stays.first?.values == ["MOSS"])
            #expect(done.left.isEmpty)
            try env.add("6", "Euro")
            let euro = try EraseText.run(EraseText.Input(query: "eur"), in: env)
            #expect(euro.stays.isEmpty)
        }
    }

    @Test("a longer text of another line is no text that was left") func longer() throws {
        try run { env in
            let id = try env.add("5", "Coffee")
            try env.add("6", "Coffee beans")
            let done = try EraseText.run(EraseText.Input(ids: ["\(id)"]), in: env)
            #expect(done.left.isEmpty, "\(done.left)")
        }
    }
}
