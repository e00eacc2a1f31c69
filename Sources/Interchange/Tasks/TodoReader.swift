internal import Ledger

/// Reads lines of todo.txt (github.com/todotxt/todo.txt).
struct TodoReader {
    private let zone: Zone
    private let keys: TaskAttributeKeys

    init(_ zone: Zone, _ keys: TaskAttributeKeys) { (self.zone, self.keys) = (zone, keys) }

    /// Reads a file.
    func read(_ text: [UInt8], into tasks: inout TaskImport) {
        let pieces = TextPieces(text[...], bytes: TodoReader.bytesMin) { (_: UInt8) in true }
        let (zone, keys) = (zone, keys)
        let read = { @Sendable (piece: TextPieces.Piece, _: Int) -> ([TaskPiece], Int) in
            var (read, comments): ([TaskPiece], Int) = ([], 0)
            var number = piece.linesBefore
            let lines = piece.text.split(omittingEmptySubsequences: false) { $0 == 0x0A }
            read.reserveCapacity(lines.count)
            for line in lines {
                number += 1
                guard let text = TodoReader.task(in: line) else {
                    if !line.allSatisfy({ $0 <= 0x20 }) { comments += 1 }
                    continue
                }
                var task = TodoTask(text, number, zone, keys)
                var made = TaskPiece { () throws(TaskFault) in try task.record() }
                made.kept = task.kept
                read.append(made)
            }
            return (read, comments)
        }
        pieces.read(read) { (read, comments) in
            // As many tasks in every byte as in the first piece.
            if tasks.pieces == 0, let first = pieces.pieces.first?.text.count {
                tasks.expect(read.count * (text.count / first + 1))
            }
            for task in read { tasks.add(task) }
            tasks.leaveOut("comment", comments)
            return true
        }
    }

    /// Bytes of a piece that a core reads.
    private static let bytesMin = 1 << 18

    /// Whether a line is a task: it is not empty, and no comment, which begins with `#` and a
    /// blank.
    static func isTask(_ line: ArraySlice<UInt8>) -> Bool { task(in: line) != nil }

    /// The text of a line that is a task; `nil` for others.
    private static func task(in line: ArraySlice<UInt8>) -> String? {
        let text = String(decoding: line, as: UTF8.self).trimmed
        return text.isEmpty || text.hasPrefix("# ") ? nil : text
    }

    /// Whether a line has what only lines of todo.txt have.
    static func isMarked(_ line: Substring) -> Bool {
        // As this program writes them, behind a title of any length.
        if line.contains(" ledger-id:") { return true }
        let words = line.split(separator: " ", maxSplits: 60)
        guard let first = words.first else { return false }
        if TodoTask.priority(first) != nil { return true }
        if first == "x", words.count > 1, Day(words[1]) != nil { return true }
        return words.contains { word in
            let isName =
                "+@".contains(word.first ?? " ") && word.dropFirst().first?.isLetter == true
            return isName && !word.contains { ",;".contains($0) }
                || word.hasPrefix("due:") && Day(word.dropFirst(4)) != nil
        }
    }
}

/// A line of todo.txt in the making.
struct TodoTask {
    private let line: Int
    private let zone: Zone
    private let text: String
    private let keys: TaskAttributeKeys
    private var said: [String: String] = [:]
    /// The names of what the note keeps and people may look for.
    private(set) var kept: [String] = []
    private var facts = TodoFacts(title: "")
    private var status = TodoStatus.open
    private var id: String?
    private var end: Day?
    private var due: Day?
    private var time: TimeOfDay?
    private var attributes: [TaskNote.Attribute] = []

    init(_ text: String, _ line: Int, _ zone: Zone, _ keys: TaskAttributeKeys) {
        (self.text, self.line, self.zone, self.keys) = (text, line, zone, keys)
    }

