import Application
import EventLog
import Foundation
import Ledger
import Support
import Testing

/// Copies that add, erase and merge: what was erased on any of them stands in no folder any more,
/// nor does anything by which it could be tried against what was hashed of it.
///
/// `LEDGER_ERASED_MERGES` says how many more histories are tried, from the seed
/// `LEDGER_ERASED_MERGES_SEED` on.
@Suite("Erasures on several devices")
struct MergedErasureTests {
    private static func seeds(_ known: Range<UInt64>) -> [UInt64] {
        let values = ProcessInfo.processInfo.environment
        let first = values["LEDGER_ERASED_MERGES_SEED"].flatMap { UInt64($0) } ?? 1_000
        let more = values["LEDGER_ERASED_MERGES"].flatMap { UInt64($0) } ?? 0
        return Array(known) + (0..<more).map { first + $0 }
    }

    /// How a text is erased that stands in the branch that a merge replaces.
    enum Order: CaseIterable {
        case erasedBefore, erasedBehind
    }

    @Test(
        "a text of a replaced branch cannot be tried by what the other copy has",
        arguments: Order.allCases, [true, false])
    func replaced(_ order: Order, isClone: Bool) throws {
        let root = FileManager.default.temporaryDirectory
            .appending(path: "erasures-\(UUID().uuidString)").path
        defer { TestFolder.remove(root) }
        var copies = try ErasingCopies(in: root, count: 2, areClones: isClone)
        try copies.add("Quux", on: 1)
        if order == .erasedBefore { try copies.erase("Quux", on: 1) }
        // The longer branch stays.
        for number in 0..<6 { try copies.add("Plain\(number)", on: 0) }
        try copies.merge(0, with: 1, by: .both)
        if order == .erasedBehind { try copies.erase("Quux", on: 0) }
        try copies.merge(1, with: 0, by: .folder)
        #expect(try copies.remains(of: ["Quux"]).isEmpty)
        let found = try copies.trials()
        // A copy that is made of files has the secrets of the other one, so that a trial works:
        // see Erasure.md.
        #expect(found.isEmpty == isClone, "\(found)")
        #expect(found.allSatisfy { $0.hasSuffix("Quux") }, "\(found)")
    }

    @Test("what waited on a device of a team cannot be tried, erased before or behind the others'")
    func team() throws {
        let root = FileManager.default.temporaryDirectory
            .appending(path: "erasures-\(UUID().uuidString)").path
        defer { TestFolder.remove(root) }
        // Devices of a team have the secrets of the server.
        var copies = try ErasingCopies(in: root, count: 2, areClones: false)
        for number in 0...1 {
            try Data("{}".utf8).write(to: URL(filePath: "\(root)/\(number)/remote.json"))
        }
        try copies.add("Quux", on: 1)
        try copies.add("Corge", on: 1)
        try copies.erase("Quux", on: 1)
        for number in 0..<6 { try copies.add("Plain\(number)", on: 0) }
        try copies.mergeTeams(0, into: 1)
        try copies.erase("Corge", on: 1)
        #expect(try copies.remains(of: ["Quux", "Corge"]).isEmpty)
        let found = try copies.trials()
        #expect(found.isEmpty, "\(found)")
        #expect(try copies.areWhole())
    }

    @Test(
        "an erasure that comes in takes the text out of the files beside the log, too",
        arguments: [0, 6])
    func beside(_ more: Int) throws {
        let root = FileManager.default.temporaryDirectory
            .appending(path: "erasures-\(UUID().uuidString)").path
        defer { TestFolder.remove(root) }
        var copies = try ErasingCopies(in: root, count: 2, areClones: true)
        try copies.add("Quux", on: 0)
        try copies.merge(1, with: 0, by: .folder)
        try copies.keepBeside("Quux", on: 1)
        #expect(try copies.remains(of: ["Quux"]).contains { $0.name == "rules.json" })
        try copies.erase("Quux", on: 0)
        // The own log stays where it is longer.
        for number in 0..<more { try copies.add("Plain\(number)", on: 1) }
        try copies.merge(1, with: 0, by: .folder)
        #expect(try copies.remains(of: ["Quux"]).isEmpty)
        #expect(try copies.areWhole())
    }

