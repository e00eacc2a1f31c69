internal import EventLog

/// Decides for events of some tasks whether what they say is wanted; each distinct text is looked
/// at once.
struct TaskMatcher {
    private let filter: TaskFilter
    private var numbers: [(cursor: IntegerCursor, wanted: Int64)]
    private var projects: Texts
    private var tags: Texts
    /// Where words may be, besides project and tags.
    private var others: [Texts]
    private let words: [FoldedText]
    private let admitsAll: Bool

    /// Goes through the events in their order.
    init(_ filter: TaskFilter, _ picked: ScanResult) {
        self.filter = filter
        words = filter.words
        numbers = TaskMatcher.numbers(of: filter).map { column, wanted in
            (picked.values(of: column), wanted)
        }
        let project = filter.project?.folded ?? []
        projects = Texts(picked.bytes[.project], words) {
            CategoryPath($0, isASCII: false)?.isBelow(project) ?? false
        }
        tags = Texts(picked.bytes[.tags], words) {
            filter.admits(tags: [String]($0, isASCII: false) ?? [])
        }
        let columns = TaskMatcher.columns(for: filter)
        admitsAll = columns.integers.isEmpty && columns.bytes.isEmpty
        let words = words
        others = [ColumnID.title, .note].map { column in
            Texts(picked.bytes[column], words) { _ in true }
        }
    }

    /// What a filter asks for of the events that add and edit tasks.
    static func columns(for filter: TaskFilter) -> (integers: [ColumnID], bytes: [ColumnID]) {
        var bytes: [ColumnID] = []
        let hasWords = !filter.words.isEmpty
        if asksForText(filter) { bytes += [.title, .note, .tags] }
        if hasWords || filter.project != nil { bytes.append(.project) }
        return (numbers(of: filter).map(\.column), bytes)
    }

    /// Whether a filter asks for what can be erased.
    private static func asksForText(_ filter: TaskFilter) -> Bool {
        !filter.words.isEmpty || !filter.tags.isEmpty
    }

    /// Whether an event has none of the text that is asked for, though every task has a title.
    ///
    /// - Parameter row: Not before that of the last call.
    mutating func lacksText(_ row: UInt32) -> Bool {
        guard TaskMatcher.asksForText(filter), tags.finding(at: row) == nil else { return false }
        for index in others.indices where others[index].finding(at: row) != nil { return false }
        return true
    }

    private static func numbers(
        of filter: TaskFilter
    ) -> [(column: ColumnID, wanted: Int64)] {
        var numbers: [(ColumnID, Int64)] = []
        if let urgency = filter.urgency { numbers.append((.urgency, Int64(urgency.rawValue))) }
        if let colour = filter.colour { numbers.append((.colour, Int64(colour.rawValue))) }
        if let priority = filter.priority { numbers.append((.priority, Int64(priority))) }
        if let person = filter.assignee { numbers.append((.assignee, Int64(clamping: person))) }
        return numbers
    }

    /// Whether what an event says is wanted.
    ///
    /// - Parameter row: Not before that of the last call.
    mutating func admits(_ row: UInt32) -> Bool {
        if admitsAll { return true }
        for index in numbers.indices {
            let value = numbers[index].cursor.value(at: row)
            if value != numbers[index].wanted { return false }
        }
        let project = projects.finding(at: row)
        if filter.project != nil, project?.isWanted != true { return false }
        let tags = tags.finding(at: row)
        if !filter.tags.isEmpty, tags?.isWanted != true { return false }
        if words.isEmpty { return true }
        var found = (project?.words ?? []).union(tags?.words ?? [])
        for index in others.indices { found.formUnion(others[index].finding(at: row)?.words ?? []) }
        return found.count == words.count
    }

    /// What is found in a text.
    private struct Finding {
        let isWanted: Bool
        /// The numbers of the words that occur in it.
        let words: Set<Int>
    }

    /// The texts in one column.
    private struct Texts {
        private let words: [FoldedText]
        private let isWanted: (ArraySlice<UInt8>) -> Bool
        private var rows: RowCursor
        private let codes: [UInt32]
        private let dictionary: ByteStrings
        /// By code, as far as it was asked for.
        private var findings: [Finding?]

        init(
            _ column: BytesColumn?, _ words: [FoldedText],
            isWanted: @escaping (ArraySlice<UInt8>) -> Bool
        ) {
            self.words = words
            self.isWanted = isWanted
            rows = RowCursor(column?.rows ?? [])
            codes = column?.codes ?? []
            dictionary = column?.dictionary ?? ByteStrings()
            findings = Array(repeating: nil, count: dictionary.count)
        }

        /// What is found in the text of an event; `nil` where it has none.
        mutating func finding(at row: UInt32) -> Finding? {
            guard let index = rows.place(of: row) else { return nil }
            let code = Int(codes[index])
            if let known = findings[code] { return known }
            let bytes = Array(dictionary[code])
            let finding = Finding(
                isWanted: isWanted(bytes[...]),
                words: Set(words.indices.filter { words[$0].occurs(in: bytes) }))
            findings[code] = finding
            return finding
        }
    }
}
