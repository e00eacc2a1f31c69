/// The first records of a file, cut with one of the separators.
struct CSVSample {
    struct Record {
        let line: Int
        let fields: [String]
        let fault: CSVFault?
    }

    /// Records that are looked at, at most; a header is among them.
    static let recordsMax = 256
    private static let textBytesMax = 1 << 18

    let separator: CSVSeparator
    /// The records that are not empty.
    private(set) var records: [Record] = []
    /// Why not all of them could be read.
    private(set) var error: ImportError?

    /// - Parameters:
    ///   - source: The file.
    ///   - form: How its bytes are text.
    ///   - separator: What separates fields.
    ///   - skippedLines: How many lines at the beginning are no part of it.
    init(
        _ source: any ByteSource, _ form: TextForm, separator: CSVSeparator, skippedLines: Int
    ) {
        self.separator = separator
        var reader = CSVReader(source, form, separator: separator, chunkBytes: 1 << 16)
        var record = CSVRecord()
        var textBytes = 0
        do throws(ImportError) {
            try reader.skipLines(skippedLines)
            while records.count < CSVSample.recordsMax, textBytes < CSVSample.textBytesMax,
                try reader.next(into: &record)
            {
                textBytes += record.text.count
                if record.isEmpty { continue }
                records.append(
                    Record(line: record.line, fields: record.texts, fault: record.fault))
            }
        } catch {
            self.error = error
        }
    }

    /// The width of the table: of all widths above 1 the one with the most fields; 1 for none.
    var width: Int { best { $0 * $1 } ?? 1 }

    /// How regular the records are: how many of them have the commonest width above 1, and that
    /// width.
    var regularity: (records: Int, width: Int) {
        guard let width = best(weighing: { records, _ in records }) else { return (0, 1) }
        return (widths[width] ?? 0, width)
    }

    /// The widest record.
    var widthMax: Int { records.map(\.fields.count).max() ?? 0 }

    /// How many sound records have a width above 1.
    private var widths: [Int: Int] {
        records.reduce(into: [:]) {
            if $1.fault == nil, $1.fields.count > 1 { $0[$1.fields.count, default: 0] += 1 }
        }
    }

    private func best(weighing weight: (_ records: Int, _ width: Int) -> Int) -> Int? {
        widths.max {
            (weight($0.value, $0.key), $0.key) < (weight($1.value, $1.key), $1.key)
        }?.key
    }

    /// The first record in which columns are called as the options or usage say.
    func namedHeader(_ options: CSVImportOptions) -> Int? {
        records.indices.first { index in
            let record = records[index]
            guard record.fault == nil, record.fields.count > 1 else { return false }
            do throws(ImportError) {
                _ = try CSVColumns(header: record.fields, options: options)
                return true
            } catch .repeatedColumn {
                return !record.looksLikeRow
            } catch .ambiguousColumn {
                return !record.looksLikeRow
            } catch {
                return false
            }
        }
    }

    /// The first record of the table's width; without a table, the first one.
    var firstOfTable: Int? {
        let width = width
        let found = records.indices.first { records[$0].fields.count == width }
        return found ?? records.indices.first
    }
}

extension CSVSample.Record {
    /// Whether one of its fields is a date or an amount, as none of a header is.
    var looksLikeRow: Bool { fields.contains(where: \.isFigure) }

    /// The columns that seem to hold the dates and the amounts, from 1, to propose.
    var likelyColumns: (date: Int, amount: Int)? {
        guard let date = fields.firstIndex(where: \.isLikeDate) else { return nil }
        let figures = fields.indices.filter {
            $0 != date && fields[$0].isFigure && !fields[$0].isLikeDate
        }
        let withDecimals = figures.first {
            let end = fields[$0].filter { $0.isNumber || $0 == "." || $0 == "," }.suffix(3)
            return end.first == "." || end.first == ","
        }
        guard let amount = withDecimals ?? figures.last else { return nil }
        return (date + 1, amount + 1)
    }
}

extension String {
    /// Whether it has digits, and nothing beside them but marks and signs.
    fileprivate var isFigure: Bool {
        let hasDigit = utf8.contains { (0x30...0x39).contains($0) }
        return hasDigit && unicodeScalars.allSatisfy { !$0.properties.isAlphabetic && $0 != "#" }
    }

    /// Whether it has three numbers with `-`, `/` or `.` between them, or is one of eight digits.
    fileprivate var isLikeDate: Bool {
        let day = trimmed.prefix { $0 != " " && $0 != "T" && $0 != "[" }
        let parts = day.split(omittingEmptySubsequences: false) { "-/.".contains($0) }
        guard parts.allSatisfy({ !$0.isEmpty && $0.allSatisfy(\.isNumber) }) else { return false }
        if parts.count == 1 {
            return (day.hasPrefix("19") || day.hasPrefix("20"))
                && (day.count == 8 || day.count == 14)
        }
        return parts.count == 3 && parts.allSatisfy { $0.count <= 4 }
    }
}
