import Application
import EventLog
import Foundation
import Ledger
import Support
import Testing

/// Whatever a ledger went through, a word that is erased stands in no byte of its folder any more,
/// stored or decoded, nor in a backup that is made afterwards; and every root stays what it was.
///
/// `LEDGER_ERASED_PROGRAMS` says how many programs run, `LEDGER_ERASED_SEED` with which the first.
@Suite("Erased words") struct ErasedWordTests {
    private static func number(_ name: String, _ usual: UInt64) -> UInt64 {
        ProcessInfo.processInfo.environment[name].flatMap(UInt64.init) ?? usual
    }

    @Test("the table of places names every column of text and every kind of file")
    func table() throws {
        let path = "Sources/Ledger/Ledger.docc/Erasure.md"
        let text = try String(contentsOfFile: SourceTree.fullPath(path), encoding: .utf8)
        let rows = text.split(separator: "\n").filter { $0.hasPrefix("| ") }.map {
            $0.split(separator: "|").map { $0.trimmingCharacters(in: .whitespaces) }
        }
        let erased = rows.filter { $0[1] == "erased" }.map { $0[0].prefix { $0 != "(" } }
        let known = (0x80...0xFC).map { ColumnID(rawValue: $0).name }.filter { !$0.hasPrefix("0x") }
        #expect(Set(erased.map { $0.trimmingCharacters(in: .whitespaces) }) == Set(known))
        for kind in LedgerFile.all {
            let row = rows.first { $0[0] == kind.words }
            let words: String =
                switch kind.fate {
                case .pruned: "what holds the text goes"
                case .removed: "removed, "
                case .dropped, .attached: "removed where"
                case .rewritten: "written anew"
                case .stays: "stays"
                }
            #expect(row?[1].hasPrefix(words) == true, "\(kind.words)")
        }
    }

    @Test("are left nowhere by random programs") func randomPrograms() throws {
        let first = ErasedWordTests.number("LEDGER_ERASED_SEED", 1)
        let count = ErasedWordTests.number("LEDGER_ERASED_PROGRAMS", 6)
        var done: [String: Int] = [:]
        for seed in first..<(first + count) {
            var program = try ErasingProgram(seed: seed)
            defer { TestFolder.remove(program.folder) }
            for _ in 0..<60 { try program.step() }
            try program.end()
            done.merge(program.done) { $0 + $1 }
        }
        print("erased words:", done.sorted { $0.key < $1.key }.map { "\($0.key) \($0.value)" })
        for step in ErasingProgram.steps where count >= 6 {
            #expect(done[step, default: 0] > 0, "no program did \(step)")
        }
    }
}

/// Requests at random on a ledger in a folder, with random words in every text that they take, and
/// erasures of such words.
private struct ErasingProgram {
    static let steps = [
        "add", "amend", "void", "correct", "undo", "task/add", "task/edit", "task/drop",
        "people/add", "people/change", "people/join", "close", "reopen",
        "statement/withdraw", "import/csv", "rules/save", "sql", "seal", "torn", "leftover",
        "backup", "erase", "task/annotate", "repeat/add",
    ]

    let folder: String
    private(set) var done: [String: Int] = [:]
    private let env: Environment
    private let router: Router
    private var random: SeededRandom
    /// Words that stand in texts, and those that were erased.
    private var words: [String] = []
    private var erased: [String] = []
    private var roots: [UInt64: Digest] = [:]
    private var number = 0
    /// What was recorded, by id.
    private var lines: [UInt64] = []
    private var tasks: [UInt64] = []
    /// A person who was added.
    private var person: String?

    init(seed: UInt64) throws {
        random = SeededRandom(seed: seed)
        folder =
            FileManager.default.temporaryDirectory
            .appending(path: "ledger-test-\(UUID().uuidString)").path
        let folder = folder
        env = Environment.test.with { $0.home = FileHome("\(folder)/ledger") }
        router = try Router.standard
        _ = try InitLedger.run(InitLedger.Input(), in: env)
        _ = try call("unit/add", ["name": .string("Team")])
    }

