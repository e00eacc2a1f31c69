internal import Ledger

/// What a ledger of beancount says of a day.
struct BeancountEntry: Sendable {
    /// What it says.
    enum Saying: Sendable {
        case record(JournalRecord)
        case balance(JournalAmount, of: String, tolerance: JournalNumber?)
        case pad(of: String, from: String)
    }

    /// Where it is said.
    struct Place: Hashable, Sendable {
        let file: String
        let line: Int
    }

    let day: Day
    let place: Place
    let saying: Saying

    /// A balance holds at the start of its day.
    private var rank: Int { if case .balance = saying { 0 } else { 1 } }

    /// Makes parts of so many entries in the order in which they hold.
    static func join(_ parts: inout [[BeancountEntry]]) {
        var entries = parts.flatMap { $0 }
        parts = []
        sort(&entries)
        for start in stride(from: 0, to: entries.count, by: 4_096) {
            parts.append(Array(entries[start..<min(entries.count, start + 4_096)]))
        }
    }

    /// Puts entries in the order in which they hold.
    static func sort(_ entries: inout [BeancountEntry]) {
        let isSorted = entries.indices.dropFirst().allSatisfy { index in
            (entries[index - 1].day, entries[index - 1].rank)
                <= (entries[index].day, entries[index].rank)
        }
        if isSorted { return }
        entries = entries.enumerated().sorted { left, right in
            (left.element.day, left.element.rank, left.offset)
                < (right.element.day, right.element.rank, right.offset)
        }.map(\.element)
    }
}

extension JournalDays {
    /// Reads entries and hands them on in the order in which they hold, all of a day at once.
    ///
    /// - Parameters:
    ///   - bytesMax: Bytes that are held, at most, of a ledger that is not in the order of its
    ///     days; then it is read once for each part of it.
    ///   - read: Reads all of them, some at a time.
    /// - Throws: ``ImportError/changed`` where they are not as many as before, and what `read`
    ///   throws.
    func hand(
        _ bytesMax: Int, _ read: (@escaping BeancountParser.Take) throws(ImportError) -> Void,
        to body: @escaping ([BeancountEntry]) -> Void
    ) throws(ImportError) {
        var (found, part) = (0, [BeancountEntry]())
        func hand() {
            found += part.count
            BeancountEntry.sort(&part)
            if !part.isEmpty { body(part) }
            part = []
        }
        if isSorted {
            try read { entries in
                part += entries
                // The last day may go on.
                guard let last = part.last?.day,
                    let end = part.lastIndex(where: { $0.day != last })
                else { return }
                let open = Array(part[(end + 1)...])
                part.removeSubrange((end + 1)...)
                hand()
                part = open
            }
            hand()
        } else {
            for span in spans(of: bytesMax) {
                try read { entries in part += entries.filter { span.contains($0.day) } }
                hand()
            }
        }
        if found != count { throw .changed }
    }
}