    /// The number of `(A)`: 1 to 26; `nil` for anything else.
    static func priority(_ word: Substring) -> Int? {
        let bytes = word.utf8
        guard bytes.first == UInt8(ascii: "("), bytes.count == 3,
            bytes.last == UInt8(ascii: ")"), let letter = bytes.dropFirst().first,
            (0x41...0x5A).contains(letter)
        else { return nil }
        return Int(letter) - 0x40
    }

    mutating func record() throws(TaskFault) -> TaskRecord {
        if text.utf8.contains(0x0D) {
            // Perhaps it is the end of a line: the rest would be part of the title.
            throw TaskFault(line: line, .badValue(String(text.prefix(60)), of: "CR"))
        }
        if text.unicodeScalars.first == "\u{FEFF}" {
            // Another file begins there: what it says first would be part of the title.
            let rest = String(text.unicodeScalars.dropFirst().prefix(60))
            throw TaskFault(line: line, .badValue(rest, of: "BOM"))
        }
        var words = TodoTask.words(text)[...]
        if words.first == "x", words.count > 1 {
            status = .completed
            words = words.dropFirst()
            takePriority(&words)
            if let word = words.first, let end = Day(filledIn: word) {
                attributes.append(.init("end", String(word)))
                self.end = end
                words = words.dropFirst()
                // Some programs leave a priority where it was.
                takePriority(&words)
            }
        } else {
            takePriority(&words)
        }
        if let word = words.first, Day(filledIn: word) != nil {
            attributes.insert(.init("entry", String(word)), at: 0)
            words = words.dropFirst()
        }
        var title: [Substring] = []
        title.reserveCapacity(words.count)
        for word in words where !take(word) { title.append(plain(word)) }
        facts.title = joined(title)
        if let due {
            facts.deadline = time.map { .instant(zone.timestamp(of: due, $0)) } ?? .day(due)
        }
        facts.note = TaskNote("", .todo, attributes).note
        var record = TaskRecord(
            line: line, identity: id.map { TaskRecord.identity(id: $0) } ?? "", facts: facts,
            status: status)
        if id != nil { record.ownLine = text }
        record.finishedAt = end.map { Deadline.day($0).lastInstant(in: zone) }
        record.endsOnDay = end != nil
        record.said = said
        return record
    }

    /// What stands between blanks and tabs; by bytes, for a title may have thousands of words.
    static func words(_ text: String) -> [Substring] {
        let bytes = text.utf8
        var (words, start): ([Substring], String.Index?) = ([], nil)
        words.reserveCapacity(12)
        var index = bytes.startIndex
        while index < bytes.endIndex {
            let isBlank = bytes[index] == 0x20 || bytes[index] == 0x09
            if isBlank, let first = start {
                words.append(text[first..<index])
                start = nil
            } else if !isBlank, start == nil {
                start = index
            }
            index = bytes.index(after: index)
        }
        if let start { words.append(text[start...]) }
        return words
    }

    /// Words of the text with a blank between two: mostly a piece of it as it is.
    private func joined(_ words: [Substring]) -> String {
        guard let first = words.first, let last = words.last else { return "" }
        let bytes = text.utf8
        var end = first.startIndex
        for word in words {
            let isNext =
                word.startIndex == first.startIndex
                || bytes[end] == 0x20 && bytes.index(after: end) == word.startIndex
            if !isNext { return words.joined(separator: " ") }
            end = word.endIndex
        }
        return String(text[first.startIndex..<last.endIndex])
    }

    /// Whether a word has what the words have that are more than part of a title: by far most have
    /// not, and this is told by their bytes.
    private static func isSpecial(_ word: Substring) -> Bool {
        word.utf8.contains {
            $0 == UInt8(ascii: ":") || $0 == UInt8(ascii: "@") || $0 == UInt8(ascii: "+")
        }
    }

