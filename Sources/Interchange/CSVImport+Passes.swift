package import Ledger

package protocol ByteSource {
    var byteCount: UInt64 { get }
    func read(at offset: UInt64, count: Int, into buffer: inout [UInt8]) throws(ImportError)
}

package struct MemoryBytes: ByteSource {
    let bytes: [UInt8]
    package init(_ bytes: [UInt8]) { self.bytes = bytes }
    package var byteCount: UInt64 { UInt64(bytes.count) }
    package func read(at offset: UInt64, count: Int, into buffer: inout [UInt8]) throws(ImportError) {
        buffer = Array(bytes[min(Int(offset), bytes.count)..<min(Int(offset) + count, bytes.count)])
    }
}

package enum SkipReason: Hashable, Sendable { case empty, repeatedHeader, footer }

package enum CSVRow {
    case row(ImportRow)
    case refused(RefusedRow)
    case skipped(line: Int, SkipReason)
}

package struct CSVPlan {
    package let parsed: ParsedImport
}

extension CSVImport {
    package static func examine(
        _ source: some ByteSource, _ options: CSVImportOptions, baseCurrency: Currency,
        currency: @escaping (String) -> Currency?
    ) throws(ImportError) -> CSVPlan {
        var bytes: [UInt8] = []
        try source.read(at: 0, count: Int(source.byteCount), into: &bytes)
        return CSVPlan(
            parsed: try parse(bytes, options, baseCurrency: baseCurrency, currency: currency))
    }

    package static func rows(
        _ source: some ByteSource, _ plan: CSVPlan,
        _ body: (CSVRow) throws(ImportError) -> Bool
    ) throws(ImportError) {
        for row in plan.parsed.rows { if try !body(.row(row)) { return } }
        for row in plan.parsed.refused { if try !body(.refused(row)) { return } }
    }
}