    @Test("leave no word and no trial, in whatever order copies merge", arguments: seeds(0..<8))
    func random(_ seed: UInt64) throws {
        let root = FileManager.default.temporaryDirectory
            .appending(path: "erasures-\(UUID().uuidString)").path
        defer { TestFolder.remove(root) }
        var random = SeededRandom(seed: seed)
        var copies = try ErasingCopies(in: root, count: 3, areClones: true)
        for step in 0..<36 {
            let copy = Int(random.next() % 3)
            switch random.next() % 10 {
            case 0, 1, 2: try copies.add("Word\(step)x", on: copy)
            case 3: try copies.addTask("Todo\(step)x", on: copy)
            case 4: try copies.amend(to: "Other\(step)x", on: copy, &random)
            case 5, 6: try copies.eraseAny(on: copy, &random)
            default:
                let other = (copy + 1 + Int(random.next() % 2)) % 3
                let way = ErasingCopies.Way.allCases.randomElement(using: &random) ?? .folder
                try copies.merge(copy, with: other, by: way)
            }
        }
        try copies.settle(&random)
        #expect(Set(try copies.roots()).count == 1)
        #expect(try copies.remains(of: copies.erased).isEmpty)
        let found = try copies.trials()
        #expect(found.isEmpty, "\(found)")
        #expect(try copies.areWhole())
    }
}

/// Copies of a ledger, and what somebody knows who has seen all of them.
private struct ErasingCopies {
    /// How two copies meet.
    enum Way: CaseIterable {
        case folder, both, bundle, bundleOfRest
    }

    /// An event as it stood in a copy once, when its text was there.
    private struct Seen {
        let row: Row
        let header: CommitHeader
        let position: UInt64
        let word: String
    }

    /// The words that were erased.
    private(set) var erased: Set<String> = []

    private let envs: [Environment]
    /// By their leaves.
    private var seen: [Digest: Seen] = [:]
    /// What was called one word and then another one.
    private var things: [Set<String>] = []

    init(in root: String, count: Int, areClones: Bool) throws {
        let first = Environment.test.with {
            $0.home = FileHome("\(root)/0")
            $0.newCommitID = { CommitID.random() }
            $0.makeSeed = Seeds.random
            $0.randomBytes = { count in (0..<count).map { _ in UInt8.random(in: .min ... .max) } }
        }
        _ = try InitLedger.run(InitLedger.Input(), in: first)
        try first.add("1", "Shared")
        var envs = [first]
        for number in 1..<count {
            let path = "\(root)/\(number)"
            if areClones {
                let input = CloneLedger.Input(source: "\(root)/0", destination: path)
                _ = try CloneLedger.run(input, in: first)
            } else {
                _ = try BackUpLedger.run(BackUpLedger.Input(destination: path), in: first)
            }
            envs.append(first.with { $0.home = FileHome(path) })
        }
        self.envs = envs
    }

    func roots() throws -> [String] { try envs.map { try $0.root() } }

    func areWhole() throws -> Bool {
        try envs.allSatisfy { env in
            let found = try VerifyLog.run(VerifyLog.Input(), in: env)
            return found.erasures?.holds != false && found.brokenRules?.isEmpty != false
        }
    }

    // MARK: What they do

    mutating func add(_ word: String, on copy: Int) throws {
        try envs[copy].add("2", word, category: "all")
        things.append([word])
        try look()
    }

