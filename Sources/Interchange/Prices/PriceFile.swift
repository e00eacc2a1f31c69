/// A file of prices: a day, what is priced, in what, and the price, in CSV or in a journal.
package enum PriceFile {
    /// The names of the columns in their order, and others for each, in lower case.
    private static let names: [Set<String>] = [
        ["date", "day", "on"], ["from", "currency", "commodity", "base"],
        ["to", "unit", "in", "quote"], ["price", "rate", "value"],
    ]

    /// Reads all rows.
    ///
    /// Columns stand in the order date, from, to, price unless a header names them. Of a journal
    /// only the lines of prices count, and those of the files that it includes.
    ///
    /// - Parameters:
    ///   - files: The bytes of a file that is included, by its path below the first one's folder;
    ///     none can be where it is left out.
    ///   - matching: The paths of the files that a pattern finds.
    /// - Throws: ``ImportError/empty``, what is no text, what stops reading, and files that cannot
    ///   be included.
    /// - Complexity: O(bytes).
    package static func records(
        of source: any ByteSource,
        files: @escaping (String) -> Result<[UInt8], JournalInclude> = { _ in
            .failure(JournalInclude(.noFolder))
        },
        matching: @escaping (IncludePattern) -> Result<[String], JournalInclude> = { _ in
            .failure(JournalInclude(.noFolder))
        }
    ) throws(ImportError) -> [PriceRecord] {
        let form = try TextForm.found(in: source, given: nil)
        let told = try JournalPrices.records(of: source, form, files, matching)
        if !told.isEmpty { return told }
        var best: [PriceRecord] = []
        for separator in CSVSeparator.allCases {
            let found = try records(of: source, form, separator)
            if found.filter(\.isWhole).count > best.filter(\.isWhole).count || best.isEmpty {
                best = found
            }
        }
        if best.isEmpty { throw .empty }
        return best
    }

    private static func records(
        of source: any ByteSource, _ form: TextForm, _ separator: CSVSeparator
    ) throws(ImportError) -> [PriceRecord] {
        var reader = CSVReader(source, form, separator: separator)
        var record = CSVRecord()
        var columns = Array(names.indices)
        var width = columns.count
        var found: [PriceRecord] = []
        var isFirst = true
        while try reader.next(into: &record) {
            if record.isEmpty { continue }
            let isHead = isFirst
            isFirst = false
            if isHead, let named = header(record) {
                columns = named
                width = record.count
                continue
            }
            let fields = columns.map { record.fault == nil ? record[$0].trimmed : "" }
            // A cell more may be the decimals of a price whose mark divides cells, too.
            let isWhole =
                record.fault == nil && record.count > (columns.max() ?? 0)
                && record.texts.dropFirst(width).allSatisfy { $0.trimmed.isEmpty }
                && fields.allSatisfy { !$0.isEmpty }
            found.append(
                PriceRecord(
                    file: "", line: record.line, day: fields[0], from: fields[1], to: fields[2],
                    price: fields[3], isWhole: isWhole))
        }
        return found
    }

    /// Where the columns are; `nil` where the record does not name them.
    private static func header(_ record: CSVRecord) -> [Int]? {
        if record.fault != nil { return nil }
        let words = record.texts.map { $0.trimmed.lowercased() }
        let columns = names.compactMap { names in words.firstIndex(where: names.contains) }
        return columns.count == names.count ? columns : nil
    }
}

/// A row of a file of prices, as it is written.
package struct PriceRecord: Hashable, Sendable {
    /// The file that it is in, as `include` names it; empty for the one that was given.
    package let file: String
    /// The line on which it starts, from 1.
    package let line: Int
    /// The day.
    package let day: String
    /// What is priced.
    package let from: String
    /// The currency of the price.
    package let to: String
    /// The price.
    package let price: String
    /// Whether it has exactly the fields of a price, all of them readable.
    package let isWhole: Bool
}
