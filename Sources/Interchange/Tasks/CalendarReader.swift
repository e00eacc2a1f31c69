internal import EventLog
internal import Ledger

/// Reads the tasks of calendars: components `VTODO` of RFC 5545.
struct CalendarReader {
    /// Bytes from which on pieces are worth their threads, and of a piece.
    private static let bytesMin = 1 << 18
    private static let begin = Array("BEGIN:VTODO".utf8)

    private let zone: Zone
    private let keys: TaskAttributeKeys

    init(_ zone: Zone, _ keys: TaskAttributeKeys) { (self.zone, self.keys) = (zone, keys) }

    /// Reads a file.
    ///
    /// - Throws: ``TaskFault`` where it is no calendar from there on.
    func read(_ text: [UInt8], into tasks: inout TaskImport) throws(TaskFault) {
        let before = tasks
        if text.count >= CalendarReader.bytesMin, Parallel.cores > 1, readPieces(text, into: &tasks)
        {
            return
        }
        // In one go, which also finds out what is wrong and where.
        tasks = before
        var part = CalendarPart(zone, keys)
        try part.read(text[...], line: 0) { tasks.add($0) }
        try part.end()
        for name in part.leftOut { tasks.leaveOut(name) }
    }

    /// What comes of a piece of a file.
    private struct Read: Sendable {
        var tasks: [TaskPiece] = []
        var leftOut: [String] = []
    }

    /// Reads a file in pieces that begin where a task does.
    ///
    /// - Returns: Whether all of them are sound: where one does, the one before it ends between two
    ///   components of a calendar.
    private func readPieces(_ text: [UInt8], into tasks: inout TaskImport) -> Bool {
        let pieces = TextPieces(text[...], bytes: CalendarReader.bytesMin) {
            (line: ArraySlice<UInt8>) in line.starts(with: CalendarReader.begin)
        }
        let last = pieces.pieces.count - 1
        let (zone, keys) = (zone, keys)
        let read = { @Sendable (piece: TextPieces.Piece, index: Int) -> Read? in
            var (part, read) = (CalendarPart(zone, keys, isInside: index > 0), Read())
            do throws(TaskFault) {
                try part.read(piece.text, line: piece.linesBefore) { read.tasks.append($0) }
                if index == last { try part.end() }
            } catch { return nil }
            read.leftOut = part.leftOut
            return index == last || part.isBetween ? read : nil
        }
        var isSound = true
        pieces.read(read) { found in
            guard let read = found else {
                isSound = false
                return false
            }
            // As many tasks in every byte as in the first piece.
            if tasks.pieces == 0, let first = pieces.pieces.first?.text.count {
                tasks.expect(read.tasks.count * (text.count / first + 1))
            }
            for task in read.tasks { tasks.add(task) }
            for name in read.leftOut { tasks.leaveOut(name) }
            return true
        }
        return isSound
    }
}

/// Some lines of a calendar, and what is open at their end.
private struct CalendarPart {
    /// Components in each other, at most.
    private static let depthMax = 16
    private static let timeZone = "VTIMEZONE"

    private let zone: Zone
    private let keys: TaskAttributeKeys
    private var open: [String]
    private var task: CalendarTask?
    private var line = 0
    /// The names of components inside of tasks, which are not taken over.
    private(set) var leftOut: [String] = []

    /// - Parameter isInside: Whether they begin between two components of a calendar.
    init(_ zone: Zone, _ keys: TaskAttributeKeys, isInside: Bool = false) {
        (self.zone, self.keys) = (zone, keys)
        open = isInside ? ["VCALENDAR"] : []
    }

    /// Whether they end between two components of a calendar.
    var isBetween: Bool { open.count == 1 }

    /// Reads lines.
    ///
    /// - Parameters:
    ///   - line: Lines before them.
    ///   - take: Takes what may be tasks.
    mutating func read(
        _ text: ArraySlice<UInt8>, line: Int, _ take: (TaskPiece) -> Void
    ) throws(TaskFault) {
        var lines = CalendarLines(text, line)
        defer { self.line = lines.number }
        while let line = try lines.next() {
            let property = try CalendarProperty(line)
            switch property.name {
            case "BEGIN":
                let name = CalendarPart.component(property)
                guard open.isEmpty == (name == "VCALENDAR"), open.count < CalendarPart.depthMax
                else { throw TaskFault(line: line.number, .malformed("BEGIN:\(name)")) }
                open.append(name)
                if open.count == 2 { begin(name, line.number, take) }
                if open.count == 3, task != nil { leftOut.append(name) }
            case "END":
                let name = CalendarPart.component(property)
                guard open.last == name else {
                    throw TaskFault(line: line.number, .malformed("END:\(name)"))
                }
                open.removeLast()
                if open.count == 1, var made = task {
                    task = nil
                    var piece = TaskPiece { () throws(TaskFault) in try made.record() }
                    piece.kept = made.kept
                    take(piece)
                }
            default:
                guard !open.isEmpty else {
                    throw TaskFault(line: line.number, .malformed(property.name))
                }
                if open.count == 2 { task?.take(property) }
            }
        }
    }

    /// The component that begins or ends.
    private static func component(_ property: CalendarProperty) -> String {
        let name = property.value
        return name == "VTODO" ? name : name.trimmed.uppercased()
    }

    /// Nothing follows.
    func end() throws(TaskFault) {
        if let name = open.last { throw TaskFault(line: line, .malformed("no END:\(name)")) }
    }

