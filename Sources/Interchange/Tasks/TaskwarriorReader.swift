internal import EventLog
internal import Ledger

/// Reads what `task export` of Taskwarrior writes: a list of objects, or one object after the
/// other.
struct TaskwarriorReader {
    private let zone: Zone
    private let keys: TaskAttributeKeys
    /// Templates that instances name.
    private var parents: Set<String> = []
    /// The ids of templates.
    private var templates: Set<String> = []

    init(_ zone: Zone, _ keys: TaskAttributeKeys) { (self.zone, self.keys) = (zone, keys) }

    /// Reads a file.
    ///
    /// - Throws: ``TaskFault`` where it is no JSON from there on.
    mutating func read(_ text: [UInt8], into tasks: inout TaskImport) throws(TaskFault) {
        let before = (self, tasks)
        if text.count < TaskwarriorReader.bytesMin || Parallel.cores == 1
            || !readPieces(text, into: &tasks)
        {
            // In one go, which also finds out what is wrong and where.
            (self, tasks) = before
            try readWhole(text, into: &tasks)
        }
        // What comes of a template stands beside it.
        let left = templates.intersection(parents)
        tasks.remove("recurring template") { left.contains($0.identity) }
    }

    /// Bytes from which on pieces are worth their threads, and of a piece.
    private static let bytesMin = 1 << 18

    /// A task, and what it has to do with others.
    private struct Read: Sendable {
        var piece: TaskPiece
        let parent: String?
        let template: String?

        /// Reads the next object.
        init(
            _ json: inout JSONReader, _ zone: Zone, _ keys: TaskAttributeKeys,
            _ projects: inout [String: CategoryPath?]
        ) throws(TaskFault) {
            var task = TaskwarriorTask(json.line, zone, keys)
            var fault: TaskFault?
            try json.object { member in
                if fault != nil { return }
                do throws(TaskFault) { try task.take(member, &projects) } catch { fault = error }
            }
            piece = TaskPiece { () throws(TaskFault) in
                if let fault { throw fault }
                return try task.record()
            }
            piece.kept = task.kept
            parent = task.parent.map { TaskRecord.identity(id: $0) }
            template = task.isTemplate ? task.id.map { TaskRecord.identity(id: $0) } : nil
        }
    }

    private mutating func add(_ read: Read, to tasks: inout TaskImport) {
        tasks.add(read.piece)
        if let parent = read.parent { parents.insert(parent) }
        if let template = read.template { templates.insert(template) }
    }

    /// Reads a file in pieces that begin where a line begins with an object.
    ///
    /// - Returns: Whether all of them are sound: one that begins inside of a text or an object
    ///   leaves the one before it without an end.
    private mutating func readPieces(_ text: [UInt8], into tasks: inout TaskImport) -> Bool {
        let pieces = TextPieces(text[...], bytes: TaskwarriorReader.bytesMin) {
            $0 == UInt8(ascii: "{")
        }
        var start = JSONReader(Array(text.prefix(1_024)))
        let isList = start.take("[")
        let last = pieces.pieces.count - 1
        let (zone, keys) = (zone, keys)
        var isSound = true
        let read = { @Sendable (piece: TextPieces.Piece, index: Int) -> [Read]? in
            var json = JSONReader(Array(piece.text), line: piece.linesBefore + 1)
            var (tasks, projects): ([Read], [String: CategoryPath?]) = ([], [:])
            if index == 0, isList { _ = json.take("[") }
            // Most tasks have some 200 bytes.
            tasks.reserveCapacity(piece.text.count / 192)
            while let byte = json.peek(), !isList || byte != UInt8(ascii: "]") {
                guard byte == UInt8(ascii: "{") else { return nil }
                do throws(TaskFault) {
                    tasks.append(try Read(&json, zone, keys, &projects))
                } catch { return nil }
                if json.take(",") || !isList { continue }
                if index < last { return nil }
                break
            }
            if isList, index == last, !json.take("]") { return nil }
            return json.peek() == nil ? tasks : nil
        }
        pieces.read(read) { found in
            guard let read = found else {
                isSound = false
                return false
            }
            // As many tasks in every byte as in the first piece.
            if tasks.pieces == 0, let first = pieces.pieces.first?.text.count {
                tasks.expect(read.count * (text.count / first + 1))
            }
            for task in read { add(task, to: &tasks) }
            return true
        }
        return isSound
    }

    private mutating func readWhole(
        _ text: [UInt8], into tasks: inout TaskImport
    ) throws(TaskFault) {
        var json = JSONReader(text)
        var projects: [String: CategoryPath?] = [:]
        let isList = json.take("[")
        while let byte = json.peek(), !isList || byte != UInt8(ascii: "]") {
            let line = json.line
            guard byte == UInt8(ascii: "{") else {
                _ = try json.value()
                throw TaskFault(line: line, .malformed("no task"))
            }
            add(try Read(&json, zone, keys, &projects), to: &tasks)
            if !json.take(","), isList { break }
        }
        if isList, !json.take("]") { throw json.fault("a list without an end") }
        if json.peek() != nil { throw json.fault("more behind the end") }
    }
}

