internal import Ledger

/// Writes lines as this program's own list of lines in CSV, by which they are imported.
struct JournalList {
    /// Bytes of all texts of a line, at most: what an event holds, less its other columns.
    private static let textBytesMax = 60_000
    /// Lines of a transaction of which each names all others of its entry, at most; of more it
    /// names the first.
    private static let entryIDsMax = 100
    /// Ids from here on are those of no ledger.
    private static let firstID: UInt64 = 1 << 62

    private(set) var bytes: [UInt8]
    private(set) var count = 0
    /// Takes the lines as rows; `nil` where they are written.
    private(set) var rows: ListRows?
    private var used: Set<UInt64> = []
    /// The next id that is none.
    private var next = JournalList.firstID

    /// - Parameters:
    ///   - hasHeader: Whether it is the first part of a list.
    ///   - rows: Takes the lines as rows, so that there is no list; `nil` to write it.
    init(hasHeader: Bool = true, rows: ListRows? = nil) {
        let names = OwnColumns.names + [OwnColumns.status, OwnColumns.payee]
        let header = names.joined(separator: ",") + "\n"
        bytes = hasHeader && rows == nil ? Array(header.utf8) : []
        self.rows = rows
    }

    /// The same, with what takes the lines as rows.
    func with(_ rows: ListRows?) -> JournalList {
        var list = self
        list.rows = rows
        return list
    }

    /// Parts of a list that are made at a time, at most.
    static let partsMax = 8

    /// Takes out what there is, so that what follows can be added.
    mutating func drain() -> (bytes: [UInt8], count: Int) {
        defer { (bytes, count) = ([], 0) }
        return (bytes, count)
    }

    /// Begins a transaction: ids are the same whatever parts a list is made in.
    ///
    /// - Parameter index: Its place among all of them.
    mutating func begin(_ index: Int) { next = JournalList.firstID + UInt64(index) << 24 }

    /// Adds the lines of a transaction.
    ///
    /// - Parameter isOwn: Whether remarks say of a line what this program wrote there, and anybody
    ///   may have changed since.
    mutating func add(
        _ rows: [JournalRow], of record: JournalRecord, isOwn: Bool = false
    ) throws(JournalLineFailure) {
        let rows = JournalList.remarked(rows, record)
        if isOwn {
            for row in rows {
                do throws(JournalFailure) { try JournalList.check(row) } catch {
                    throw JournalLineFailure(record.line, error.reason)
                }
            }
        }
        let ids = rows.map { id($0) }
        let entries = JournalList.entries(ids, rows)
        for (index, row) in rows.enumerated() {
            if rowsTake(row, ids[index], entries[index], record.day) { continue }
            let id = "\(ids[index])"
            let texts = JournalList.texts(row)
            guard JournalList.bytes(row, texts) <= JournalList.textBytesMax else {
                throw JournalLineFailure(record.line, .textTooLong)
            }
            // One behind the other: a list of them takes longer than to write them.
            put(id)
            put(id)
            put(record.day.description)
            put(row.remarks.own(JournalKey.time) ?? "")
            put(row.kind.word)
            put(row.isIncoming ? "true" : "false")
            put(row.isCounterpart ? "true" : "false")
            put(row.amount.description)
            put(row.amount.currency.code)
            put(row.category)
            put(row.account ?? "")
            put(texts[0])
            put(texts[1])
            put(texts[2])
            put(row.remarks.own(JournalKey.payer) ?? "")
            put(row.remarks.own(JournalKey.externalID) ?? "")
            put("false")
            put(entries[index].map { "\($0)" }.joined(separator: " "))
            put(texts[3])
            put(row.status?.rawValue ?? "")
            put(row.remarks.own(JournalKey.payee) ?? "")
            bytes[bytes.count - 1] = UInt8(ascii: "\n")
            self.rows?.take(&bytes, of: row)
        }
        count += rows.count
    }

    /// Adds the only line of a transaction beside which nothing is said.
    ///
    /// - Returns: `false` where it is to be added as others are.
    mutating func add(plain row: JournalRow, of record: JournalRecord) -> Bool {
        guard rows != nil, record.remarks.isEmpty,
            record.postings.allSatisfy({ $0.remarks.isEmpty })
        else { return false }
        var row = row
        row.status = row.status ?? record.status
        guard rowsTake(row, next, [], record.day) else { return false }
        (next, count) = (next + 1, count + 1)
        return true
    }

    /// Whether a line became a row at once.
    private mutating func rowsTake(
        _ row: JournalRow, _ id: UInt64, _ entry: [UInt64], _ day: Day
    ) -> Bool {
        guard let isWhole = rows?.isWhole else { return false }
        // Of what is too much a list is made.
        return !isWhole || rows?.add(row, id: id, entry: entry, day: day) == true
    }

    /// The ids of the lines of the entry of each line; empty for a line alone.
    private static func entries(_ ids: [UInt64], _ rows: [JournalRow]) -> [[UInt64]] {
        if rows.count == 1 { return [[]] }
        guard rows.count > entryIDsMax else {
            return rows.map { row in
                let entry = zip(ids, rows).filter { $1.group == row.group }
                return entry.count > 1 ? entry.map(\.0) : []
            }
        }
        // All ids in each line would be the square of them.
        var firsts: [Int: UInt64] = [:]
        for (id, row) in zip(ids, rows) { firsts[row.group] = min(firsts[row.group] ?? id, id) }
        return zip(ids, rows).map { id, row in [firsts[row.group] ?? id, id] }
    }

