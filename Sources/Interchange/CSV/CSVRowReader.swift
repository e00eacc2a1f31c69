internal import EventLog

/// Goes through the records of a file whose plan is known and says of each what it is.
///
/// What is no row and has no date is held back until a row follows: behind the last one it is a
/// footer.
struct CSVRowReader {
    /// Footers of a file, at most; when there are more, all of them are refused.
    static let footersMax = 64

    private let plan: CSVPlan
    private let shape: RowShape
    /// Reads the records; `nil` where they are at hand.
    private var reader: RecordReader?
    /// Lists of records that were taken.
    private var taken = 0
    /// What stopped the reader, behind the records before it.
    private var failure: ImportError?
    private var record = CSVRecord()
    private var held: [(refused: RefusedRow, text: String)] = []
    private var isHolding = false
    private var tally = CSVTally()

    init(_ source: any ByteSource, _ plan: CSVPlan) throws(ImportError) {
        self.plan = plan
        shape = RowShape(plan.layout, needed: plan.columns.needed.map(\.index))
        reader = plan.records == nil ? try plan.layout.reader(source, plan.text) : nil
    }

    /// Gives out all records, until `body` returns `false`.
    mutating func run(
        _ body: (CSVRow) throws(ImportError) -> Bool
    ) throws(ImportError) -> CSVTally {
        while let lists = nextLists() {
            let (plan, shape) = (plan, shape)
            let made = Parallel.map(lists.count) { CSVRowReader.rows(lists[$0], plan, shape) }
            for (list, rows) in zip(lists, made) {
                for (index, row) in rows.enumerated() {
                    guard try take(row, index, of: list, body) else { return tally }
                }
            }
        }
        if let failure { throw failure }
        for (refused, text) in held {
            guard try give(.skipped(line: refused.line, .footer(text)), body) else { break }
        }
        return tally
    }

    /// The next records, so many as all cores take at once; `nil` at the end.
    private mutating func nextLists() -> [RecordList]? {
        var lists: [RecordList] = []
        if let all = plan.records {
            lists = Array(all[taken..<min(all.count, taken + Parallel.cores)])
            taken += lists.count
        } else {
            while lists.count < Parallel.cores, let list = nextList() { lists.append(list) }
        }
        return lists.isEmpty ? nil : lists
    }

    private mutating func nextList() -> RecordList? {
        if failure != nil { return nil }
        var list = RecordList()
        do throws(ImportError) {
            while !list.isFull, try reader?.next(into: &record) == true { list.append(record) }
        } catch { failure = error }
        return list.count > 0 ? list : nil
    }

    /// What a record is, whatever stands before and behind it.
    private struct Made: Sendable {
        let row: CSVRow
        let isShort: Bool
        let isSplit: Bool
    }

    private static func rows(_ list: RecordList, _ plan: CSVPlan, _ shape: RowShape) -> [Made] {
        var (record, builder, rows) = (CSVRecord(), plan.builder, [Made]())
        rows.reserveCapacity(list.count)
        for index in 0..<list.count {
            list.load(index, into: &record)
            let splits = builder.splitCategoryRows
            let row = row(record, plan, shape, &builder)
            var isShort = false
            if case .row = row { isShort = shape.isShort(record) }
            rows.append(
                Made(row: row, isShort: isShort, isSplit: builder.splitCategoryRows > splits))
        }
        return rows
    }

    private static func row(
        _ record: CSVRecord, _ plan: CSVPlan, _ shape: RowShape, _ builder: inout RowBuilder
    ) -> CSVRow {
        if record.isEmpty { return .skipped(line: record.line, .empty) }
        if let refused = shape.refusal(of: record) { return .refused(refused) }
        if shape.isHeader(record) { return .skipped(line: record.line, .repeatedHeader) }
        if plan.columns.own?.isVoided(record) == true {
            return .skipped(line: record.line, .voided)
        }
        if plan.columns.leavesOut(record) { return .skipped(line: record.line, .leftOut) }
        switch builder.row(of: record) {
        case .success(let row): return .row(row)
        case .failure(let refusal):
            return .refused(
                RefusedRow(line: record.line, column: refusal.column, reason: refusal.reason))
        }
    }

    /// Gives out a record, or holds it back.
    private mutating func take(
        _ made: Made, _ index: Int, of list: RecordList,
        _ body: (CSVRow) throws(ImportError) -> Bool
    ) throws(ImportError) -> Bool {
        if made.isShort { tally.shortRows += 1 }
        if made.isSplit { tally.splitCategoryRows += 1 }
        switch made.row {
        case .skipped: break
        case .refused(let refused):
            if isHolding, plan.layout.statement == nil {
                list.load(index, into: &record)
                if record.fault == nil, !plan.isRow(record) {
                    held.append((refused, CellSample.joined(record.texts, plan.layout.separator)))
                    if held.count <= CSVRowReader.footersMax { return true }
                    isHolding = false
                    return try releaseRefused(body)
                }
            }
            guard try releaseRefused(body) else { return false }
        case .row:
            guard try releaseRefused(body) else { return false }
            isHolding = true
        }
        return try give(made.row, body)
    }

    /// Gives out what was held back: it is no footer.
    private mutating func releaseRefused(
        _ body: (CSVRow) throws(ImportError) -> Bool
    ) throws(ImportError) -> Bool {
        if held.isEmpty { return true }
        let rows = held
        held.removeAll()
        for (refused, _) in rows {
            guard try give(.refused(refused), body) else { return false }
        }
        return true
    }

    private mutating func give(
        _ row: CSVRow, _ body: (CSVRow) throws(ImportError) -> Bool
    ) throws(ImportError) -> Bool {
        tally.add(row)
        return try body(row)
    }
}