    private mutating func below(_ end: Int) -> Int { Int.random(in: 0..<end, using: &random) }

    /// A word that was used before or a new one, in some case; with other words around it.
    private mutating func text() -> String {
        if words.count < 3 || below(3) == 0 {
            let letters = Array("bcdfghjklmnpqrstvwxz")
            words.append(String((0..<12).map { _ in letters[below(letters.count)] }))
        }
        let word = words[below(words.count)]
        let cased = [word, word.uppercased(), word.capitalized][below(3)]
        return ["\(cased)", "Dr. \(cased)", "a \(cased), b"][below(3)]
    }

    private enum JSON {
        case string(String)
        case list([String])
        case object([String: JSON])
    }

    private static func text(_ json: JSON) -> String {
        switch json {
        case .string(let text): "\"\(text)\""
        case .list(let texts): "[" + texts.map { "\"\($0)\"" }.joined(separator: ",") + "]"
        case .object(let members):
            "{" + members.map { "\"\($0.key)\":\(text($0.value))" }.joined(separator: ",") + "}"
        }
    }

    /// Whether it was done; what makes no sense for the ledger as it is is not.
    @discardableResult private mutating func call(
        _ path: String, _ input: [String: JSON], as name: String? = nil,
        in other: Environment? = nil
    ) throws -> Bool {
        do throws(ApplicationError) {
            let json = Array(ErasingProgram.text(.object(input)).utf8)
            _ = try router.call(path, json, in: other ?? env)
        } catch {
            switch error {
            case .decision, .unknownID, .notClosed, .nothingToErase, .unknownPerson,
                .unknownUnit:
                return false
            default: throw error
            }
        }
        done[name ?? path, default: 0] += 1
        let head = try #require(try env.home.open()).head()
        roots[head.count] = head.root
        return true
    }

