package import Ledger

/// The note of a task with what another program says of it and this one has no room for: below
/// what people write, a line such as `[taskwarrior]` and lines such as `wait: 20260301T230000Z`.
package struct TaskNote: Hashable, Sendable {
    /// Something that another program says.
    package struct Attribute: Hashable, Sendable {
        /// What it is called there.
        package let key: String
        /// What it is.
        package let value: String
        /// Whether the value is a piece of JSON that is no text.
        package var isRaw = false

        /// An attribute.
        package init(_ key: String, _ value: String, isRaw: Bool = false) {
            (self.key, self.value, self.isRaw) = (key, value, isRaw)
        }
    }

    /// What people write.
    package var text: String
    /// Where the attributes are from; `nil` for nowhere.
    package var format: TaskFormat?
    /// What the other program says besides.
    package var attributes: [Attribute]

    /// A note of its parts.
    package init(_ text: String, _ format: TaskFormat?, _ attributes: [Attribute]) {
        (self.text, self.format, self.attributes) = (text, format, attributes)
    }

    /// A note as it stands in the ledger.
    package init(_ note: String) {
        (text, format, attributes) = (note, nil, [])
        guard note.utf8.contains(UInt8(ascii: "[")) else { return }
        // By bytes: there are as many notes as tasks.
        let lines = note.utf8.split(
            separator: UInt8(ascii: "\n"), omittingEmptySubsequences: false
        ).map { Substring($0) }
        let head = lines.lastIndex { TaskNote.format($0) != nil }
        guard let head else { return }
        let found = lines[(head + 1)...].map(TaskNote.attribute)
        if found.contains(nil) { return }
        text = lines[..<head].joined(separator: "\n")
        format = TaskNote.format(lines[head])
        attributes = found.compactMap(\.self)
    }

    /// The whole as it stands in the ledger.
    package var note: String {
        guard let format, !attributes.isEmpty else { return text }
        var note = text
        // Grown step by step it is copied three times, and there are as many notes as tasks.
        note.reserveCapacity(
            attributes.reduce(text.utf8.count + 16) {
                $0 + $1.key.utf8.count + $1.value.utf8.count + 4
            })
        if !note.isEmpty { note += "\n" }
        note += "["
        note += format.rawValue
        note += "]"
        for attribute in attributes {
            note += "\n"
            note += attribute.key
            note += attribute.isRaw ? ":= " : ": "
            note += TaskNote.line(attribute.value)
        }
        return note
    }

    /// The first attribute of a key; `nil` for none.
    package subscript(key: String) -> String? { attributes.first { $0.key == key }?.value }

    private static let template = Array("\nstatus: recurring".utf8)

    /// Whether a note may be that of a task which others are made of.
    package static func isTemplate(_ note: String) -> Bool {
        var count = 0
        for byte in note.utf8 {
            // Only the first byte is the end of a line.
            count = byte == template[count] ? count + 1 : byte == template[0] ? 1 : 0
            if count == template.count { return true }
        }
        return false
    }

    /// What recognises a task.
    private static let ids: Set<Substring> = ["uuid", "UID", "ledger-id"]
    /// What exports write of a task itself, whether or not it came along: when it was recorded,
    /// started and closed.
    private static let reckoned: Set<Substring> = [
        "entry", "start", "end", "CREATED", "COMPLETED", "STATUS",
    ]

    /// Whether another note of the same task says the same, apart from what exports write of a task
    /// itself where one of the two does not say it.
    package func isSame(as other: TaskNote) -> Bool {
        func isReckoned(_ attribute: Attribute) -> Bool {
            TaskNote.reckoned.contains(attribute.key.prefix { $0 != ";" })
        }
        func rest(_ note: TaskNote) -> [Attribute] {
            note.attributes.filter { !isReckoned($0) && !TaskNote.ids.contains($0.key[...]) }
        }
        func isUnlike(_ attribute: Attribute) -> Bool {
            isReckoned(attribute) && self[attribute.key].map { $0 != attribute.value } ?? false
        }
        return text.utf8.elementsEqual(other.text.utf8) && format == other.format
            && rest(self) == rest(other) && !other.attributes.contains(where: isUnlike)
    }

    /// Whether another note says the same but for what exports write of a task itself, and however
    /// numbers are written: Taskwarrior writes them anew.
    package func isAlike(_ other: TaskNote) -> Bool {
        func rest(_ note: TaskNote) -> [Attribute] {
            note.attributes.compactMap { attribute in
                let key = attribute.key.prefix { $0 != ";" }
                if TaskNote.reckoned.contains(key) || TaskNote.ids.contains(key) { return nil }
                return Attribute(attribute.key, TaskNote.plain(attribute.value))
            }
        }
        return text.utf8.elementsEqual(other.text.utf8) && format == other.format
            && rest(self) == rest(other)
    }

    /// A number without zeroes behind its decimals; any other text as it is.
    private static func plain(_ value: String) -> String {
        guard value.utf8.contains(UInt8(ascii: ".")),
            value.utf8.allSatisfy({ (0x30...0x39).contains($0) || $0 == 0x2E || $0 == 0x2D })
        else { return value }
        let digits = value.reversed().drop { $0 == "0" }.drop { $0 == "." }
        return String(digits.reversed())
    }

    private static func format(_ line: Substring) -> TaskFormat? {
        guard line.utf8.first == UInt8(ascii: "["), line.utf8.last == UInt8(ascii: "]") else {
            return nil
        }
        return TaskFormat(rawValue: String(Substring(line.utf8.dropFirst().dropLast())))
    }

    private static func attribute(_ line: Substring) -> Attribute? {
        guard let colon = line.utf8.firstIndex(of: UInt8(ascii: ":")), colon > line.startIndex
        else { return nil }
        var value = line.utf8[line.utf8.index(after: colon)...]
        let isRaw = value.first == UInt8(ascii: "=")
        if isRaw { value = value.dropFirst() }
        guard value.first == UInt8(ascii: " ") else { return nil }
        let text = unescaped(Substring(value.dropFirst()))
        return Attribute(String(line[..<colon]), text, isRaw: isRaw)
    }

    /// A value on one line.
    private static func line(_ value: String) -> String {
        guard value.utf8.contains(where: { $0 == 0x5C || $0 == 0x0A || $0 == 0x0D }) else {
            return value
        }
        let marks = [("\\", "\\\\"), ("\n", "\\n"), ("\r", "\\r")]
        return marks.reduce(value) { $0.replacing($1.0, with: $1.1) }
    }

    private static func unescaped(_ value: Substring) -> String {
        guard value.utf8.contains(0x5C) else { return String(value) }
        var (text, isMarked) = ("", false)
        for letter in value {
            if !isMarked, letter == "\\" {
                isMarked = true
                continue
            }
            text.append(isMarked ? (["n": "\n", "r": "\r"][letter] ?? letter) : letter)
            isMarked = false
        }
        return text
    }
}

extension TaskNote {
    /// When another program says that the task was recorded, by the start of a day where it says
    /// no more; `nil` where none does.
    package func entered(in zone: Zone) -> Timestamp? { TodoText.moment(self["entry"], in: zone) }

    /// How many annotations the task has where it is exported: each line of the note is one.
    package var annotationCount: Int {
        text.utf8.split(separator: UInt8(ascii: "\n")).count
            + attributes.count { $0.key == "annotation" }
    }
}
