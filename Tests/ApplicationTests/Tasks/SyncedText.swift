import Support

/// A file of tasks as a program of its own reads and writes it: few words, and none of this
/// project's readers.
struct SyncedText {
    private struct Piece {
        var name: String
        var state: SyncWorld.State
        var id: String
    }

    private let form: String
    private var pieces: [Piece] = []

    /// A file, or an empty one.
    init(_ form: String, _ text: String = "") {
        self.form = form
        switch form {
        case "todo.txt":
            pieces = text.split(separator: "\n").compactMap { SyncedText.line(String($0)) }
        case "ics": pieces = SyncedText.components(text)
        default:
            for task in JSONValue(parsing: text)?.array ?? [] {
                if let piece = SyncedText.object(task) { pieces.append(piece) }
            }
        }
    }

    /// Its tasks by name.
    var side: SyncWorld.Side {
        Dictionary(pieces.map { ($0.name, $0.state) }) { _, last in last }
    }

    mutating func add(_ name: String, _ state: SyncWorld.State) {
        let number = String(name.dropFirst())
        let digits = String(repeating: "0", count: 12 - number.count) + number
        let id = form == "todo.txt" ? "" : "aaaaaaaa-0000-4000-8000-\(digits)"
        pieces.append(Piece(name: name, state: state, id: id))
    }

    mutating func set(_ name: String, _ state: SyncWorld.State) {
        for index in pieces.indices where pieces[index].name == name { pieces[index].state = state }
    }

    mutating func remove(_ name: String) { pieces.removeAll { $0.name == name } }

    /// The file.
    var text: String {
        switch form {
        case "todo.txt": pieces.map { SyncedText.line(of: $0) + "\n" }.joined()
        case "ics":
            "BEGIN:VCALENDAR\r\n" + pieces.map(SyncedText.component).joined()
                + "END:VCALENDAR\r\n"
        default: "[\n" + pieces.map(SyncedText.object).joined(separator: ",\n") + "\n]\n"
        }
    }

    private static func split(_ title: String) -> (name: String, word: String) {
        let name = String(title.prefix { $0 != " " })
        return (name, String(title.dropFirst(name.count + 1)))
    }

    // MARK: - todo.txt

    private static func line(_ text: String) -> Piece? {
        var words = text.split(separator: " ").map(String.init)
        var state = SyncWorld.State()
        if words.first == "x" {
            state.status = "completed"
            words.removeFirst()
        }
        var (title, id) = ([String](), "")
        for word in words {
            let isDay = word.count == 10 && word.prefix(2) == "20"
            if word.count == 3, word.first == "(", word.last == ")", title.isEmpty {
                state.priority = number(word.dropFirst().first)
            } else if isDay, title.isEmpty {
                continue
            } else if word.hasPrefix("pri:") {
                state.priority = number(word.last)
            } else if word.hasPrefix("due:") {
                state.due = String(word.dropFirst(4))
            } else if word.hasPrefix("size:") {
                state.size = Int(word.dropFirst(5))
            } else if word.hasPrefix("ledger-id:") {
                id = String(word.dropFirst(10))
            } else if word.hasPrefix("@") {
                state.tags.insert(String(word.dropFirst()))
            } else if word == "+home" || word == "+work" {
                state.project = String(word.dropFirst())
            } else {
                title.append(word)
            }
        }
        let (name, rest) = split(title.joined(separator: " "))
        state.word = rest
        return name.isEmpty ? nil : Piece(name: name, state: state, id: id)
    }

    private static func number(_ letter: Character?) -> Int? {
        letter?.asciiValue.map { Int($0) - 0x40 }
    }

    private static func line(of piece: Piece) -> String {
        let state = piece.state
        let letter = state.priority.map { String(Unicode.Scalar(UInt8(0x40 + $0))) }
        var words: [String] = []
        if state.status == "completed" {
            words = ["x", "2026-02-02", "2026-01-01"]
        } else {
            words = (letter.map { ["(\($0))"] } ?? []) + ["2026-01-01"]
        }
        words += [piece.name, state.word]
        if let project = state.project { words.append("+\(project)") }
        words += state.tags.sorted().map { "@\($0)" }
        if let due = state.due { words.append("due:\(due)") }
        if let size = state.size { words.append("size:\(size)") }
        if state.status == "completed", let letter { words.append("pri:\(letter)") }
        if !piece.id.isEmpty { words.append("ledger-id:\(piece.id)") }
        return words.joined(separator: " ")
    }

    // MARK: - Taskwarrior

    private static let letters = [1: "H", 5: "M", 9: "L"]