    mutating func step() throws {
        number += 1
        let line = "\(lines.randomElement(using: &random) ?? 2)"
        let task = "\(tasks.randomElement(using: &random) ?? 2)"
        let (one, two) = (text(), text())
        switch below(19) {
        case 0, 1, 2:
            let entry: JSON = .object([
                "amount": .string("\(1 + below(99))"), "title": .string(one),
                "note": .string(two), "tags": .list([one]), "payee": .string(two),
                "day": .string("2026-01-0\(1 + below(9))"),
            ])
            let text = ErasingProgram.text(entry)
            _ = try router.call("add", Array("{\"lines\":[\(text)]}".utf8), in: env)
            done["add", default: 0] += 1
            lines.append(try #require(try env.home.open()).head().count - 1)
        case 3:
            try call("amend", ["id": .string(line), "title": .string(one), "reason": .string(two)])
        case 4: try call("void", ["ids": .list([line]), "reason": .string(one)])
        case 5:
            let correcting = env.with { $0.correction = one }
            try call(
                "amend", ["id": .string(line), "note": .string(two)], as: "correct", in: correcting)
        case 6: try call("undo", ["reason": .string(one)])
        case 7:
            try call("task/add", ["task": .object(["title": .string(one), "note": .string(two)])])
            tasks.append(try #require(try env.home.open()).head().count - 1)
        case 8:
            try call("task/edit", ["id": .string(task), "task": .object(["title": .string(one)])])
        case 9:
            try call("task/drop", ["ids": .list([task]), "reason": .string(two)])
        default: try rareStep(one, two)
        }
    }

    private mutating func rareStep(_ one: String, _ two: String) throws {
        switch below(16) {
        case 12:
            if let task = tasks.randomElement(using: &random) {
                try call("task/annotate", ["id": .string("\(task)"), "text": .string(one)])
            }
        case 13:
            let line: JSON = .object([
                "amount": .string("9"), "title": .string(one), "note": .string(two),
            ])
            try call("repeat/add", ["line": line, "every": .string("month on the 1st")])
        case 0:
            try call("people/add", ["person": .object(["name": .string("Bo\(number)")])])
            person = "Bo\(number)"
        case 1:
            let about: JSON = .object([
                "post": .string(one), "contact": .string(two), "picture": .string(one),
            ])
            try call("people/change", ["id": .string("Ada"), "person": about])
        case 2:
            try call(
                "people/join",
                ["people": .list([person ?? "Ada"]), "unit": .string("Team"), "post": .string(one)])
        case 3:
            try call(
                "permit",
                [
                    "people": .list(["Ada"]),
                    "rights": .list(["read", "create", "write", "share"]),
                    "reason": .string(one),
                ])
        case 4: try call("close", ["period": .string("2025-12"), "reason": .string(one)])
        case 5: try call("reopen", ["period": .string("2025-12"), "reason": .string(two)])
        case 6:
            _ = try call("account/open", ["name": .string("bank\(number)")])
            _ = try call(
                "statement/assert",
                [
                    "account": .string("bank\(number)"), "balance": .string("0"),
                    "on": .string("2026-01-01"),
                ])
            let last = try #require(try env.home.open()).head().count - 1
            try call("statement/withdraw", ["id": .string("\(last)"), "reason": .string(one)])
        case 7: try importFile(one, two)
        case 8:
            let rule: JSON = .object([
                "name": .string("r\(number)"),
                "where": .string(number % 2 == 0 ? one : "title:'\(one)'"),
                "set": .object(["note": .string(two)]),
            ])
            try call("rules/save", ["rule": rule])
        case 9: try call("sql", ["statement": .string("SELECT count(*) FROM expense")])
        case 10: try call("seal", [:])
        case 11: try litter(one)
        default: try erase()
        }
    }

    private mutating func importFile(_ one: String, _ two: String) throws {
        let title = one.filter { $0 != "," }
        let csv = "Date,Amount,Title\n2026-01-1\(below(9)),-\(number).5,\(title)\n"
        let base64 = Data(csv.utf8).base64EncodedString()
        try call(
            "import/csv",
            [
                "file": .string(base64), "fileName": .string("\(two).csv"),
                "saveProfile": .string(title), "options": .object(["sign": .string("account")]),
            ])
    }

    /// What interrupted programs leave behind.
    private mutating func litter(_ text: String) throws {
        let (name, step) =
            below(2) == 0
            ? ("log/torn-\(100_000_000_000 + number)-1.bin", "torn")
            : ("rules.json.\(number)", "leftover")
        let path = "\(env.home.place)/\(name)"
        try Data("LGFR\(text)".utf8).write(to: URL(filePath: path))
        done[step, default: 0] += 1
    }

    private mutating func erase() throws {
        guard let word = words.randomElement(using: &random) else { return }
        guard try call("erase", ["ids": .list([]), "query": .string(word)]) else { return }
        words.removeAll { $0 == word }
        erased.append(word)
        try look(in: env.home.place)
    }

    /// Nothing of what was erased is there, and every root is as it was.
    private func look(in place: String) throws {
        let files =
            FileManager.default.enumerator(atPath: place)?.compactMap { $0 as? String } ?? []
        for file in files {
            guard let data = FileManager.default.contents(atPath: "\(place)/\(file)") else {
                continue
            }
            let text = String(decoding: data, as: UTF8.self).lowercased()
            for word in erased where text.contains(word) {
                Issue.record("\(word) stands in \(file), step \(number)")
            }
        }
        let store = try FileEventStore.open(at: "\(place)/log")
        try store.readStored(0..<store.head().count, .all, holding: .all) { batch in
            for row in batch.rows {
                for field in row.fields {
                    guard let bytes = field.value.bytes else { continue }
                    let text = String(decoding: bytes, as: UTF8.self).lowercased()
                    for word in erased where text.contains(word) {
                        Issue.record("\(word) stands in a column \(field.column.name)")
                    }
                }
            }
            return .next
        }
        for (count, root) in roots { #expect(try store.root(at: count) == root) }
        #expect(try LedgerSnapshot(store: store).checkErasures().holds)
    }

    mutating func end() throws {
        try erase()
        try look(in: env.home.place)
        try call("backup", ["destination": .string("\(folder)/copy")])
        try look(in: "\(folder)/copy")
    }
}
