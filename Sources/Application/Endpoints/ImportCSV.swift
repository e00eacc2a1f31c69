internal import EventLog
package import Interchange
package import Ledger

/// The bytes of a file; in JSON a string in base64.
package struct FileBytes: Hashable, Sendable {
    /// The bytes.
    package var bytes: [UInt8]

    /// Some bytes.
    package init(_ bytes: [UInt8]) { self.bytes = bytes }
}

/// Imports a CSV file: all of it or nothing, and only what is new.
package enum ImportCSV: Endpoint {
    /// A file and what is known of it.
    package struct Input: Codable, Hashable, Sendable {
        /// The file.
        package var file: FileBytes
        /// Its name, for the receipt.
        package var fileName: String?
        /// Which column means what; what is left out is found out from the file.
        package var options: CSVImportOptions?
        /// The same key with the same content writes once.
        package var key: String?

        /// A request.
        package init(
            file: FileBytes, fileName: String? = nil, options: CSVImportOptions? = nil,
            key: String? = nil
        ) {
            self.file = file
            self.fileName = fileName
            self.options = options
            self.key = key
        }
    }

    /// The receipt and how the file was understood; in JSON one object, the latter in `understood`.
    /// When the receipt refuses a row, nothing was written.
    package struct Output: Hashable, Sendable {
        /// What was done.
        package let receipt: ImportReceipt
        /// How the file was understood.
        package let understood: Understood
    }

    /// How a file was understood.
    package struct Understood: Codable, Hashable, Sendable {
        /// What stands between fields: `,`, `;` or a tab.
        package let separator: String
        /// The form of the dates, such as `DD-MM-YYYY`; `nil` without any row.
        package let dates: String?
        /// Before the decimals of amounts: `.` or `,`; `nil` when no amount has any.
        package let decimalMark: String?
        /// The name of the column, or the constant behind `=`, of each role that has one.
        package let columns: [String: [String]]
        /// The columns that were not imported.
        package let unused: [String]
        /// Rows without anything in them, which were left out.
        package let emptyRows: Int
        /// Rows in which a `:` inside a category's cell made a sub-level.
        package let splitCategoryRows: Int
    }

    package static let path = "import/csv"
    package static let summary = "import a CSV file; a second time adds nothing"
    package static let needs: Set<Permission> = [.create]

    package static func run(
        _ input: Input, in env: Environment
    ) throws(ApplicationError) -> Output {
        let recorder = try env.recorder()
        let name = input.fileName ?? ""
        var file: (parsed: ParsedImport, new: [ImportRow])?
        let recorded = try recorder.record(key: input.key) { books, env throws(ApplicationError) in
            let parsed: ParsedImport
            if let known = file?.parsed { parsed = known } else { parsed = try parse(input, books) }
            let new = try books.newRows(of: parsed)
            file = (parsed, new)
            if !parsed.refused.isEmpty || new.isEmpty { return nil }
            let counts = [
                "read": parsed.rows.count, "new": new.count,
                "known": parsed.rows.count - new.count,
            ]
            return try books.decision(
                .importLines(
                    ImportDraft(
                        origin: origin, fileName: name, counts: counts.mapValues { Int64($0) },
                        lines: new.map(\.line))))
        }
        guard let (parsed, new) = file else { throw .decision(.nothingGiven) }
        let head = try lift { () throws(StoreError) in try recorder.store.head() }
        let receipt = ImportReceipt(
            file: name, read: parsed.rows.count + parsed.refused.count,
            known: parsed.rows.count - new.count, refused: parsed.refused.map(\.refusal),
            lines: new.map(\.line), id: recorded?.appended.positions.lowerBound,
            position: recorded.map { $0.appended.positions.upperBound - 1 } ?? head.count - 1,
            root: recorded?.appended.root.hex ?? head.root.hex,
            notes: recorded?.decision.notes ?? [])
        return Output(receipt: receipt, understood: Understood(parsed))
    }

    /// What batches of imported lines say that they come from.
    static let origin = "import"

    private static func parse(
        _ input: Input, _ books: Books
    ) throws(ApplicationError) -> ParsedImport {
        guard let settings = books.chart.settings else { throw .report(.notOpened) }
        let chart = books.chart
        do throws(ImportError) {
            return try CSVImport.parse(
                input.file.bytes, input.options ?? CSVImportOptions(),
                baseCurrency: settings.baseCurrency,
                currency: { chart.currency(code: $0) ?? chart.currency(code: $0.uppercased()) })
        } catch {
            throw .csv(error)
        }
    }
}

extension Books {
    /// The rows that the ledger does not have. Equal rows within one file are all real; over
    /// several files the largest number of them counts.
    fileprivate func newRows(of parsed: ParsedImport) throws(ApplicationError) -> [ImportRow] {
        var known = try importedRows(like: parsed)
        return parsed.rows.filter { row in
            let fingerprint = RowFingerprint(
                facts: row.facts, details: row.details, account: row.accountName)
            guard let count = known[fingerprint], count > 0 else { return true }
            known[fingerprint] = count - 1
            return false
        }
    }

    /// How many imported lines have a fingerprint, as they were when they were imported; voided
    /// ones count, for they are known. Only days that the file has are looked at.
    fileprivate func importedRows(
        like parsed: ParsedImport
    ) throws(ApplicationError) -> [RowFingerprint: Int] {
        guard let first = parsed.rows.map(\.facts.day).min(),
            let last = parsed.rows.map(\.facts.day).max()
        else { return [:] }
        return try lift { () throws(StoreError) in
            try importedRows(on: DayRange(start: first, end: last.adding(days: 1)))
        }
    }

    private func importedRows(
        on days: DayRange
    ) throws(StoreError) -> [RowFingerprint: Int] {
        var known: [RowFingerprint: Int] = [:]
        var batches: Set<UInt64> = []
        try store.read(0..<count, .all) { batch throws(StoreError) in
            guard batch.commits.contains(where: { $0.header.batch != nil }) else { return .next }
            var events: [RecordedEvent] = []
            try batch.appendEvents(to: &events)
            for recorded in events {
                switch recorded.event {
                case .batchStarted(let started) where started.origin == ImportCSV.origin:
                    batches.insert(recorded.position)
                case .lineAdded(let line):
                    guard let id = recorded.commit.batch, batches.contains(id),
                        days.contains(line.facts.day)
                    else { continue }
                    let account = line.facts.account?.position.flatMap(chart.account(at:))
                    let fingerprint = RowFingerprint(
                        facts: line.facts, details: line.details, account: account?.facts.name)
                    known[fingerprint, default: 0] += 1
                default: break
                }
            }
            return .next
        }
        return known
    }
}

extension ImportRow {
    /// The row as a line to record.
    fileprivate var line: NewLine {
        NewLine(
            kind: facts.kind, amount: facts.amount, day: facts.day, category: facts.category?.text,
            account: accountName, isIncoming: facts.flags.contains(.incoming), details: details)
    }
}

extension RowFingerprint {
    /// The fingerprint of a line of an account: its name may be spelled in any case.
    fileprivate init(facts: LineFacts, details: LineDetails, account: String?) {
        self.init(facts: facts, details: details, accountName: account?.lowercased())
    }
}
