internal import Ledger

/// Reads the tasks of calendars: components `VTODO` of RFC 5545.
struct CalendarReader {
    /// Components in each other, at most.
    private static let depthMax = 16
    private static let timeZone = "VTIMEZONE"

    private let zone: Zone
    private let keys: TaskAttributeKeys

    init(_ zone: Zone, _ keys: TaskAttributeKeys) { (self.zone, self.keys) = (zone, keys) }

    /// Reads a file.
    ///
    /// - Throws: ``TaskFault`` where it is no calendar from there on.
    mutating func read(_ text: [UInt8], into tasks: inout TaskImport) throws(TaskFault) {
        var lines = CalendarLines(text)
        var open: [String] = []
        var task: CalendarTask?
        while let line = try lines.next() {
            let property = try CalendarProperty(line)
            switch property.name {
            case "BEGIN":
                let name = property.value.trimmed.uppercased()
                guard open.isEmpty == (name == "VCALENDAR"), open.count < CalendarReader.depthMax
                else { throw TaskFault(line: line.number, .malformed("BEGIN:\(name)")) }
                open.append(name)
                if open.count == 2 { begin(name, line.number, &task, &tasks) }
                if open.count == 3, task != nil { tasks.leaveOut(name) }
            case "END":
                let name = property.value.trimmed.uppercased()
                guard open.last == name else {
                    throw TaskFault(line: line.number, .malformed("END:\(name)"))
                }
                open.removeLast()
                if open.count == 1, var made = task {
                    tasks.add { () throws(TaskFault) in try made.record() }
                    for name in made.kept { tasks.keep(name) }
                    task = nil
                }
            default:
                guard !open.isEmpty else {
                    throw TaskFault(line: line.number, .malformed(property.name))
                }
                if open.count == 2 { task?.take(property) }
            }
        }
        if let name = open.last {
            throw TaskFault(line: lines.number, .malformed("no END:\(name)"))
        }
    }

    private func begin(
        _ name: String, _ line: Int, _ task: inout CalendarTask?, _ tasks: inout TaskImport
    ) {
        if name == "VTODO" {
            task = CalendarTask(line, zone, keys)
        } else if name != CalendarReader.timeZone {
            tasks.add { () throws(TaskFault) in throw TaskFault(line: line, .notATask(name)) }
        }
    }
}

/// The lines of a calendar, with those that were folded made whole.
private struct CalendarLines {
    struct Line {
        let number: Int
        let bytes: [UInt8]
    }

    /// Bytes of a line that was folded, at most.
    private static let bytesMax = 1 << 20

    private let text: [UInt8]
    private var position = 0
    private(set) var number = 0

    init(_ text: [UInt8]) { self.text = text }

    /// The next line that is not empty; `nil` at the end.
    mutating func next() throws(TaskFault) -> Line? {
        while position < text.count {
            number += 1
            let start = number
            var bytes = physical()
            // A line that begins with white space goes on with what is before it, octet by octet.
            while position < text.count, text[position] == 0x20 || text[position] == 0x09 {
                position += 1
                number += 1
                bytes += physical()
                if bytes.count > CalendarLines.bytesMax {
                    throw TaskFault(line: start, .textTooLong)
                }
            }
            if !bytes.isEmpty { return Line(number: start, bytes: bytes) }
        }
        return nil
    }

    private mutating func physical() -> [UInt8] {
        let start = position
        while position < text.count, text[position] != 0x0A { position += 1 }
        var end = position
        if position < text.count { position += 1 }
        if end > start, text[end - 1] == 0x0D { end -= 1 }
        return Array(text[start..<end])
    }
}

/// A property of a component: a name, parameters and a value.
private struct CalendarProperty {
    let line: Int
    let name: String
    let parameters: [String: String]
    let value: String

    init(_ line: CalendarLines.Line) throws(TaskFault) {
        self.line = line.number
        let bytes = line.bytes
        // Where the name and the parameters end.
        var ends: [Int] = []
        var (isQuoted, colon) = (false, Int?.none)
        for index in bytes.indices {
            let byte = bytes[index]
            if byte == UInt8(ascii: "\"") { isQuoted.toggle() }
            guard !isQuoted, byte == UInt8(ascii: ";") || byte == UInt8(ascii: ":") else {
                continue
            }
            ends.append(index)
            if byte == UInt8(ascii: ":") {
                colon = index
                break
            }
        }
        guard let colon, let end = ends.first, end > 0,
            bytes[..<end].allSatisfy(CalendarProperty.isOfName)
        else {
            let text = String(decoding: bytes, as: UTF8.self)
            throw TaskFault(line: line.number, .malformed(String(text.prefix(60))))
        }
        name = String(decoding: bytes[..<end], as: UTF8.self).uppercased()
        value = String(decoding: bytes[(colon + 1)...], as: UTF8.self)
        var parameters: [String: String] = [:]
        for (start, end) in zip(ends, ends.dropFirst()) {
            let part = String(decoding: bytes[(start + 1)..<end], as: UTF8.self)
            let pair = part.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
            guard pair.count == 2 else { continue }
            parameters[pair[0].uppercased()] = String(pair[1].filter { $0 != "\"" })
        }
        self.parameters = parameters
    }

    private static func isOfName(_ byte: UInt8) -> Bool {
        let letter = byte | 0x20
        return letter >= UInt8(ascii: "a") && letter <= UInt8(ascii: "z") || byte.isDigit
            || byte == UInt8(ascii: "-")
    }

    /// The value with `\n`, `\,`, `\;` and `\\` as what they mean.
    var text: String { texts.joined(separator: ",") }

    /// The texts between commas.
    var texts: [String] {
        let isPlain = !value.utf8.contains { $0 == UInt8(ascii: "\\") || $0 == UInt8(ascii: ",") }
        if isPlain { return [value] }
        var (texts, text, isMarked) = ([String](), [UInt8](), false)
        for byte in value.utf8 {
            if isMarked {
                let isEnd = byte == UInt8(ascii: "n") || byte == UInt8(ascii: "N")
                text.append(isEnd ? UInt8(ascii: "\n") : byte)
                isMarked = false
            } else if byte == UInt8(ascii: "\\") {
                isMarked = true
            } else if byte == UInt8(ascii: ",") {
                texts.append(String(decoding: text, as: UTF8.self))
                text = []
            } else {
                text.append(byte)
            }
        }
        texts.append(String(decoding: text, as: UTF8.self))
        return texts
    }

    /// The name with its parameters, as they stood.
    var head: String {
        if parameters.isEmpty { return name }
        let words = parameters.sorted { $0.key < $1.key }.map { key, value in
            let isPlain = !value.contains { ":;,".contains($0) }
            return ";\(key)=" + (isPlain ? value : "\"\(value)\"")
        }
        return name + words.joined()
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
    /// What it has of what it has once.
    private var known: Set<String> = []
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
        let all = (id.map { [TaskNote.Attribute("UID", $0)] } ?? []) + attributes
        facts.note = TaskNote(facts.note, .calendar, all).note
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
            let isSingle = property.name == "UID" || property.name == "SUMMARY"
            if isSingle, !known.insert(property.name).inserted {
                throw TaskFault(
                    line: property.line,
                    .badValue(property.value, of: "\(property.name), twice"))
            }
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
            facts.tags += property.texts.map(\.trimmed).filter { !$0.isEmpty }
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
        guard !property.head.contains(":") else {
            attributes.append(.init(property.name, property.value))
            return kept.append(property.name)
        }
        attributes.append(.init(property.head, property.value))
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
