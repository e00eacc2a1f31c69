/// The rows of such a file, by the names of its columns.
struct AppTable {
    /// Bytes of a file, at most: any row may be the other side of a transfer, or a part of a split,
    /// so that all of them are in memory at once.
    static let bytesMax: UInt64 = 24 << 20
    /// Rows of a file, at most.
    static let rowsMax = 120_000

    let format: AppFormat
    /// The names of the columns, trimmed and in small letters.
    private let names: [String]
    /// The names of the columns, trimmed.
    let header: [String]
    /// The records behind the header that say something, in the order of the file.
    private(set) var records: [CSVRecord] = []

    /// Reads a file.
    ///
    /// - Returns: `nil` for a file of another kind.
    /// - Throws: ``ImportError/tooLarge(_:line:)`` for more than is held at once.
    init?(
        _ source: any ByteSource, _ options: CSVImportOptions
    ) throws(ImportError) {
        let form = try TextForm.found(in: source, given: options.encoding)
        let separators = options.separator.map { [$0] } ?? [.comma, .semicolon, .tab]
        var found: (separator: CSVSeparator, format: AppFormat)?
        for separator in separators where found == nil {
            let header = try AppTable.header(source, form, separator)
            found = header.flatMap { AppFormat(header: $0) }.map { (separator, $0) }
        }
        guard let found else { return nil }
        format = found.format
        if source.byteCount > AppTable.bytesMax { throw .tooLarge(.list, line: 1) }
        var reader = CSVReader(source, form, separator: found.separator)
        var (record, header) = (CSVRecord(), [String]?.none)
        while try reader.next(into: &record) {
            if record.isEmpty { continue }
            if header == nil {
                header = record.texts.map(\.trimmed)
            } else {
                if records.count == AppTable.rowsMax { throw .tooLarge(.list, line: record.line) }
                records.append(record)
            }
        }
        self.header = header ?? []
        names = self.header.map { $0.lowercased() }
    }

    /// The first record that says something; `nil` where none can be read.
    private static func header(
        _ source: any ByteSource, _ form: TextForm, _ separator: CSVSeparator
    ) throws(ImportError) -> [String]? {
        var reader = CSVReader(source, form, separator: separator)
        var record = CSVRecord()
        do throws(ImportError) {
            while try reader.next(into: &record) {
                if record.fault != nil { return nil }
                if !record.isEmpty { return record.texts }
            }
        } catch .unclosedQuote, .tooLarge {
            return nil
        } catch {
            throw error
        }
        return nil
    }

    /// The first column of a name, in small letters; `nil` for none.
    func column(_ name: String) -> Int? { names.firstIndex(of: name) }

    /// A cell without white space around it; empty where there is no such column.
    func text(_ record: CSVRecord, _ name: String) -> String {
        column(name).map { record[$0].trimmed } ?? ""
    }

    /// The bytes of a cell; empty where there is no such column.
    func cell(_ record: CSVRecord, _ name: String) -> Cell {
        column(name).map { record.bytes($0).trimmedCell } ?? []
    }

    /// Takes rows away that are none, and says how many.
    mutating func remove(where isNone: (CSVRecord) -> Bool) -> Int {
        let before = records.count
        records.removeAll(where: isNone)
        return before - records.count
    }
}