/// A task of Taskwarrior in the making.
private struct TaskwarriorTask {
    private let line: Int
    private let zone: Zone
    private let keys: TaskAttributeKeys
    private var said: [String: String] = [:]
    private(set) var id: String?
    private(set) var parent: String?
    /// The names of what the note keeps and people may look for.
    private(set) var kept: [String] = []
    private var facts = TodoFacts(title: "")
    private var status = TodoStatus.open
    private(set) var isTemplate = false
    private var hasOwnTags = false
    private var assignee: String?
    private var moments: [TodoMoment: Deadline] = [:]
    private var depends: [String] = []
    private var end: Timestamp?
    private var attributes: [TaskNote.Attribute] = []
    private var annotations: [(text: String, attribute: TaskNote.Attribute)] = []

    private static let priorities: [String: UInt8] = ["H": 1, "M": 5, "L": 9]

    init(_ line: Int, _ zone: Zone, _ keys: TaskAttributeKeys) {
        (self.line, self.zone, self.keys) = (line, zone, keys)
    }

    mutating func record() throws(TaskFault) -> TaskRecord {
        // Programs write members in any order.
        if attributes.count > 1 {
            attributes.sort { ($0.key, $0.value) < ($1.key, $1.value) }
        }
        if let id { attributes.insert(TaskNote.Attribute("uuid", id), at: 0) }
        if !annotations.isEmpty {
            let own = Set(facts.note.split(separator: "\n").map(String.init))
            attributes += annotations.filter { !own.contains($0.text) }.map(\.attribute)
        }
        facts.note = TaskNote(facts.note, .taskwarrior, attributes).note
        var record = TaskRecord(
            line: line, identity: id.map { TaskRecord.identity(id: $0) } ?? "", facts: facts,
            status: status)
        record.assignee = assignee
        record.moments = moments
        record.depends = depends
        record.said = said
        record.finishedAt = status == .open ? nil : end
        return record
    }

    mutating func take(
        _ member: JSONValue.Member, _ projects: inout [String: CategoryPath?]
    ) throws(TaskFault) {
        let key = member.key
        switch key {
        // What the program reckons anew.
        case "id", "urgency", "modified": break
        case "description":
            let title = try text(member)
            try checkOnce(key, title, facts.title.isEmpty)
            facts.title = title
        case "uuid":
            let id = try text(member)
            try checkOnce(key, id, self.id == nil)
            guard TaskwarriorTask.isID(id) else { throw TaskFault(line: line, .badID(id)) }
            self.id = TaskRecord.lowercased(id)
        case "status": try take(status: text(member))
        case "due":
            facts.deadline = try deadline(member)
        case "project": take(project: try text(member), &projects)
        case "priority":
            let priority = try text(member)
            if let number = TaskwarriorTask.priorities[priority] {
                facts.priority = facts.priority ?? number
            } else if !priority.isEmpty {
                keep(.init(key, priority))
            }
        case "tags": if !hasOwnTags { facts.tags = try texts(member) }
        case "depends":
            depends = try texts(member).map { TaskRecord.identity(id: $0) }
        case "annotations": try take(annotations: member)
        case "entry", "end", "start":
            let moment = try text(member)
            let instant = try instant(moment, of: key)
            if key == "end" { end = instant }
            let attribute = TaskNote.Attribute(key, moment)
            if key == "start" { keep(attribute) } else { attributes.append(attribute) }
        case "wait": moments[.wait] = try deadline(member)
        case "scheduled": moments[.scheduled] = try deadline(member)
        case "until": moments[.until] = try deadline(member)
        default: try take(declared: member)
        }
    }

    /// No attribute that a ledger declares has a name that is read before.
    private mutating func take(declared member: JSONValue.Member) throws(TaskFault) {
        if let name = keys.name(of: member.key) {
            switch member.value {
            case .text(let text), .word(let text):
                said[name] = text
                return
            case .list, .object: break
            }
        }
        if member.key.hasPrefix("ledger_") { return try take(own: member) }
        try take(other: member)
        if member.key == "parent", case .text(let text) = member.value { parent = text }
    }

    private func instant(_ text: String, of key: String) throws(TaskFault) -> Timestamp {
        if let instant = TaskMoment.instant(text) { return instant }
        throw TaskFault(line: line, .badMoment(text, of: key))
    }

    private func deadline(_ member: JSONValue.Member) throws(TaskFault) -> Deadline {
        TaskMoment.deadline(try instant(text(member), of: member.key), in: zone)
    }

