internal import Ledger

/// How much memory the transactions of a journal take, and whether they are in order.
struct JournalDays {
    /// Bytes of all of them, about.
    private(set) var bytes = 0
    private(set) var count = 0
    /// Whether none is before another one that comes first.
    private(set) var isSorted = true
    /// Whether it matters what is in accounts: balances are said, or amounts are very large.
    private(set) var needsBalances = false
    private var last: Day?
    private var byDay: [Day: Int] = [:]
    /// The last of them, with its bytes: most days come at once.
    private var open: (day: Day, bytes: Int)?

    /// The first of the days.
    var first: Day? { (byDay.keys + [open?.day].compactMap { $0 }).min() }

    private mutating func closeDay() {
        if let open { byDay[open.day, default: 0] += open.bytes }
        open = nil
    }

    mutating func add(_ records: [JournalRecord]) {
        for index in records.indices { add(records[index]) }
    }

    /// The same, of what a ledger of beancount says.
    mutating func add(_ entries: [BeancountEntry]) {
        for entry in entries {
            if case .record(let record) = entry.saying {
                add(record)
            } else {
                needsBalances = true
                add(entry.day, 250)
            }
        }
    }

    private mutating func add(_ record: JournalRecord) {
        add(record.day, record.memoryBytes)
        if needsBalances { return }
        needsBalances = record.postings.contains {
            $0.assertion != nil || $0.amount?.number.isSmall == false
        }
    }

    private mutating func add(_ day: Day, _ bytes: Int) {
        if let last, day < last { isSorted = false }
        last = day
        self.bytes += bytes
        count += 1
        if day == open?.day {
            open?.bytes += bytes
        } else {
            closeDay()
            open = (day, bytes)
        }
    }

    /// Days whose transactions take so many bytes at the most, unless a single day has more.
    func spans(of bytesMax: Int) -> [ClosedRange<Day>] {
        var (all, spans, bytes) = (self, [ClosedRange<Day>](), 0)
        all.closeDay()
        for (day, more) in all.byDay.sorted(by: { $0.key < $1.key }) {
            if let span = spans.last, bytes + more <= bytesMax {
                spans[spans.count - 1] = span.lowerBound...day
                bytes += more
            } else {
                spans.append(day...day)
                bytes = more
            }
        }
        return spans
    }
}

extension JournalRecord {
    /// Bytes that it takes in memory, about.
    fileprivate var memoryBytes: Int {
        var bytes = 150 + description.utf8.count + remarks.memoryBytes
        for posting in postings {
            bytes += 290 + posting.account.utf8.count + posting.remarks.memoryBytes
        }
        return bytes
    }
}

extension JournalRemarks {
    fileprivate var memoryBytes: Int {
        if isEmpty { return 0 }
        let texts = notes + tags + own.values.flatMap { $0 }
        return texts.reduce(own.count * 64) { $0 + 32 + $1.utf8.count }
    }
}
