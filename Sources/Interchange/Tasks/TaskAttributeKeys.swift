package import Ledger

/// What the attributes that a ledger declares are called in files of tasks, and how their values
/// are written there.
package struct TaskAttributeKeys: Sendable {
    /// What other programs and this one mean by words of their own.
    private static let reserved: Set<String> = [
        "annotations", "depends", "description", "due", "end", "entry", "id", "imask", "mask",
        "modified", "parent", "priority", "project", "recur", "scheduled", "start", "status",
        "tags", "until", "urgency", "uuid", "wait", "at", "pri", "rec", "t", "h", "http", "https",
        "mailto", "last", "template", "rtype", "limit",
    ]

    private let format: TaskFormat
    private let zone: Zone
    /// The names in the ledger, by those in files.
    private let names: [String: String]

    /// - Parameters:
    ///   - attributes: The attributes that tasks may have.
    ///   - zone: That in which days are.
    package init(_ format: TaskFormat, _ attributes: [TaskAttributeDeclared], _ zone: Zone) {
        (self.format, self.zone) = (format, zone)
        names = Dictionary(
            attributes.map { (TaskAttributeKeys.key($0.name, format), $0.name) },
            uniquingKeysWith: { first, _ in first })
    }

    /// What an attribute is called in a file.
    private static func key(_ name: String, _ format: TaskFormat) -> String {
        if format == .calendar {
            // Names of calendars have no `_`.
            return "X-LEDGER-ATTRIBUTE-"
                + name.replacing("-", with: "--").replacing("_", with: "-").uppercased()
        }
        let isTaken = reserved.contains(name) || name.hasPrefix("ledger")
        return isTaken ? "ledger_attribute_\(name)" : name
    }

    func key(_ name: String) -> String { TaskAttributeKeys.key(name, format) }

    /// The attribute of a key of a file; `nil` for none that is declared.
    func name(of key: some StringProtocol) -> String? {
        names.isEmpty ? nil : names[String(key)]
    }

    /// The values of a task, by their keys there, ascending; what was erased is none.
    func texts(_ task: KnownTask) -> [(key: String, text: String, isNumber: Bool)] {
        task.state.values.sorted { $0.key < $1.key }.compactMap { name, value in
            let text: String
            switch value {
            case .text(let own): text = own
            case .date(.instant(let instant)): text = TaskMoment.text(instant)
            case .date(.day(let day)):
                text =
                    format == .taskwarrior
                    ? TaskMoment.text(zone.start(of: day)) : day.description
            case .number, .money, .duration: text = "\(value)"
            }
            if text.isEmpty { return nil }
            if case .number = value { return (key(name), text, true) }
            return (key(name), text, false)
        }
    }

    /// A moment of a value; `nil` for a text that is none of a file.
    package func moment(_ text: String) -> Deadline? {
        if let day = Day(text)?.filledIn { return .day(day) }
        return TaskMoment.instant(text).map { TaskMoment.deadline($0, in: zone) }
    }

    /// A text as a word of todo.txt: what is no letter of a word is `%20` and such.
    static func word(_ text: String) -> String {
        var word = ""
        for scalar in text.unicodeScalars {
            let isPlain =
                scalar != "%" && !scalar.properties.isWhitespace
                && scalar.properties.generalCategory != .control
            if isPlain {
                word.unicodeScalars.append(scalar)
                continue
            }
            for byte in String(scalar).utf8 {
                let digits = String(byte, radix: 16, uppercase: true)
                word += "%" + (digits.count < 2 ? "0" : "") + digits
            }
        }
        return word
    }

    /// The text that ``word(_:)`` made it of.
    static func text(_ word: Substring) -> String {
        if !word.contains("%") { return String(word) }
        var (bytes, rest) = ([UInt8](), Array(word.utf8)[...])
        while let byte = rest.first {
            let digits = String(decoding: rest.dropFirst().prefix(2), as: UTF8.self)
            if byte == UInt8(ascii: "%"), digits.utf8.count == 2,
                let code = UInt8(digits, radix: 16)
            {
                bytes.append(code)
                rest = rest.dropFirst(3)
            } else {
                bytes.append(byte)
                rest = rest.dropFirst()
            }
        }
        return String(decoding: bytes, as: UTF8.self)
    }
}
