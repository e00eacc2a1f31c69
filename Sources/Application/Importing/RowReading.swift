internal import EventLog
internal import Interchange
internal import Ledger

/// The rows of a file, gone through as often as need be; those of a small file are read once.
struct RowReading {
    private let source: any ByteSource
    let plan: CSVPlan
    /// The branches of the ledger that merges replaced of which the file may be, where it is the
    /// ledger's own list.
    private(set) var branches: [KeptBranch] = []
    /// Whether the file says that the ledger wrote it, or the only one of the branches.
    private(set) var isOwn = false
    private var kept: [ImportRow] = []
    private var isWhole = false

    /// Rows that are kept in memory, at most: to read them again takes longer than all else.
    private static let keptRowsMax = 1 << 18
    /// Bytes of their texts, at most.
    private static let keptBytesMax = 48 << 20

    init(_ source: any ByteSource, _ plan: CSVPlan) {
        self.source = source
        self.plan = plan
    }

    /// Finds out in which log the ids of the ledger's own list are those of lines.
    ///
    /// - Parameter log: What a journal says of that.
    mutating func findOrigin(
        _ log: (events: UInt64, root: String)?, _ snapshot: LedgerSnapshot, _ env: Environment
    ) throws(ApplicationError) {
        if plan.columns.own == nil { return }
        guard let log else {
            branches = try env.branches(since: 0, in: snapshot.store)
            return
        }
        let (isOwn, branch) = try JournalOpenings.own(log, snapshot, env)
        let root = branch.flatMap { Digest(hex: $0.root) }
        branches = root.flatMap { BranchFiles(env.home)[$0] }.map { [$0] } ?? []
        // Where nothing is kept of a branch, nobody knows its ids any more.
        self.isOwn = isOwn && (branch == nil || !branches.isEmpty)
    }

    /// Goes through the whole file for the first time.
    mutating func all(_ body: (CSVRow) -> Void) throws(ApplicationError) -> CSVTally {
        var kept: [ImportRow] = []
        var (isWhole, bytes) = (true, 0)
        let tally = try read { row in
            if case .row(let row) = row, isWhole {
                bytes += row.textBytes
                if kept.count < RowReading.keptRowsMax, bytes <= RowReading.keptBytesMax {
                    kept.append(row)
                } else {
                    isWhole = false
                    kept = []
                }
            }
            body(row)
            return true
        }
        // Of this program's own list the sides of a transfer come in the order of the ledger.
        if plan.columns.own != nil { kept.sort { ($0.own?.id ?? 0) < ($1.own?.id ?? 0) } }
        (self.kept, self.isWhole) = (kept, isWhole)
        return tally
    }

    /// Goes through the good rows, each with its index; `body` returns whether to go on.
    func rows(_ body: (Int, ImportRow) -> Bool) throws(ApplicationError) {
        var index = 0
        if isWhole {
            while index < kept.count, body(index, kept[index]) { index += 1 }
            return
        }
        _ = try read { row in
            guard case .row(let row) = row else { return true }
            defer { index += 1 }
            return body(index, row)
        }
    }

    private func read(_ body: (CSVRow) -> Bool) throws(ApplicationError) -> CSVTally {
        do throws(ImportError) {
            return try CSVImport.rows(source, plan) { (row) throws(ImportError) in body(row) }
        } catch { throw .csv(error) }
    }
}

extension ImportRow {
    /// Bytes of its texts.
    fileprivate var textBytes: Int {
        details.title.utf8.count + details.note.utf8.count + (accountName?.utf8.count ?? 0)
            + (details.externalID?.utf8.count ?? 0)
    }
}

/// One bit for each row of a file.
struct RowSet {
    private var words: [UInt64] = []
    private(set) var count = 0

    init() {}

    mutating func insert(_ row: Int) {
        while words.count <= row / 64 { words.append(0) }
        if !contains(row) { count += 1 }
        words[row / 64] |= 1 << UInt64(row % 64)
    }

    mutating func remove(_ row: Int) {
        guard contains(row) else { return }
        words[row / 64] &= ~(1 << UInt64(row % 64))
        count -= 1
    }

    /// Removes rows that are in it.
    mutating func remove(_ rows: RowSet) {
        for index in rows.words.indices where index < words.count {
            words[index] &= ~rows.words[index]
        }
        count = words.reduce(0) { $0 + $1.nonzeroBitCount }
    }

    /// Adds the rows of another set.
    mutating func insert(_ rows: RowSet) {
        while words.count < rows.words.count { words.append(0) }
        for index in rows.words.indices { words[index] |= rows.words[index] }
        count = words.reduce(0) { $0 + $1.nonzeroBitCount }
    }

    func contains(_ row: Int) -> Bool {
        row / 64 < words.count && words[row / 64] & (1 << UInt64(row % 64)) != 0
    }
}
