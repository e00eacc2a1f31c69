package import Ledger

/// A format in which other programs keep tasks.
package enum TaskFormat: String, CaseIterable, Codable, Hashable, Sendable {
    /// What `task export` of Taskwarrior writes: JSON.
    case taskwarrior
    /// Lines of todo.txt.
    case todo = "todo.txt"
    /// Calendars of RFC 5545: iCalendar.
    case calendar = "ics"

    /// What writes it.
    ///
    /// - Parameters:
    ///   - zone: That in which days are.
    ///   - attributes: Those that the ledger declares.
    package func writer(_ zone: Zone, _ attributes: [TaskAttributeDeclared]) -> any TaskWriter {
        switch self {
        case .taskwarrior: TaskwarriorText(zone, attributes)
        case .todo: TodoText(zone, attributes)
        case .calendar: CalendarText(zone, attributes)
        }
    }

    /// Bytes that are looked at to find out what a file is, at most.
    private static let bytesMax = 1 << 16

    /// What a file is, by what it says.
    ///
    /// - Parameter name: The name of the file; what is called `todo.txt`, `done.txt` or
    ///   `….ics` is one, whatever it says.
    /// - Returns: `nil` for what holds no tasks.
    package init?(
        _ source: any ByteSource, given: TextEncoding?, name: String
    ) throws(ImportError) {
        let form: TextForm
        do throws(ImportError) {
            form = try TextForm.found(in: source, given: given)
        } catch .empty where TaskFormat.isTodo(name) {
            self = .todo
            return
        } catch .notUTF8(let line, let readings) {
            // Lines of calendars may be folded inside of letters.
            var head: [UInt8] = []
            try source.read(at: 0, count: 1_000, into: &head)
            guard TaskFormat.isCalendar(String(decoding: head, as: UTF8.self)) else {
                throw .notUTF8(line: line, readings: readings)
            }
            self = .calendar
            return
        } catch {
            throw error
        }
        var reader = TextReader(source, form)
        var bytes: [UInt8] = []
        while bytes.count < TaskFormat.bytesMax, try reader.append(to: &bytes) {}
        let head = String(decoding: bytes.prefix(TaskFormat.bytesMax), as: UTF8.self)
        let start = TaskFormat.start(head)
        if TaskFormat.isCalendar(head) {
            self = .calendar
        } else if let first = start.first, "[{".contains(first) {
            let marks = ["\"uuid\"", "\"entry\"", "\"status\""]
            let isTask = head.contains("\"description\"") && marks.contains(where: head.contains)
            // What `task export` writes where there is no task.
            let isEmpty = head.filter { !$0.isWhitespace && $0 != "\u{FEFF}" } == "[]"
            guard isTask || isEmpty else { return nil }
            self = .taskwarrior
        } else if TaskFormat.isTodo(head, name: name) {
            self = .todo
        } else if name.lowercased().hasSuffix(".ics") {
            // Damaged: its reader says where.
            self = .calendar
        } else {
            return nil
        }
    }

    private static func start(_ head: String) -> Substring {
        head.prefix(1_000).drop { $0.isWhitespace || $0 == "\u{FEFF}" }
    }

    private static func isCalendar(_ head: String) -> Bool {
        start(head).uppercased().hasPrefix("BEGIN:VCALENDAR")
    }

    /// Whether a file of this name has lines of todo.txt, were it empty.
    private static func isTodo(_ name: String) -> Bool {
        ["todo.txt", "done.txt"].contains { name.lowercased().hasSuffix($0) }
    }

    /// Whether most lines have marks that only lines of todo.txt have.
    private static func isTodo(_ head: String, name: String) -> Bool {
        let lines = head.split(whereSeparator: \.isNewline).prefix(200)
        if isTodo(name) { return true }
        let marked = lines.count { TodoReader.isMarked($0) }
        return marked > 0 && marked * 2 >= lines.count && lines.allSatisfy { $0.first != " " }
    }
}