    /// Refuses what a task has once: where what is between two is lost, one of them would be, too.
    private func checkOnce(
        _ key: String, _ text: String, _ isFirst: Bool
    ) throws(TaskFault) {
        if !isFirst { throw TaskFault(line: line, .badValue(text, of: "\(key), twice")) }
    }

    private mutating func take(other member: JSONValue.Member) throws(TaskFault) {
        guard !member.key.isEmpty,
            !member.key.contains(where: { $0 == ":" || $0 == "[" || $0.isNewline })
        else { throw TaskFault(line: line, .badValue(member.key, of: "a name")) }
        switch member.value {
        case .text(let text): keep(.init(member.key, text))
        // Some versions write numbers as texts.
        case .word(let word) where word.last?.isNumber == true: keep(.init(member.key, word))
        default: keep(.init(member.key, member.value.json, isRaw: true))
        }
    }

    private mutating func keep(_ attribute: TaskNote.Attribute) {
        attributes.append(attribute)
        kept.append(attribute.key)
    }

    private mutating func take(status word: String) throws(TaskFault) {
        switch word {
        case "pending", "waiting": status = .open
        case "recurring":
            isTemplate = true
            keep(.init("status", word))
        case "completed": status = .completed
        case "deleted": status = .dropped
        default: throw TaskFault(line: line, .badStatus(word))
        }
    }

    /// Levels are parted by dots there.
    private mutating func take(
        project text: String, _ projects: inout [String: CategoryPath?]
    ) {
        if facts.project != nil || text.isEmpty { return }
        let known = projects[text]
        let project = known ?? TaskwarriorTask.project(text)
        if known == nil { projects[text] = .some(project) }
        if let project {
            facts.project = project
        } else {
            keep(.init("project", text))
        }
    }

    private static func project(_ text: String) -> CategoryPath? {
        let levels = text.contains(":") ? text : text.replacing(".", with: ":")
        guard let path = try? CategoryPath(levels) else { return nil }
        return TaskwarriorText.project(path) == text ? path : nil
    }

    private mutating func take(annotations member: JSONValue.Member) throws(TaskFault) {
        guard case .list(let values) = member.value else {
            throw TaskFault(line: line, .badValue(member.value.json, of: member.key))
        }
        for value in values {
            guard case .object(let members) = value,
                let description = members.first(where: { $0.key == "description" }),
                let entry = members.first(where: { $0.key == "entry" })
            else { throw TaskFault(line: line, .badValue(value.json, of: member.key)) }
            let words = try text(description)
            let attribute = TaskNote.Attribute("annotation", "\(try text(entry)) \(words)")
            annotations.append((words, attribute))
            kept.append("annotation")
        }
    }

    /// What this program wrote because there is no room for it there.
    private mutating func take(own member: JSONValue.Member) throws(TaskFault) {
        let text = try text(member)
        let bad = TaskFault(line: line, .badValue(text, of: member.key))
        switch member.key {
        case "ledger_note": facts.note = text
        case "ledger_tags":
            hasOwnTags = true
            facts.tags = text.split(separator: "\n").map(String.init)
        case "ledger_assignee": assignee = text
        case "ledger_priority":
            guard let number = UInt8(text), (1...9).contains(number) else { throw bad }
            facts.priority = number
        case "ledger_type":
            guard let urgency = TodoUrgency(name: text) else { throw bad }
            facts.urgency = urgency
        case "ledger_colour":
            guard let colour = TodoColour(name: text) else { throw bad }
            facts.colour = colour
        case "ledger_project":
            do throws(CategoryPathError) { facts.project = try CategoryPath(text) } catch {
                throw bad
            }
        default: keep(.init(member.key, text))
        }
    }

    private func text(_ member: JSONValue.Member) throws(TaskFault) -> String {
        if case .text(let text) = member.value { return text }
        throw TaskFault(line: line, .badValue(member.value.json, of: member.key))
    }

    /// A list of texts, or one text with commas.
    private func texts(_ member: JSONValue.Member) throws(TaskFault) -> [String] {
        switch member.value {
        case .text(let text): return text.split(separator: ",").map { String($0).trimmed }
        case .list(let values):
            var texts: [String] = []
            for value in values {
                texts.append(try text(JSONValue.Member(key: member.key, value: value)))
            }
            return texts
        default: throw TaskFault(line: line, .badValue(member.value.json, of: member.key))
        }
    }

    private static func isID(_ text: String) -> Bool {
        var index = 0
        for byte in text.utf8 {
            switch index {
            case 8, 13, 18, 23: if byte != UInt8(ascii: "-") { return false }
            default:
                let letter = byte | 0x20
                let isDigit = (0x30...0x39).contains(byte) || (0x61...0x66).contains(letter)
                if !isDigit { return false }
            }
            index += 1
        }
        return index == 36
    }
}