    private static func object(_ task: JSONValue) -> Piece? {
        let (name, rest) = split(task["description"]?.string ?? "")
        guard let id = task["uuid"]?.string else { return nil }
        var state = SyncWorld.State(word: rest)
        let priority = task["priority"]?.string
        state.priority = letters.first { $0.value == priority }?.key
        state.due = task["due"]?.string.map { text in
            let digits = Array(text.prefix(8))
            return String(digits[0..<4]) + "-" + String(digits[4..<6]) + "-"
                + String(digits[6..<8])
        }
        state.project = task["project"]?.string
        state.tags = Set((task["tags"]?.array ?? []).compactMap(\.string))
        state.size = task["size"]?.integer.map { Int($0) }
        let words = ["completed": "completed", "deleted": "dropped"]
        state.status = words[task["status"]?.string ?? ""] ?? "open"
        return Piece(name: name, state: state, id: id)
    }

    private static func object(_ piece: Piece) -> String {
        let state = piece.state
        let status = ["open": "pending", "dropped": "deleted"][state.status] ?? state.status
        var parts = [
            "\"description\":\"\(piece.name) \(state.word)\"", "\"uuid\":\"\(piece.id)\"",
            "\"entry\":\"20260101T000000Z\"", "\"status\":\"\(status)\"", "\"own\":\"kept\"",
        ]
        if status != "pending" { parts.append("\"end\":\"20260202T000000Z\"") }
        if let priority = state.priority.flatMap({ letters[$0] }) {
            parts.append("\"priority\":\"\(priority)\"")
        }
        if let due = state.due {
            parts.append("\"due\":\"\(due.filter { $0 != "-" })T000000Z\"")
        }
        if let project = state.project { parts.append("\"project\":\"\(project)\"") }
        if !state.tags.isEmpty {
            let tags = state.tags.sorted().map { "\"\($0)\"" }.joined(separator: ",")
            parts.append("\"tags\":[\(tags)]")
        }
        if let size = state.size { parts.append("\"size\":\(size)") }
        return "{" + parts.joined(separator: ",") + "}"
    }

    // MARK: - Calendars

    private static func components(_ text: String) -> [Piece] {
        let text = text.replacing("\r\n ", with: "")
        return text.components("BEGIN:VTODO").dropFirst().map { body in
            var (piece, name) = (Piece(name: "", state: SyncWorld.State(), id: ""), "")
            for line in body.split(whereSeparator: \.isNewline) {
                guard let colon = line.firstIndex(of: ":") else { continue }
                let key = line[..<colon].prefix { $0 != ";" }
                let value = String(line[line.index(after: colon)...])
                switch key {
                case "UID": piece.id = value
                case "SUMMARY": (name, piece.state.word) = split(value)
                case "PRIORITY": piece.state.priority = Int(value)
                case "DUE":
                    let digits = Array(value.prefix(8))
                    piece.state.due =
                        String(digits[0..<4]) + "-" + String(digits[4..<6]) + "-"
                        + String(digits[6..<8])
                case "CATEGORIES":
                    piece.state.tags = Set(value.split(separator: ",").map(String.init))
                case "X-LEDGER-PROJECT": piece.state.project = value
                case "X-LEDGER-ATTRIBUTE-SIZE": piece.state.size = Int(value)
                case "STATUS":
                    let words = ["COMPLETED": "completed", "CANCELLED": "dropped"]
                    piece.state.status = words[value] ?? "open"
                default: break
                }
            }
            piece.name = name
            return piece
        }
    }

    private static func component(_ piece: Piece) -> String {
        let state = piece.state
        var lines = [
            "BEGIN:VTODO", "UID:\(piece.id)", "SUMMARY:\(piece.name) \(state.word)", "X-OWN:kept",
        ]
        if let priority = state.priority { lines.append("PRIORITY:\(priority)") }
        if let due = state.due { lines.append("DUE;VALUE=DATE:\(due.filter { $0 != "-" })") }
        if !state.tags.isEmpty {
            lines.append("CATEGORIES:\(state.tags.sorted().joined(separator: ","))")
        }
        if let project = state.project { lines.append("X-LEDGER-PROJECT:\(project)") }
        if let size = state.size { lines.append("X-LEDGER-ATTRIBUTE-SIZE:\(size)") }
        let words = ["completed": "COMPLETED", "dropped": "CANCELLED"]
        if let word = words[state.status] { lines.append("STATUS:\(word)") }
        lines += ["BEGIN:VALARM", "TRIGGER:-PT5M", "END:VALARM", "END:VTODO"]
        return lines.map { $0 + "\r\n" }.joined()
    }
}

extension String {
    /// The parts between a text.
    fileprivate func components(_ separator: String) -> [String] {
        var (parts, rest) = ([String](), self[...])
        while let range = rest.firstRange(of: separator) {
            parts.append(String(rest[..<range.lowerBound]))
            rest = rest[range.upperBound...]
        }
        return parts + [String(rest)]
    }
}
