/// Goes through the records of a file whose plan is known and says of each what it is.
///
/// What is no row and has no date is held back until a row follows: behind the last one it is a
/// footer.
struct CSVRowReader {
    /// Footers of a file, at most; when there are more, all of them are refused.
    static let footersMax = 64

    private let plan: CSVPlan
    private let shape: RowShape
    private var reader: RecordReader
    private var builder: RowBuilder
    private var record = CSVRecord()
    private var held: [(refused: RefusedRow, text: String)] = []
    private var isHolding = false
    private var tally = CSVTally()

    init(_ source: any ByteSource, _ plan: CSVPlan) throws(ImportError) {
        self.plan = plan
        shape = RowShape(plan.layout, needed: plan.columns.needed.map(\.index))
        reader = try plan.layout.reader(source, plan.text)
        builder = plan.builder
    }

    /// Gives out all records, until `body` returns `false`.
    mutating func run(
        _ body: (CSVRow) throws(ImportError) -> Bool
    ) throws(ImportError) -> CSVTally {
        while try reader.next(into: &record) {
            let row = read()
            switch row {
            case .skipped: break
            case .refused(let refused)
            where isHolding && record.fault == nil && plan.layout.statement == nil
                && !plan.isRow(record):
                held.append((refused, CellSample.joined(record.texts, plan.layout.separator)))
                if held.count <= CSVRowReader.footersMax { continue }
                isHolding = false
                guard try releaseRefused(body) else { return tally }
                continue
            case .refused:
                guard try releaseRefused(body) else { return tally }
            case .row:
                guard try releaseRefused(body) else { return tally }
                isHolding = true
            }
            guard try give(row, body) else { return tally }
        }
        for (refused, text) in held {
            guard try give(.skipped(line: refused.line, .footer(text)), body) else { break }
        }
        return tally
    }

    private mutating func read() -> CSVRow {
        if record.isEmpty { return .skipped(line: record.line, .empty) }
        if let refused = shape.refusal(of: record) { return .refused(refused) }
        if shape.isHeader(record) { return .skipped(line: record.line, .repeatedHeader) }
        if plan.columns.own?.isVoided(record) == true {
            return .skipped(line: record.line, .voided)
        }
        if plan.columns.leavesOut(record) { return .skipped(line: record.line, .leftOut) }
        switch builder.row(of: record) {
        case .success(let row):
            if shape.isShort(record) { tally.shortRows += 1 }
            return .row(row)
        case .failure(let refusal):
            return .refused(
                RefusedRow(line: record.line, column: refusal.column, reason: refusal.reason))
        }
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
        tally.splitCategoryRows = builder.splitCategoryRows
        return try body(row)
    }
}
