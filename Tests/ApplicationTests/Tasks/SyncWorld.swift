import Application
import Foundation
import Interchange
import Ledger
import LedgerTesting
import Support

/// A ledger and a file of tasks, with a program of its own that changes the file, and a model of
/// what is to become of both.
struct SyncWorld {
    /// What a task is, as far as all formats tell it.
    struct State: Hashable {
        var word = "a"
        var priority: Int?
        var due: String?
        var project: String?
        var tags: Set<String> = []
        var size: Int?
        var status = "open"
    }

    typealias Side = [String: State]

    let form: String
    let path: String
    var env: Environment
    var random: SeededRandom
    /// The tasks of the file as its own program has them.
    var file: SyncedText
    private(set) var written = ""
    /// Tasks by the first words of their titles, which never change.
    private(set) var ours: Side = [:]
    private(set) var theirs: Side = [:]
    var base: Side = [:]
    private var ids: [String: UInt64] = [:]
    private var made = 0

    init(_ form: String, _ seed: UInt64, _ path: String) throws {
        (self.form, self.path) = (form, path)
        random = SeededRandom(seed: seed)
        file = SyncedText(form)
        env = Environment.test
        _ = try InitLedger.run(InitLedger.Input(), in: env)
        _ = try DeclareAttribute.run(.init(name: "size", kind: "number"), in: env)
    }

    func key(_ title: String) -> String { String(title.prefix { $0 != " " }) }

    func text() -> String {
        (FileManager.default.contents(atPath: path)).map { String(decoding: $0, as: UTF8.self) }
            ?? ""
    }

    mutating func write() throws {
        written = file.text
        try Data(written.utf8).write(to: URL(filePath: path))
    }

    func sync(_ prefer: String?) throws -> SyncTasks.Output {
        try SyncTasks.run(
            .init(form: form, path: path, prefer: prefer, missing: "gone"), in: env)
    }

    /// What would go which way.
    func dryRun() throws -> [String] {
        let done = try SyncTasks.run(
            .init(form: form, path: path, missing: "gone"), in: env.dryRun())
        return done.incoming.map { "in \($0.action) \($0.title)" }
            + done.outgoing.map { "out \($0.action) \($0.title)" }
            + done.conflicts.map { "both \($0.title)" }
    }

    /// Loses what both sides said before.
    mutating func forget() throws {
        let store = try env.home.open()
        env = env.with { $0.home = MemoryHome(store) }
    }

    /// Looks at both sides.
    mutating func read() throws {
        file = SyncedText(form, text())
        theirs = file.side
        ours = [:]
        for task in try env.snapshot().knownTasks() {
            let (facts, name) = (task.state.facts, key(task.state.facts.title))
            var state = State(word: String(facts.title.dropFirst(name.count + 1)))
            state.priority = facts.priority.map { Int($0) }
            state.due = facts.deadline?.description
            state.project = facts.project?.text
            state.tags = Set(facts.tags)
            if case .number(let number) = task.state.values["size"] {
                state.size = Int(number / 1_000_000)
            }
            state.status = task.state.status.rawValue
            ours[name] = state
            ids[name] = task.state.id
        }
    }

    // MARK: - Changes

    private mutating func word() -> String {
        ["milk", "call Ann", "é 1"][random.below(3)]
    }

    private mutating func new() -> (String, State) {
        made += 1
        var state = State(word: word())
        if random.below(2) == 0 { state.priority = [1, 5, 9][random.below(3)] }
        if random.below(2) == 0 { state.due = "2026-0\(1 + random.below(9))-11" }
        if random.below(3) == 0 { state.project = "home" }
        if random.below(3) == 0 { state.tags = ["x", "y"] }
        if random.below(3) == 0 { state.size = random.below(9) }
        return ("t\(made)", state)
    }

