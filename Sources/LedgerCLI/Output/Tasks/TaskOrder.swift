internal import Application
internal import Ledger

/// In which order tasks are shown: by one thing after the other; what is missing comes last.
struct TaskOrder {
    private let keys: [(name: String, isReversed: Bool)]

    private static let known: [String: @Sendable (TaskRow) -> Key] = [
        "id": { .number(Int64(clamping: $0.id)) },
        "due": { $0.dueLocal.isEmpty ? .none : .text($0.dueLocal) },
        "title": { .text($0.title.lowercased()) },
        "project": { $0.project.isEmpty ? .none : .text($0.project.lowercased()) },
        "priority": { row in row.priority.map { .number(Int64($0)) } ?? .none },
        "type": { .text($0.type.name) },
        "who": { $0.assignee.isEmpty ? .none : .text($0.assignee.lowercased()) },
        "status": { .text($0.tab?.rawValue ?? "z") },
        "added": { .text("\($0.addedAt)") },
        "done": { $0.completedLocal.isEmpty ? .none : .text($0.completedLocal) },
        "wait": { $0.wait.isEmpty ? .none : .text($0.wait) },
        "scheduled": { $0.scheduled.isEmpty ? .none : .text($0.scheduled) },
        "until": { $0.until.isEmpty ? .none : .text($0.until) },
        "time": { .number($0.spent) },
    ]

    /// What rows are compared by.
    private enum Key: Comparable {
        case number(Int64)
        case text(String)
        case none

        static func < (left: Key, right: Key) -> Bool {
            switch (left, right) {
            case (.number(let left), .number(let right)): left < right
            case (.text(let left), .text(let right)): left < right
            case (.none, _): false
            case (_, .none): true
            case (.number, .text): true
            case (.text, .number): false
            }
        }
    }

    /// The order of some names, each turned round by a `-` behind it.
    init(_ names: [String], _ attributes: [String]) throws(CommandFailure) {
        var keys: [(String, Bool)] = []
        for text in names {
            let isReversed = text.hasSuffix("-")
            let name = text.hasSuffix("-") || text.hasSuffix("+") ? String(text.dropLast()) : text
            guard TaskOrder.known[name] != nil || attributes.contains(name) else {
                let allowed = TaskOrder.known.keys.sorted() + attributes
                throw .application(.badChoice(field: "sort", name, allowed: allowed))
            }
            keys.append((name, isReversed))
        }
        self.keys = keys
    }

    /// Whether it says nothing.
    var isEmpty: Bool { keys.isEmpty }

    /// Tasks in this order; what is the same stays in its own.
    func sorted(_ rows: [TaskRow]) -> [TaskRow] {
        let all = rows.enumerated().map { offset, row in
            (keys: keys.map { TaskOrder.key($0.name, row) }, offset: offset, row: row)
        }
        return all.sorted { left, right in
            for (index, key) in keys.enumerated() where left.keys[index] != right.keys[index] {
                let (first, second) = (left.keys[index], right.keys[index])
                // What is missing is last, whichever way.
                if first == .none || second == .none { return second == .none }
                return key.isReversed ? second < first : first < second
            }
            return left.offset < right.offset
        }.map(\.row)
    }

    private static func key(_ name: String, _ row: TaskRow) -> Key {
        if let own = known[name] { return own(row) }
        guard let text = row.attributes[name], !text.isEmpty else { return .none }
        let digits = text.prefix { $0.isNumber || "-.".contains($0) }
        let rest = text.dropFirst(digits.count)
        // A number, or an amount: `300.00 EUR`.
        if rest.isEmpty || rest.first == " ", let number = TaskOrder.millionths(digits) {
            return .number(number)
        }
        if text.hasPrefix("P") || text.hasPrefix("-P"), let seconds = TaskOrder.seconds(text) {
            return .number(seconds)
        }
        return .text(text.lowercased())
    }

    private static func millionths(_ text: Substring) -> Int64? {
        let parts = text.split(separator: ".", omittingEmptySubsequences: false)
        guard (1...2).contains(parts.count), text.contains(where: \.isNumber),
            !text.dropFirst().contains("-")
        else { return nil }
        let decimals = parts.count == 2 ? String(parts[1].prefix(6)) : ""
        return Int64(parts[0] + decimals + String(repeating: "0", count: 6 - decimals.count))
    }

    /// The seconds of `P1DT2H`, as this program writes it.
    private static func seconds(_ text: String) -> Int64? {
        var (seconds, digits) = (Int64(0), "")
        for letter in text where letter != "P" && letter != "T" && letter != "-" {
            if letter.isNumber { digits.append(letter) }
            let units: [Character: Int64] = ["D": 86_400, "H": 3_600, "M": 60, "S": 1]
            guard !letter.isNumber else { continue }
            guard let unit = units[letter], let count = Int64(digits) else { return nil }
            seconds += unit * count
            digits = ""
        }
        return text.hasPrefix("-") ? -seconds : seconds
    }
}
