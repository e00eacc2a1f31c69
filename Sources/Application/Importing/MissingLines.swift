internal import Ledger

/// Finds the lines of earlier imports that a file should have and has not.
///
/// A file that overlaps an earlier one need not begin and end where that did, so a line that no row
/// took says little by itself. It is missing when the file has its day whole, when the file has
/// lines before and after it, and when the file has at least half of the lines of its days. Those
/// before and after are of the same account, if all its imports were in the order of days and the
/// file has a line of the import that brought it, or that brought one line only; else, and where
/// lines have no account, for they may be of another bank, they are of the same import. A line that
/// a later file restated needs no such neighbours.
struct MissingLines {
    private let wholeDays: DayRange
    /// How many lines of a fingerprint there are, and how many of them no row took.
    private var left: [LineFingerprint: (lines: Int, left: Int)] = [:]
    private var lineCount = 0
    private var leftCount = 0
    /// From the first to the last day on which the file has lines of an account.
    private var takenDays: [UInt64: ClosedRange<Day>] = [:]
    private var order = DayOrder()
    /// How many lines imports brought, and how many of these the file has.
    private var batches: [UInt64: (lines: Int, taken: Int)] = [:]

    private var batch: UInt64?
    private var hasTakenBefore = false
    /// Lines behind one that was taken, none of which has one behind it yet.
    private var pending: [LedgerSnapshot.ImportedRow] = []
    private var confirmed: [LineFingerprint: [UInt64]] = [:]
    private var certain: [UInt64] = []

    init(wholeDays: DayRange) { self.wholeDays = wholeDays }

    /// Counts a line; all of them, before any is looked at. Of equal lines `isLeft` may be told of
    /// any.
    mutating func count(_ row: LedgerSnapshot.ImportedRow, isLeft: Bool) {
        lineCount += 1
        order.add(row)
        batches[row.batch, default: (0, 0)].lines += 1
        guard isLeft else {
            batches[row.batch]?.taken += 1
            guard let account = row.account else { return }
            let days = takenDays[account] ?? row.day...row.day
            takenDays[account] = min(days.lowerBound, row.day)...max(days.upperBound, row.day)
            return
        }
        leftCount += 1
        left[row.fingerprint, default: (0, 0)].left += 1
    }

    /// Looks at the lines in the order of the ledger.
    ///
    /// - Parameter isOther: Whether it is none of those that rows take by what they say.
    mutating func look(at row: LedgerSnapshot.ImportedRow, isOther: Bool) {
        if batch != row.batch { (batch, hasTakenBefore, pending) = (row.batch, false, []) }
        if !isOther, left[row.fingerprint] != nil {
            left[row.fingerprint]?.lines += 1
            guard wholeDays.contains(row.day) else { return }
            if isAmongTaken(row) {
                confirmed[row.fingerprint, default: []].append(row.id)
            } else if hasTakenBefore {
                pending.append(row)
            }
            return
        }
        for row in pending { confirmed[row.fingerprint, default: []].append(row.id) }
        (hasTakenBefore, pending) = (true, [])
    }

    private func isAmongTaken(_ row: LedgerSnapshot.ImportedRow) -> Bool {
        guard let account = row.account, !order.mixed.contains(account),
            let batch = batches[row.batch], batch.taken > 0 || batch.lines == 1
        else { return false }
        return takenDays[account]?.contains(row.day) ?? false
    }

    /// Looks at a line that an import restated and no row took.
    mutating func look(at id: UInt64, on day: Day) {
        if wholeDays.contains(day) { certain.append(id) }
    }

    /// The ids of the missing lines, ascending. Of equal lines those are missing that cannot all be
    /// outside the file.
    func found() -> [UInt64] {
        guard leftCount * 2 <= lineCount else { return [] }
        var ids = certain
        for (fingerprint, lines) in confirmed {
            guard let count = left[fingerprint] else { continue }
            let outside = count.lines - lines.count
            ids += lines.prefix(max(0, count.left - outside))
        }
        return ids.sorted()
    }
}

/// Which accounts had imports that are in no order of days: of those a file's first and last day
/// say nothing of what it has.
private struct DayOrder {
    private(set) var mixed: Set<UInt64> = []
    /// The last line of each account, and the way its import goes: 0 where all were of one day.
    private var last: [UInt64: (batch: UInt64, day: Day, way: Int)] = [:]

    /// Looks at a line, in the order of the ledger.
    mutating func add(_ row: LedgerSnapshot.ImportedRow) {
        guard let account = row.account else { return }
        guard let before = last[account], before.batch == row.batch else {
            last[account] = (row.batch, row.day, 0)
            return
        }
        let way = before.day.days(until: row.day).signum()
        if way * before.way < 0 { mixed.insert(account) }
        last[account] = (row.batch, row.day, way == 0 ? before.way : way)
    }
}
