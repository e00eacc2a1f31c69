package import Ledger

/// Open tasks as a calendar of RFC 5545.
package struct CalendarText: TaskWriter {
    /// Octets of a line, at most.
    private static let octetsMax = 75
    /// What is written of the task itself.
    private static let own: Set<Substring> = ["UID", "CREATED", "STATUS", "COMPLETED", "DTSTAMP"]

    private let zone: Zone
    private let keys: TaskAttributeKeys

    /// - Parameters:
    ///   - zone: That in which days are.
    ///   - attributes: Those that the ledger declares.
    package init(_ zone: Zone, _ attributes: [TaskAttributeDeclared] = []) {
        self.zone = zone
        keys = TaskAttributeKeys(.calendar, attributes, zone)
    }

    package func said(of note: TaskNote) -> String? { note["UID"] }

    package func piece(
        _ task: KnownTask, _ ids: [UInt64: String], _ person: (Reference?) -> String?,
        over old: [UInt8]
    ) -> [UInt8] {
        var lines = lines(of: task, ids[task.state.id] ?? task.ownID)
        let isOwn = TaskNote(task.state.facts.note).format == .calendar
        let last = lines.removeLast()
        let text = Array(lines.map(CalendarText.folded).joined().utf8)
        return text + kept(of: old, withProperties: !isOwn)
            + Array(CalendarText.folded(last).utf8)
    }

    /// What the ledger has no room for, as it stands in a component: others inside of it, and
    /// properties. Lines may be folded inside of letters.
    private func kept(of old: [UInt8], withProperties: Bool) -> [UInt8] {
        var (text, depth, isKept) = ([UInt8](), 0, false)
        for bytes in old.split(separator: 0x0A) {
            let line = bytes.last == 0x0D ? bytes.dropLast() : bytes
            // A line that begins with white space goes on with what is before it.
            if line.first != 0x20, line.first != 0x09 {
                let head = line.prefix { $0 != UInt8(ascii: ":") && $0 != UInt8(ascii: ";") }
                let name = String(decoding: head, as: UTF8.self).uppercased()
                if name == "BEGIN" { depth += 1 }
                isKept =
                    depth > 1
                    || depth == 1 && withProperties && !CalendarText.managed.contains(name)
                        && keys.name(of: name) == nil
                if name == "END" { depth -= 1 }
            }
            if isKept { text += line + [0x0D, 0x0A] }
        }
        return text
    }

    /// What a task says itself, or the ledger of it.
    private static let managed: Set<String> = [
        "BEGIN", "END", "UID", "DTSTAMP", "CREATED", "LAST-MODIFIED", "SEQUENCE", "STATUS",
        "COMPLETED", "PERCENT-COMPLETE", "SUMMARY", "DESCRIPTION", "DUE", "PRIORITY",
        "CATEGORIES", "X-LEDGER-PROJECT",
    ]

    package func text(_ tasks: [KnownTask], _ person: (Reference?) -> String?) -> String {
        var text = ""
        func add(_ line: String) { text += CalendarText.folded(line) }
        for line in ["BEGIN:VCALENDAR", "VERSION:2.0", "PRODID:-//ledger//tasks//EN"] { add(line) }
        let open = tasks.filter { $0.state.status == .open }
        let ids = KnownTask.ids(of: open) { $0["UID"] }
        for task in open { lines(of: task, ids[task.state.id] ?? task.ownID).forEach(add) }
        add("END:VCALENDAR")
        return text
    }

    private func lines(of task: KnownTask, _ id: String) -> [String] {
        let facts = task.state.facts
        let note = TaskNote(facts.note)
        let isOwn = note.format == .calendar
        let added = TaskMoment.text(task.addedAt)
        var lines = [
            "BEGIN:VTODO", "UID:" + CalendarText.escaped(id),
            "DTSTAMP:\(added)", "CREATED:\(isOwn ? note["CREATED"] ?? added : added)",
            "SUMMARY:" + CalendarText.escaped(task.title),
        ]
        if !note.text.isEmpty { lines.append("DESCRIPTION:" + CalendarText.escaped(note.text)) }
        switch facts.deadline {
        case .day(let day): lines.append("DUE;VALUE=DATE:\(TaskMoment.text(day))")
        case .instant(let instant): lines.append("DUE:\(TaskMoment.text(instant))")
        case nil: break
        }
        if let priority = facts.priority { lines.append("PRIORITY:\(priority)") }
        if !facts.tags.isEmpty {
            lines.append(
                "CATEGORIES:" + facts.tags.map(CalendarText.escaped).joined(separator: ","))
        }
        if let project = facts.project {
            lines.append("X-LEDGER-PROJECT:" + CalendarText.escaped(project.text))
        }
        lines += keys.texts(task).map { "\($0.key):" + CalendarText.escaped($0.text) }
        switch task.state.status {
        case .open:
            if task.state.isStarted || isOwn && note["STATUS"] == "IN-PROCESS" {
                lines.append("STATUS:IN-PROCESS")
            }
        case .completed:
            lines.append("STATUS:COMPLETED")
            lines += task.closed(note, in: zone).map { ["COMPLETED:\(TaskMoment.text($0))"] } ?? []
        case .dropped: lines.append("STATUS:CANCELLED")
        }
        for attribute in note.attributes where isOwn {
            let name = attribute.key.prefix { $0 != ";" }
            if CalendarText.own.contains(name) { continue }
            lines.append("\(attribute.key):\(attribute.value)")
        }
        return lines + ["END:VTODO"]
    }

    private static func escaped(_ text: String) -> String {
        var (bytes, last) = ([UInt8](), UInt8(0))
        bytes.reserveCapacity(text.utf8.count)
        for byte in text.utf8 {
            switch byte {
            case UInt8(ascii: "\\"), UInt8(ascii: ";"), UInt8(ascii: ","):
                bytes += [UInt8(ascii: "\\"), byte]
            case UInt8(ascii: "\n") where last == UInt8(ascii: "\r"): break
            case UInt8(ascii: "\n"), UInt8(ascii: "\r"): bytes += "\\n".utf8
            default: bytes.append(byte)
            }
            last = byte
        }
        return String(decoding: bytes, as: UTF8.self)
    }

    /// A line cut into pieces of few octets, none of them inside a letter.
    private static func folded(_ line: String) -> String {
        var (text, count) = ("", 0)
        for scalar in line.unicodeScalars {
            let octets = UTF8.width(scalar)
            if count + octets > octetsMax {
                text += "\r\n "
                count = 1
            }
            text.unicodeScalars.append(scalar)
            count += octets
        }
        return text + "\r\n"
    }
}