    private func fields(_ name: String, _ state: State) -> String {
        var parts = ["\"title\":\"\(name) \(state.word)\""]
        if let priority = state.priority { parts.append("\"priority\":\"\(priority)\"") }
        parts.append("\"due\":\"\(state.due ?? "none")\"")
        if let project = state.project { parts.append("\"project\":\"\(project)\"") }
        parts.append("\"tags\":[\(state.tags.sorted().map { "\"\($0)\"" }.joined(separator: ","))]")
        if let size = state.size { parts.append("\"attributes\":{\"size\":\"\(size)\"}") }
        return "{" + parts.joined(separator: ",") + "}"
    }

    /// Records something here.
    mutating func changeOurs() throws {
        try readOurs()
        let names = ours.keys.sorted { ids[$0] ?? 0 < ids[$1] ?? 0 }
        guard !names.isEmpty, random.below(4) > 0 else {
            let (name, state) = new()
            _ = try call("task/add", "{\"task\":\(fields(name, state))}")
            return try readOurs()
        }
        let name = names[random.below(names.count)]
        guard var state = ours[name], let id = ids[name] else { return }
        switch (random.below(6), state.status) {
        case (0, "open"): _ = try call("task/done", "{\"ids\":[\"\(id)\"]}")
        case (1, "open"): _ = try call("task/drop", "{\"ids\":[\"\(id)\"]}")
        case (0...2, _) where state.status != "open":
            _ = try call("task/reopen", "{\"ids\":[\"\(id)\"]}")
        case (_, "open"):
            change(&state, clears: false)
            if state != ours[name] {
                _ = try call("task/edit", "{\"id\":\"\(id)\",\"task\":\(fields(name, state))}")
            }
        default: break
        }
        try readOurs()
    }

    private mutating func readOurs() throws {
        let (file, theirs) = (file, theirs)
        try read()
        (self.file, self.theirs) = (file, theirs)
    }

    private func call(_ path: String, _ json: String) throws -> [UInt8] {
        try Router.standard.call(path, Array(json.utf8), in: env)
    }

    private mutating func change(_ state: inout State, clears: Bool) {
        switch random.below(6) {
        case 0: state.word = word()
        case 1: state.priority = [1, 5, 9][random.below(3)]
        case 2: state.due = random.below(3) == 0 ? nil : "2026-0\(1 + random.below(9))-12"
        case 3: state.tags.formSymmetricDifference(["x"])
        case 4: state.size = random.below(9)
        default:
            state.project = ["home", "work"][random.below(2)]
            if clears, random.below(2) == 0 { (state.priority, state.size) = (nil, nil) }
        }
    }

    /// Changes something in the file.
    mutating func changeTheirs() {
        let names = file.side.keys.sorted()
        guard !names.isEmpty, random.below(4) > 0 else {
            let (name, state) = new()
            file.add(name, state)
            theirs = file.side
            return
        }
        let name = names[random.below(names.count)]
        guard var state = file.side[name] else { return }
        switch random.below(6) {
        case 0: state.status = state.status == "open" ? "completed" : "open"
        case 1: if state.status == "open" || form == "todo.txt" { return remove(name) }
        default: change(&state, clears: true)
        }
        file.set(name, state)
        theirs = file.side
    }

    private mutating func remove(_ name: String) {
        file.remove(name)
        theirs = file.side
    }

    // MARK: - The model

    /// What both sides have to say, where one side counts.
    func merged(
        _ prefer: String?
    ) -> (ours: Side, theirs: Side, base: Side, conflicts: Set<String>) {
        var (left, right, known) = (Side(), Side(), Side())
        var conflicts: Set<String> = []
        for name in Set(ours.keys).union(theirs.keys).union(base.keys) {
            var task = SyncedTask(
                base: base[name], ours: ours[name], theirs: theirs[name],
                removes: form == "todo.txt")
            if task.merge(prefer) { conflicts.insert(name) }
            left[name] = task.ours
            right[name] = task.theirs
            known[name] = task.base
        }
        return (left, right, known, prefer == nil ? conflicts : [])
    }
}

/// What becomes of a task: a model of few words.
struct SyncedTask {
    var base: SyncWorld.State?
    var ours: SyncWorld.State?
    var theirs: SyncWorld.State?
    /// Whether the file has no word for what was dropped.
    let removes: Bool

    /// Returns whether both sides changed the same.
    mutating func merge(_ prefer: String?) -> Bool {
        guard let own = ours else {
            (ours, base) = (theirs, theirs)
            return false
        }
        guard let other = theirs else { return miss(own, prefer) }
        let was = base ?? own
        let isGone = own.status == "dropped" && was.status != "dropped" && other.status != "dropped"
        let isLost = other.status == "dropped" && was.status != "dropped" && own.status != "dropped"
        var isConflict = isLost && own != was
        var both = own
        func take<Value: Equatable>(_ field: WritableKeyPath<SyncWorld.State, Value>) {
            let (one, two, old) = (own[keyPath: field], other[keyPath: field], was[keyPath: field])
            if one == two || two == old { return }
            // What one dropped, the other changed.
            if isGone { isConflict = true }
            if one == old {
                both[keyPath: field] = two
                return
            }
            isConflict = true
            if prefer == "theirs" { both[keyPath: field] = two }
        }
        take(\.word)
        take(\.priority)
        take(\.due)
        take(\.project)
        take(\.tags)
        take(\.size)
        take(\.status)
        if isConflict, prefer == nil { return true }
        if isConflict, isGone, prefer == "ours" { both = own }
        if isConflict, isGone, prefer == "theirs" { both.status = other.status }
        if isConflict, isLost { both.status = prefer == "ours" ? own.status : other.status }
        (ours, theirs, base) = (both, both, both)
        if removes, both.status == "dropped" { (theirs, base) = (nil, nil) }
        return isConflict
    }

    /// The file has not what is here.
    private mutating func miss(_ own: SyncWorld.State, _ prefer: String?) -> Bool {
        guard let was = base else {
            if own.status == "open" { (theirs, base) = (own, own) }
            return false
        }
        if own.status != "open" {
            if own.status == "dropped" { base = nil }
            return false
        }
        if was.status != "open" {
            (theirs, base) = (own, own)
            return false
        }
        if own == was || prefer == "theirs" {
            ours?.status = "dropped"
            base = nil
            return own != was
        }
        if prefer == "ours" { (theirs, base) = (own, own) }
        return true
    }
}
