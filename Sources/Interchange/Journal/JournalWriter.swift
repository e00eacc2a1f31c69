internal import EventLog
internal import Ledger

/// Makes this program's own list of lines of a journal's transactions, some of them at a time.
struct JournalWriter {
    /// Transactions from which on they are worth a thread.
    private static let partMin = 4_096
    /// Bytes of the list from which on they go into the spool.
    private static let heldMax = 16 << 20

    private let isOwn: Bool
    private let heldMax: Int
    private let spool: any ByteSpool
    /// What becomes of an opening balance.
    private let use: (JournalImport.Opening) -> JournalImport.Opening.Use
    private var mapping: JournalMapping
    private var balancer: JournalBalancer
    /// The end of the list, or all of it.
    private var bytes = JournalList().bytes
    private var isSpooled = false
    /// Makes the lines to rows, so that there is no list; `nil` where it is written.
    private let maker: ListRows?
    /// The lines as rows.
    private var rows: ListRows?
    /// Whether they are more than rows are made of, so that a list is to be written.
    private(set) var isOverfull = false
    /// What this program wrote has ids, each of which counts once.
    private var own = JournalList(hasHeader: false)
    /// Transactions that were taken.
    private var taken = 0
    private var failure: ImportError?

    /// The accounts in which one owes.
    private(set) var owed: Set<String> = []
    /// Lines of the list.
    private(set) var count = 0
    /// Transactions that only repeat opening balances of the ledger.
    private(set) var openings = 0
    /// What new accounts begin with, by their names in small letters.
    private(set) var begun: [String: JournalImport.Opening] = [:]
    private(set) var faults: [JournalFault]
    private(set) var faultCount: Int
    /// How the list is read, with its rows, where there is none; else `nil`.
    var plan: CSVPlan? { rows?.plan }
    /// Balances that agree.
    var assertions: Int { balancer.assertions }

    /// - Parameter rows: Takes the lines as rows where all transactions are held; `nil` to write
    ///   the list.
    init(
        _ read: JournalReading, _ mapping: JournalMapping, _ spool: any ByteSpool,
        rows: ListRows?, use: @escaping (JournalImport.Opening) -> JournalImport.Opening.Use
    ) {
        maker = read.isHeld ? rows : nil
        self.rows = maker
        balancer = JournalBalancer(isNeeded: read.needsBalances)
        if maker != nil { bytes = [] }
        (isOwn, faults, faultCount) = (read.isOwn, read.faults, read.faultCount)
        heldMax = min(read.heldMax, JournalWriter.heldMax)
        (self.mapping, self.spool, self.use) = (mapping, spool, use)
    }

    /// What one core makes of some transactions.
    private struct Part: Sendable {
        var list: JournalList
        var owed: Set<String> = []
        var wrong: [Int: JournalLineFailure] = [:]
    }

    /// Takes transactions; those before them in time come first.
    mutating func take(_ records: inout [JournalRecord]) {
        if failure != nil || isOverfull { return }
        // What is wrong with transactions, by their places, and those that make no lines.
        var (wrong, passed) = ([Int: JournalLineFailure](), Set<Int>())
        for place in records.indices {
            do throws(JournalLineFailure) {
                try balancer.complete(&records[place])
            } catch {
                wrong[place] = error
                continue
            }
            if isOwn, isOpening(place, of: records) { passed.insert(place) }
        }
        for var part in made(of: records, without: passed.union(wrong.keys)) {
            if let made = part.list.rows { rows?.add(made) }
            let list = part.list.drain()
            bytes += list.bytes
            count += list.count
            owed.formUnion(part.owed)
            wrong.merge(part.wrong) { first, _ in first }
            if isOwn { own = part.list }
        }
        isOverfull = rows?.isWhole == false
        for (place, failure) in wrong.sorted(by: { $0.key < $1.key }) {
            fail(JournalFault(file: records[place].file, line: failure.line, failure.reason))
        }
        if faultCount > 0 { bytes = [] }
        if bytes.count > heldMax { put() }
    }

    private mutating func made(of records: [JournalRecord], without left: Set<Int>) -> [Part] {
        let cores = isOwn ? 1 : min(Parallel.cores, JournalList.partsMax)
        let count = max(1, min(cores, records.count / JournalWriter.partMin))
        let (isOwn, own, first, mapping, maker) = (isOwn, own.with(maker), taken, mapping, maker)
        taken += records.count
        return Parallel.map(count) { index in
            let list = isOwn ? own : JournalList(hasHeader: false, rows: maker)
            var (part, mapping) = (Part(list: list), mapping)
            let places = records.count * index / count..<records.count * (index + 1) / count
            for place in places where left.isEmpty || !left.contains(place) {
                part.list.begin(first + place)
                if let row = mapping.plainRow(of: records[place]),
                    part.list.add(plain: row, of: records[place])
                {
                    continue
                }
                do throws(JournalLineFailure) {
                    try part.list.add(
                        mapping.rows(of: records[place]), of: records[place], isOwn: isOwn)
                } catch {
                    part.wrong[place] = error
                }
            }
            part.owed = mapping.owed
            return part
        }
    }

    /// Whether a transaction only says what an account begins with, and makes no line: it repeats
    /// what the ledger has, or the account is new.
    private mutating func isOpening(_ place: Int, of records: [JournalRecord]) -> Bool {
        let record = records[place]
        guard let opening = mapping.opening(of: record, balancer) else { return false }
        switch use(opening) {
        case .known:
            openings += 1
            return true
        case .transfer: return false
        case .begins: break
        }
        // What somebody made something else of since it was written is taken for what it is now.
        let name = opening.account.lowercased()
        guard begun[name] == nil, opening.amount.minor != 0, record.postings.count == 2,
            mapping.isEquity(record.postings[1].account),
            mapping.isWhole(opening, record.postings[0], balancer)
        else { return false }
        // It is what is in the account before all else of its day.
        let first = record.postings[0]
        let before = records[..<place].reversed().prefix { $0.day == record.day }
        let isFirst = !before.contains { other in
            other.postings.contains {
                $0.account == first.account && $0.amount?.commodity == first.amount?.commodity
            }
        }
        if isFirst { begun[name] = opening }
        return isFirst
    }

    /// Takes a fault.
    private mutating func fail(_ fault: JournalFault) {
        // What is missing above may be why a balance differs.
        if case .badBalance = fault.reason, faultCount > 0 { return }
        faultCount += 1
        if faults.count < JournalParser.faultsMax { faults.append(fault) }
    }

    private mutating func put() {
        do throws(ImportError) { try spool.append(bytes) } catch { failure = error }
        (bytes, isSpooled) = ([], true)
    }

    /// The list.
    ///
    /// - Throws: ``ImportError/badJournal(_:count:)`` with everything that cannot be taken over,
    ///   and what the spool throws.
    mutating func list() throws(ImportError) -> any ByteSource {
        if faultCount > 0 {
            faults.sort { ($0.file, $0.line) < ($1.file, $1.line) }
            throw .badJournal(faults, count: faultCount)
        }
        if isSpooled, failure == nil { put() }
        if let failure { throw failure }
        return isSpooled ? try spool.source() : MemoryBytes(bytes)
    }
}