    /// Lets a rule of bank files and the tables have a word.
    func keepBeside(_ word: String, on copy: Int) throws {
        let rule = """
            {"name": "own", "where": "amt:>1", "set": {"title": "\(word)"}}
            """
        _ = try answer("rules/save", "{\"rule\":\(rule)}", in: envs[copy])
        _ = try answer(
            "sql", "{\"statement\":\"SELECT count(*) FROM expense\"}", in: envs[copy])
    }

    mutating func addTask(_ word: String, on copy: Int) throws {
        _ = try answer("task/add", "{\"task\":{\"title\":\"\(word)\"}}", in: envs[copy])
        things.append([word])
        try look()
    }

    /// Calls some line otherwise whose title is there.
    mutating func amend(to word: String, on copy: Int, _ random: inout SeededRandom) throws {
        let lines = try titles("list", on: copy)
        guard let line = lines.randomElement(using: &random) else { return }
        var change = AmendEntry.Input(id: "\(line.id)")
        change.title = word
        _ = try AmendEntry.run(change, in: envs[copy])
        for index in things.indices where things[index].contains(line.title) {
            things[index].insert(word)
        }
        try look()
    }

    mutating func erase(_ word: String, on copy: Int) throws {
        let thing = try #require(try titles(on: copy).first { $0.title == word })
        _ = try EraseText.run(EraseText.Input(ids: ["\(thing.id)"]), in: envs[copy])
        erased.insert(word)
        try look()
    }

    mutating func eraseAny(on copy: Int, _ random: inout SeededRandom) throws {
        guard let thing = try titles(on: copy).randomElement(using: &random) else { return }
        try erase(thing.title, on: copy)
    }

    private func titles(on copy: Int) throws -> [(id: Int, title: String)] {
        try titles("list", on: copy) + titles("task/list", on: copy)
    }

    /// The titles that are there, but for those of what began before the copies parted.
    private func titles(
        _ path: String, on copy: Int
    ) throws -> [(id: Int, title: String)] {
        let rows = try answer(path, "{}", in: envs[copy])["rows"]?.array ?? []
        return rows.compactMap { row in
            guard let id = row["id"]?.integer, let title = row["title"]?.string,
                things.contains(where: { $0.contains(title) })
            else { return nil }
            return (id, title)
        }
    }

    @discardableResult
    mutating func merge(_ copy: Int, with other: Int, by way: Way) throws -> Bool {
        var path = envs[other].home.place
        if way == .bundle || way == .bundleOfRest {
            path = "\(envs[copy].home.place).bundle"
            let bundle = BundleLedger.Input(
                path: path, other: way == .bundleOfRest ? envs[copy].home.place : nil)
            _ = try BundleLedger.run(bundle, in: envs[other])
        }
        let input = MergeCopy.Input(other: path, both: way == .both ? true : nil)
        let done = try MergeCopy.run(input, in: envs[copy])
        for env in envs { env.home.refresh() }
        try look()
        return done.result != .nothing || done.there != nil
    }

    /// Puts what a copy has, as a server does, before what waits on another one.
    mutating func mergeTeams(_ team: Int, into copy: Int) throws {
        let store = try #require(try envs[team].store() as? FileEventStore)
        _ = try TeamMerge.run(taking: store, called: "server", in: envs[copy])
        envs[copy].home.refresh()
        try look()
    }

    /// Everybody merges with everybody, until nothing is missing anywhere.
    mutating func settle(_ random: inout SeededRandom) throws {
        for _ in 0..<8 {
            var isDone = true
            for copy in envs.indices {
                for other in envs.indices where other != copy {
                    let way = Way.allCases.randomElement(using: &random) ?? .folder
                    if try merge(copy, with: other, by: way) { isDone = false }
                }
            }
            if isDone { break }
        }
        // What a thing was called anywhere is gone with it, but for what came behind the erasure.
        for names in things where !names.isDisjoint(with: erased) {
            let left = try remains(of: names).map { $0.word }
            erased.formUnion(names.subtracting(left))
            #expect(left.isEmpty, "\(left)")
        }
    }

