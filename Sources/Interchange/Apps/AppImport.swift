package import Ledger

/// Takes the lists of other programs over: as this program's own list of lines, which is then
/// imported.
package struct AppImport: Sendable {
    /// What a file came to.
    package struct Note: Codable, Hashable, Sendable {
        /// The program that wrote it.
        package let format: AppFormat
        /// Rows of the file that say something.
        package let rows: Int
        /// Transfers of which both sides are known.
        package let transfers: Int
        /// Sides of transfers whose other side is not in the file.
        package let alone: Int
        /// Payments that are split over several lines.
        package let splits: Int
        /// What notes and tags keep, by its name in the file.
        package let kept: [String: Int]
        /// What is not taken over, by its name in the file.
        package let leftOut: [String: Int]
    }

    /// The list; empty where ``plan`` has its rows.
    package let list: [UInt8]
    /// How the list is read, with its rows; `nil` where it is to be examined.
    package let plan: CSVPlan?
    /// Rows that cannot be taken over, in the order of the file.
    package let refused: [RefusedRow]
    /// The persons that it names, in the order of the file.
    package let people: [String]
    /// What the file came to.
    package let note: Note
    /// The names of its columns.
    package let header: [String]

    /// Whether such a file is read with these options; with others it is any CSV.
    package static func takes(_ options: CSVImportOptions) -> Bool {
        var rest = options
        (rest.currency, rest.dateForm, rest.decimalMark) = (nil, nil, nil)
        (rest.separator, rest.encoding) = (nil, nil)
        return rest == CSVImportOptions()
    }

    /// Reads a file.
    ///
    /// - Parameters:
    ///   - source: The file.
    ///   - options: What the user says; as far as ``takes(_:)`` has it.
    ///   - base: The currency of amounts that name none.
    ///   - currency: What a code or symbol means.
    ///   - code: The currency that a code of the list stands for in the ledger; `nil` to write the
    ///     list in any case.
    /// - Returns: `nil` for a file of another kind.
    /// - Throws: ``ImportError`` where the columns can be read in several ways, or in none.
    /// - Complexity: O(bytes); the whole is in memory.
    package init?(
        _ source: any ByteSource, _ options: CSVImportOptions, base: Currency,
        currency: @escaping (String) -> CurrencyReading,
        code: (@Sendable (String) -> Currency?)? = nil
    ) throws(ImportError) {
        guard var table = try AppTable(source, options) else { return nil }
        var reading = AppReading()
        if table.format == .splitwise {
            reading.leaveOut("Total balance", table.remove { SplitwiseReader.isTotal($0) })
        }
        let columns = AppImport.amounts(table)
        let cells = try AppCells(table, amounts: columns, options, base: base, currency)
        switch table.format {
        case .ynab: YNABReader(table, cells).read(into: &reading)
        case .actual:
            var reader = ActualReader(table, cells)
            reader.read(into: &reading)
        case .firefly: FireflyReader(table, cells).read(into: &reading)
        case .splitwise: SplitwiseReader(table, cells).read(into: &reading)
        case .moneyManager: MoneyManagerReader(table, cells).read(into: &reading)
        }
        var transfers = AppTransfers()
        transfers.join(&reading.entries)
        var (list, refused) = reading.list(code.flatMap { ListRows(base: base, currency: $0) })
        if list.rows?.isWhole == false { (list, refused) = reading.list(nil) }
        for (line, why) in refused { reading.refuse(line, why) }
        (self.list, plan) = (list.bytes, list.rows?.plan)
        header = table.header
        self.refused = reading.refused.sorted { $0.line < $1.line }
        people = reading.people
        let moved = reading.entries.count { entry in entry.rows.contains(where: \.isCounterpart) }
        note = Note(
            format: table.format, rows: table.records.count, transfers: moved,
            alone: transfers.alone, splits: reading.splits, kept: reading.kept,
            leftOut: reading.leftOut)
    }

    /// The columns of amounts.
    private static func amounts(_ table: AppTable) -> [Int] {
        func columns(_ names: String...) -> [Int] { names.compactMap(table.column) }
        switch table.format {
        case .ynab: return columns("outflow", "inflow")
        case .actual: return columns("amount", "split_amount")
        case .firefly: return columns("amount", "foreign_amount")
        case .splitwise: return Array(3..<4) + Array(5..<max(5, table.header.count))
        case .moneyManager: return MoneyManagerReader.amount(table).map { [$0] } ?? []
        }
    }
}

/// What such a file comes to while it is read.
struct AppReading {
    var entries: [AppEntry] = []
    private(set) var refused: [RefusedRow] = []
    var people: [String] = []
    var splits = 0
    private(set) var kept: [String: Int] = [:]
    private(set) var leftOut: [String: Int] = [:]

    /// Takes what a row comes to, or why that is nothing.
    mutating func add(
        _ record: CSVRecord, _ entry: () throws(AppRefusal) -> AppEntry?
    ) {
        do throws(AppRefusal) {
            if let fault = record.fault {
                throw AppRefusal(nil, AppReading.reason(fault))
            }
            if let entry = try entry() { entries.append(entry) }
        } catch { refuse(record.line, error) }
    }

    /// The lines of all entries, and what is refused of them.
    ///
    /// - Parameter rows: Takes the lines as rows; `nil` to write them.
    func list(_ rows: ListRows?) -> (list: JournalList, refused: [(Int, AppRefusal)]) {
        var (list, refused) = (JournalList(rows: rows), [(Int, AppRefusal)]())
        for entry in entries {
            do throws(JournalLineFailure) {
                try list.add(entry.rows, of: JournalRecord(line: entry.line, day: entry.day))
            } catch {
                let bytes = entry.rows.map { JournalList.bytes($0) }.max() ?? 0
                refused.append(
                    (error.line, AppRefusal(nil, .textTooLong(bytes: bytes, bytesMax: 60_000))))
            }
        }
        return (list, refused)
    }

    private static func reason(_ fault: CSVFault) -> RefusalReason {
        switch fault {
        case .undecodable: .undecodable
        case .textAfterQuote: .textAfterQuote
        }
    }

    mutating func refuse(_ line: Int, _ why: AppRefusal) {
        refused.append(RefusedRow(line: line, column: why.column, reason: why.reason))
    }

    /// Counts what notes and tags keep.
    mutating func keep(_ name: String, _ text: String) {
        if !text.isEmpty { kept[name, default: 0] += 1 }
    }

    /// Counts what is not taken over.
    mutating func leaveOut(_ name: String, _ count: Int = 1) {
        if count > 0 { leftOut[name, default: 0] += count }
    }
}
