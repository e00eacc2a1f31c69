internal import Interchange
internal import Ledger

/// The rows of a file that are known by the ids that another system gave them.
///
/// A column of ids is believed if no id occurs twice in the file and no line contradicts it. One
/// of balances, or one that counts the rows, says nothing.
struct RowIDs {
    /// Rows of which a line has id, day and amount.
    private(set) var known = RowSet()
    /// Rows of which a line has the id but not the rest, and the first half of what both have.
    private(set) var moved: [Int: UInt64] = [:]
    /// The lines with ids that are left.
    private(set) var left: FingerprintIndex?
    /// The first halves in ``moved``.
    private(set) var movedHalves: Set<UInt64> = []

    private var isRepeated = false
    private var isRunning = true
    private var hasAmountsOnly = true
    private var last: Int?
    private var step: Int?

    /// No rows.
    init() {}

    /// Whether no row is known, or moved.
    var isEmpty: Bool { known.count == 0 && moved.isEmpty }

    /// Looks for the ids of the rows among those of the lines.
    init(
        _ rows: RowReading, _ lines: ImportedLines,
        account: (ImportRow) -> LineFingerprint.Account
    ) throws(ApplicationError) {
        let index = try lines.idIndex()
        // An id that two different lines have says nothing.
        if index.left == 0 || index.hasCommonHalves { return }
        var found = RowIDs()
        found.left = index
        try rows.rows { index, row in
            found.add(row, index, account(row))
            return !found.isRepeated
        }
        let isCount = found.isRunning && found.moved.count > found.known.count
        if found.isRepeated || found.hasAmountsOnly || isCount { return }
        if try lines.contradict(found, rows) { return }
        self = found
    }

    private mutating func add(_ row: ImportRow, _ index: Int, _ account: LineFingerprint.Account) {
        guard let id = row.details.externalID,
            let key = LineFingerprint(idOf: row.facts, row.details, account: account)
        else { return }
        look(at: id)
        if movedHalves.contains(key.high) {
            isRepeated = true
        } else if left?.take(key) == true {
            known.insert(index)
        } else {
            switch left?.half(key) {
            case .left:
                moved[index] = key.high
                movedHalves.insert(key.high)
                if moved.count > RowMatching.missingMax { isRepeated = true }
            case .taken: isRepeated = true
            default: break
            }
        }
    }

    /// Whether ids are numbers that go up or down by one, or amounts.
    private mutating func look(at id: String) {
        if hasAmountsOnly {
            let decimals = id.utf8.suffix(3).first
            let isAmount = decimals == UInt8(ascii: ".") || decimals == UInt8(ascii: ",")
            hasAmountsOnly = isAmount && !id.utf8.contains { $0 >= 0x41 }
        }
        guard isRunning else { return }
        guard let number = Int(id) else {
            isRunning = false
            return
        }
        if let last {
            let step = number.subtractingReportingOverflow(last).partialValue
            isRunning = abs(max(step, -2)) == 1 && (self.step ?? step) == step
            self.step = step
        }
        last = number
    }
}