    /// Remembers each event with a word as it stands in each copy.
    private mutating func look() throws {
        let words = Set(things.flatMap(\.self))
        for env in envs {
            try env.forEachRow { row, header, position, seed in
                guard row.hasText, let word = row.word(of: words) else { return }
                let leaf = Leaf.hash(row, header, position: position, seed: seed)
                seen[leaf] = Seen(row: row, header: header, position: position, word: word)
            }
        }
    }

    // MARK: What is left

    /// Where words stand, in a byte of a folder or in an event.
    func remains(of words: Set<String>) throws -> [(word: String, name: String)] {
        var found: [(String, String)] = []
        for env in envs {
            for (name, bytes) in files(of: env) {
                for word in words where bytes.range(of: Data(word.utf8)) != nil {
                    found.append((word, name))
                }
            }
            try env.forEachRow { row, _, position, _ in
                if let word = row.word(of: words) { found.append((word, "event \(position)")) }
            }
        }
        return found
    }

    /// What can be tried: the folder and the word, for each text that was erased and that a salt
    /// of the folder gives the leaf or the commitment which stands there.
    func trials() throws -> [String] {
        var found: Set<String> = []
        for env in envs {
            var leaves: Set<Digest> = []
            for (name, bytes) in files(of: env) where name.hasSuffix(".branch") {
                let branch = try #require(KeptBranch(Array(bytes)))
                leaves.formUnion((0..<branch.count).compactMap(branch.leaf(of:)))
            }
            var (commitments, salts) = (Set<[UInt8]>(), Set<[UInt8]>())
            try env.forEachRow { row, _, _, _ in
                if let left = row[.commitment]?.bytes { commitments.insert(left) }
                if let salt = row[.salt]?.bytes { salts.insert(salt) }
            }
            let store = try env.store()
            for seen in seen.values where erased.contains(seen.word) {
                let seed = try store.seed(of: seen.position / Limit.seedEvents)
                let own = seed.flatMap { BlockSeed($0)?.salt(of: seen.position) }
                for salt in salts.union([own].compactMap(\.self)) {
                    var row = seen.row
                    row[.salt] = .bytes(salt)
                    let isKnown =
                        leaves.contains(
                            Leaf.hash(row, seen.header, position: seen.position, seed: []))
                        || commitments.contains(
                            Leaf.commitment(of: row, position: seen.position, seed: []))
                    if isKnown { found.insert("\(env.home.place.suffix(1)): \(seen.word)") }
                }
            }
        }
        return found.sorted()
    }

    /// The files of a copy.
    private func files(of env: Environment) -> [(name: String, bytes: Data)] {
        let folder = env.home.place
        let names = FileManager.default.enumerator(atPath: folder)?.compactMap { $0 as? String }
        return (names ?? []).compactMap { name in
            FileManager.default.contents(atPath: "\(folder)/\(name)").map { (name, $0) }
        }
    }
}

extension Environment {
    /// Hands over each event with its commit and the seed of its block.
    fileprivate func forEachRow(
        _ body: (Row, CommitHeader, UInt64, [UInt8]) -> Void
    ) throws {
        let store = try store()
        let seeds = try (0...(try store.head().count / Limit.seedEvents)).map {
            try store.seed(of: $0) ?? []
        }
        try store.read(0..<store.head().count, .all) { batch in
            for (index, row) in batch.rows.enumerated() {
                guard let header = batch.commit(at: index) else { continue }
                let position = batch.firstPosition + UInt64(index)
                body(row, header, position, seeds[Int(position / Limit.seedEvents)])
            }
            return .next
        }
    }
}

extension Row {
    /// The word that stands in one of its texts.
    fileprivate func word(of words: Set<String>) -> String? {
        for field in fields where field.column.isErasable {
            guard let bytes = field.value.bytes else { continue }
            let text = String(decoding: bytes, as: UTF8.self)
            if let word = words.first(where: text.contains) { return word }
        }
        return nil
    }
}