    private mutating func begin(_ name: String, _ line: Int, _ take: (TaskPiece) -> Void) {
        if name == "VTODO" {
            task = CalendarTask(line, zone, keys)
        } else if name != CalendarPart.timeZone {
            take(TaskPiece { () throws(TaskFault) in throw TaskFault(line: line, .notATask(name)) })
        }
    }
}

/// A task of a calendar in the making.
private struct CalendarTask {
    private let line: Int
    private let zone: Zone
    private let keys: TaskAttributeKeys
    private var said: [String: String] = [:]
    /// The names of what the note keeps and people may look for.
    private(set) var kept: [String] = []
    private var facts = TodoFacts(title: "")
    private var status = TodoStatus.open
    private var id: String?
    /// Whether it has what it has once.
    private var (hasID, hasTitle) = (false, false)
    private var end: Deadline?
    private var fault: TaskFault?
    private var attributes: [TaskNote.Attribute] = []

    /// What is kept and needs not be told.
    private static let quiet: Set<String> = ["CREATED", "COMPLETED", "STATUS"]

    init(_ line: Int, _ zone: Zone, _ keys: TaskAttributeKeys) {
        (self.line, self.zone, self.keys) = (line, zone, keys)
    }

    mutating func record() throws(TaskFault) -> TaskRecord {
        if let fault { throw fault }
        if let id { attributes.insert(TaskNote.Attribute("UID", id), at: 0) }
        facts.note = TaskNote(facts.note, .calendar, attributes).note
        var record = TaskRecord(
            line: line, identity: id.map { TaskRecord.identity(id: $0) } ?? "", facts: facts,
            status: status)
        record.said = said
        if status != .open { record.finishedAt = end?.lastInstant(in: zone) }
        if case .day = end { record.endsOnDay = true }
        return record
    }

    mutating func take(_ property: CalendarProperty) {
        switch property.name {
        // What every change of a task changes, and says nothing of it.
        case "DTSTAMP", "LAST-MODIFIED", "SEQUENCE": return
        default: break
        }
        do throws(TaskFault) {
            // Where the lines between two tasks are lost, one of them would be, too.
            let (isID, isTitle) = (property.name == "UID", property.name == "SUMMARY")
            if isID && hasID || isTitle && hasTitle {
                throw TaskFault(
                    line: property.line,
                    .badValue(property.value, of: "\(property.name), twice"))
            }
            (hasID, hasTitle) = (hasID || isID, hasTitle || isTitle)
            try read(property)
        } catch { fault = fault ?? error }
    }

    private mutating func read(_ property: CalendarProperty) throws(TaskFault) {
        switch property.name {
        case "SUMMARY": facts.title = property.text.trimmed
        case "DESCRIPTION": facts.note = property.text
        case "UID":
            let text = property.text.trimmed
            if !text.isEmpty { id = text }
        case "CATEGORIES":
            for text in property.texts {
                let tag = text.trimmed
                if !tag.isEmpty { facts.tags.append(tag) }
            }
        case "X-LEDGER-PROJECT":
            do throws(CategoryPathError) { facts.project = try CategoryPath(property.text) } catch {
                throw TaskFault(
                    line: property.line, .badValue(property.value, of: property.name))
            }
        case "DUE": facts.deadline = try deadline(property)
        case "PRIORITY":
            guard let number = UInt8(property.value.trimmed), number <= 9 else {
                throw TaskFault(line: property.line, .badValue(property.value, of: "PRIORITY"))
            }
            facts.priority = number == 0 ? nil : number
        case "STATUS": try take(status: property)
        case "COMPLETED":
            end = try deadline(property)
            status = status == .dropped ? .dropped : .completed
            keep(property)
        default:
            guard let name = keys.name(of: property.name) else { return keep(property) }
            said[name] = property.text
        }
    }

    private mutating func take(status property: CalendarProperty) throws(TaskFault) {
        switch property.value.trimmed.uppercased() {
        case "NEEDS-ACTION": break
        case "IN-PROCESS": keep(property)
        case "COMPLETED": status = .completed
        case "CANCELLED": status = .dropped
        default: throw TaskFault(line: property.line, .badStatus(property.value))
        }
    }

    private mutating func keep(_ property: CalendarProperty) {
        // A name with a colon in quotes would be cut there.
        let head = property.head
        guard !head.contains(":") else {
            attributes.append(.init(property.name, property.value))
            return kept.append(property.name)
        }
        attributes.append(.init(head, property.value))
        if !CalendarTask.quiet.contains(property.name) { kept.append(property.name) }
    }

    /// A day, an instant, or what clocks of a zone show.
    private func deadline(_ property: CalendarProperty) throws(TaskFault) -> Deadline {
        let bad = TaskFault(line: property.line, .badMoment(property.value, of: property.name))
        guard let parts = TaskMoment.parts(property.value.trimmed) else { throw bad }
        guard let time = parts.time else { return .day(parts.day) }
        if parts.isUTC { return .instant(Zone.utc.timestamp(of: parts.day, time)) }
        var zone = self.zone
        if let name = property.parameters["TZID"] {
            do throws(ZoneError) { zone = try Zone(name: name) } catch {
                throw TaskFault(line: property.line, .badMoment("TZID=\(name)", of: property.name))
            }
        }
        return .instant(zone.timestamp(of: parts.day, time))
    }
}