    /// Whether a word of a title may be more than that, some backslashes before it left out.
    func mayBeTaken(_ word: Substring) -> Bool {
        guard TodoTask.isSpecial(word) else { return false }
        let word = word.drop { $0 == TodoTask.mark }
        if let first = word.first, "@+".contains(first) { return word.count > 1 }
        guard let key = word.firstIndex(of: ":").map({ word[..<$0] }) else { return false }
        // Which attributes a ledger declares is not the same everywhere.
        return !key.isEmpty && key.allSatisfy { $0.isLetter || $0.isNumber || "-_".contains($0) }
    }

    /// A word of a title as it is in a line, behind the words that were taken: with a backslash
    /// where it would be more than a word.
    func marked(_ word: Substring) -> String {
        guard TodoTask.isSpecial(word) else { return String(word) }
        var probe = self
        let isMarked = word.first == TodoTask.mark && mayBeTaken(word) || probe.take(word)
        return isMarked ? String(TodoTask.mark) + word : String(word)
    }

    /// The word of a title that ``marked(_:)`` made a word of a line of.
    private func plain(_ word: Substring) -> Substring {
        mayBeTaken(word) && word.first == TodoTask.mark ? word.dropFirst() : word
    }

    /// What stands before a word that is to be no more than that.
    private static let mark: Character = "\\"

    /// Takes the words of a line that stand before others.
    mutating func take(_ words: [String]) {
        var words = words.map { $0[...] }[...]
        takePriority(&words)
        for word in words { _ = take(word) }
    }

    /// Whether a word is no part of the title.
    private mutating func take(_ word: Substring) -> Bool {
        guard TodoTask.isSpecial(word) else { return false }
        if let rest = TodoTask.rest(of: word, behind: "@") {
            facts.tags.append(String(rest))
            return true
        }
        if facts.project == nil, let rest = TodoTask.rest(of: word, behind: "+") {
            do throws(CategoryPathError) { facts.project = try CategoryPath(rest) } catch {
                return false
            }
            return true
        }
        let colon =
            TodoTask.isASCII(word)
            ? word.utf8.firstIndex(of: UInt8(ascii: ":")) : word.firstIndex(of: ":")
        guard let colon else { return false }
        let value = word[word.utf8.index(after: colon)...]
        switch String(word[..<colon]) {
        case "due":
            guard due == nil, let day = Day(filledIn: value) else { return false }
            due = day
        case "at":
            guard due != nil, time == nil, let found = TimeOfDay(value) else { return false }
            time = found
        case "pri":
            guard let number = TodoTask.priority("(\(value))"), facts.priority == nil else {
                return false
            }
            take(priority: number)
        case "ledger-id":
            guard id == nil, !value.isEmpty else { return false }
            id = String(value)
            attributes.append(.init("ledger-id", String(value)))
        case let key:
            guard let name = keys.name(of: key), said[name] == nil, !value.isEmpty else {
                return false
            }
            said[name] = TaskAttributeKeys.text(value)
        }
        return true
    }

    /// Whether each letter is a byte: to find letters takes far longer.
    private static func isASCII(_ word: Substring) -> Bool {
        word.utf8.allSatisfy { $0 < 0x80 }
    }

    /// What stands behind the first letter of a word, where that is a mark and something does.
    private static func rest(of word: Substring, behind mark: Unicode.Scalar) -> Substring? {
        let bytes = word.utf8
        guard bytes.first == UInt8(ascii: mark), bytes.count > 1 else { return nil }
        if isASCII(word) { return Substring(bytes.dropFirst()) }
        let rest = word.dropFirst()
        return word.first == Character(mark) && !rest.isEmpty ? rest : nil
    }

    private mutating func takePriority(_ words: inout ArraySlice<Substring>) {
        guard facts.priority == nil, let number = words.first.flatMap(TodoTask.priority) else {
            return
        }
        take(priority: number)
        words = words.dropFirst()
    }

    /// Nine letters have a number of their own.
    private mutating func take(priority number: Int) {
        facts.priority = UInt8(min(number, 9))
        guard number > 9 else { return }
        kept.append("priority")
        attributes.append(.init("priority", String(Unicode.Scalar(UInt8(0x40 + number)))))
    }
}