    /// The lines with what is said beside their transaction, and beside postings that are no lines.
    private static func remarked(_ rows: [JournalRow], _ record: JournalRecord) -> [JournalRow] {
        var rows = rows
        if record.remarks.isEmpty, record.postings.allSatisfy({ $0.remarks.isEmpty }) {
            for index in rows.indices { rows[index].status = rows[index].status ?? record.status }
            return rows
        }
        let hasCategories = rows.contains { $0.kind != .transfer }
        for index in rows.indices {
            rows[index].remarks.notes = record.remarks.notes + rows[index].remarks.notes
            rows[index].remarks.tags = record.remarks.tags + rows[index].remarks.tags
            rows[index].status = rows[index].status ?? record.status
            // Of an entry of one line its own things stand beside the transaction.
            let own = record.remarks.own.filter { rows.count == 1 || $0.key == JournalKey.title }
            rows[index].remarks.own.merge(own) { posting, _ in posting }
            if rows[index].kind == .transfer {
                rows[index].category = rows[index].remarks.own(JournalKey.category) ?? ""
            }
        }
        guard hasCategories, let first = rows.indices.first else { return rows }
        let told = Set(rows.flatMap(\.remarks.notes) + rows.flatMap(\.remarks.tags))
        for posting in record.postings {
            rows[first].remarks.notes += posting.remarks.notes.filter { !told.contains($0) }
            rows[first].remarks.tags += posting.remarks.tags.filter { !told.contains($0) }
        }
        return rows
    }

    /// The id that a line had in the ledger that wrote it; of every other one of its own.
    private mutating func id(_ row: JournalRow) -> UInt64 {
        if let id = row.remarks.own(JournalKey.id).flatMap({ UInt64($0) }),
            id < JournalList.firstID,
            used.insert(id).inserted
        {
            return id
        }
        defer { next += 1 }
        return next
    }

    /// Title, note, tags and shares.
    private static func texts(_ row: JournalRow) -> [String] {
        if row.remarks.isEmpty, row.shares.isEmpty {
            return [row.title, row.notes.joined(separator: "\n"), "", ""]
        }
        let own = row.remarks.own
        var known: Set<String> = []
        let tags = (row.remarks.tags + (own[JournalKey.tag] ?? [])).filter {
            known.insert($0).inserted
        }
        let said = JournalKey.shares(in: row.remarks.own(JournalKey.shares) ?? "")
        let shares = (row.shares.isEmpty ? said : row.shares).map { "\($0.name)=\($0.amount)" }
        let notes = (own[JournalKey.note] ?? []) + row.remarks.notes + row.notes
        return [
            row.remarks.own(JournalKey.title) ?? row.title, notes.joined(separator: "\n"),
            tags.map(word).joined(separator: " "), shares.map(word).joined(separator: " "),
        ]
    }

    /// Refuses what is said of a line and could not be read in the list.
    private static func check(_ row: JournalRow) throws(JournalFailure) {
        if row.remarks.own.isEmpty { return }
        let time = row.remarks.own(JournalKey.time)?.trimmed ?? ""
        if !time.isEmpty, TimeOfDay(cell: Array(time.utf8)[...]) == nil {
            throw JournalFailure(.badTime(time))
        }
        let text = row.remarks.own(JournalKey.shares) ?? ""
        let areShares = JournalKey.shares(in: text).allSatisfy { share in
            let amount = try? Money(
                parsing: share.amount, currency: row.amount.currency,
                format: MoneyFormat(decimalMark: .point))
            return amount != nil
        }
        if !areShares { throw JournalFailure(.badShares(text)) }
        if row.kind == .transfer, !row.category.isEmpty {
            do { _ = try CategoryPath(row.category) } catch {
                throw JournalFailure(.badCategory(row.category))
            }
        }
    }

    /// Bytes of all texts of a line.
    static func bytes(_ row: JournalRow) -> Int { bytes(row, texts(row)) }

    private static func bytes(_ row: JournalRow, _ texts: [String]) -> Int {
        let rest = [row.category, row.account, row.remarks.own(JournalKey.externalID)]
        return texts.reduce(0) { $0 + $1.utf8.count }
            + rest.reduce(0) { $0 + ($1?.utf8.count ?? 0) }
    }

    /// A word of several in a cell.
    private static func word(_ text: String) -> String {
        let isPlain = !text.isEmpty && !text.contains(" ") && text.first != "\""
        return isPlain ? text : "\"" + text.replacing("\"", with: "\"\"") + "\""
    }

    /// Adds a cell, and a comma behind it.
    private mutating func put(_ cell: String) {
        let start = bytes.count
        bytes += cell.utf8
        var isPlain = true
        if start < bytes.count {
            // Most begin with a letter or a digit.
            let first = bytes[start]
            isPlain = first >= 0x30 && first != UInt8(ascii: "=") && first != UInt8(ascii: "@")
        }
        for index in start..<bytes.count where isPlain {
            let byte = bytes[index]
            isPlain = byte != 0x22 && byte != 0x2C && byte != 0x0A && byte != 0x0D
        }
        if !isPlain {
            bytes.removeSubrange(start...)
            bytes += JournalList.cell(cell).utf8
        }
        bytes.append(UInt8(ascii: ","))
    }

    private static func cell(_ text: String) -> String {
        let text = FormulaMark.harmless(text)
        let isPlain = !text.utf8.contains {
            $0 == 0x22 || $0 == 0x2C || $0 == 0x0A || $0 == 0x0D
        }
        return isPlain ? text : "\"" + text.replacing("\"", with: "\"\"") + "\""
    }
}

extension EntryKind {
    /// As lists have it.
    fileprivate var word: String {
        switch self {
        case .expense: "expense"
        case .income: "income"
        case .transfer: "transfer"
        }
    }
}
