/// What a record must be like to be a row.
struct RowShape {
    private let header: [String]
    private let headerBytes: [[UInt8]]
    private let fieldsMin: Int

    /// Columns at the end that are not `needed` may be missing.
    init(_ layout: CSVLayout, needed: [Int]) {
        header = layout.header
        headerBytes = layout.headerLine == nil ? [] : header.map { Array($0.utf8) }
        fieldsMin = (needed.max() ?? 0) + 1
    }

    /// Why a record is none; `nil` for one that has the shape of a row.
    func refusal(of record: CSVRecord) -> RefusedRow? {
        if let fault = record.fault {
            let column = fault.field < header.count ? header[fault.field].trimmed : nil
            let reason: RefusalReason =
                switch fault {
                case .undecodable: .undecodable
                case .textAfterQuote: .textAfterQuote
                }
            return RefusedRow(line: record.line, column: column, reason: reason)
        }
        let (found, expected) = (record.count, header.count)
        if found < fieldsMin {
            let reason = RefusalReason.tooFewFields(found: found, expected: expected)
            return RefusedRow(line: record.line, column: nil, reason: reason)
        }
        if found > expected, (expected..<found).contains(where: { !record.bytes($0).isEmpty }) {
            let reason = RefusalReason.tooManyFields(found: found, expected: expected)
            return RefusedRow(line: record.line, column: nil, reason: reason)
        }
        return nil
    }

    /// Whether a record ends before the last column.
    func isShort(_ record: CSVRecord) -> Bool { record.count < header.count }

    /// Whether a record is the header once more; where files were put together, the byte order mark
    /// of the next one stands before it.
    func isHeader(_ record: CSVRecord) -> Bool {
        guard !headerBytes.isEmpty, record.count == headerBytes.count, record.fault == nil else {
            return false
        }
        var first = record.bytes(0)
        if first.first == 0xEF, first.starts(with: TextEncoding.utf8.mark) {
            first = first.dropFirst(TextEncoding.utf8.mark.count)
        }
        return headerBytes.indices.allSatisfy { index in
            (index == 0 ? first : record.bytes(index)).elementsEqual(headerBytes[index])
        }
    }
}
