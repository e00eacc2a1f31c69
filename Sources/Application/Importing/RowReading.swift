internal import EventLog
internal import Interchange
internal import Ledger

/// The rows of a file, gone through as often as need be; those of a small file are read once.
struct RowReading {
    private let source: any ByteSource
    private(set) var plan: CSVPlan
    /// The branches of the ledger that merges replaced of which the file may be, where it is the
    /// ledger's own list.
    private(set) var branches: [KeptBranch] = []
    /// Whether the file says that the ledger wrote it, or the only one of the branches.
    private(set) var isOwn = false
    private var kept: KeptRows?

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

    /// How many rows there are, and the least id of a row of this program's own list, where all of
    /// them are in memory.
    var ids: (count: Int, least: UInt64?)? { kept.map { ($0.count, $0.leastID) } }

    /// Goes through the whole file for the first time.
    mutating func all() throws(ApplicationError) -> RowSurvey {
        var kept = KeptRows()
        do throws(ImportError) {
            let survey = try RowSurvey(
                source, plan, shownMax: FileSurvey.shownMax, keepingIn: &kept)
            self.kept = kept.isWhole ? kept : nil
            // Nobody reads them again.
            if kept.isWhole { plan.forgetRecords() }
            return survey
        } catch { throw .csv(error) }
    }

    /// Goes through the good rows, each with its index; `body` returns whether to go on.
    func rows(_ body: (Int, ImportRow) -> Bool) throws(ApplicationError) {
        if let kept { return kept.visit(body) }
        var index = 0
        do throws(ImportError) {
            try CSVImport.rows(source, plan) { row in
                guard case .row(let row) = row else { return true }
                defer { index += 1 }
                return body(index, row)
            }
        } catch { throw .csv(error) }
    }
}

/// One bit for each row of a file.
struct RowSet {
    private var words: [UInt64] = []
    private(set) var count = 0

    init() {}

    /// All of so many rows.
    init(first count: Int) {
        words = Array(repeating: .max, count: count / 64)
        if count % 64 > 0 { words.append((1 << UInt64(count % 64)) - 1) }
        self.count = count
    }

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
