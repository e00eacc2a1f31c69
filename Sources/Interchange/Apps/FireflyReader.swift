internal import Ledger

/// Reads the transactions of Firefly III: a row for each, with both of its accounts; the parts of a
/// split have one group.
struct FireflyReader {
    private let table: AppTable
    private let cells: AppCells

    init(_ table: AppTable, _ cells: AppCells) { (self.table, self.cells) = (table, cells) }

    /// Kinds of accounts that hold no money of one's own.
    private static let outside: Set<String> = [
        "initial balance account", "reconciliation account", "liability credit account",
        "expense account", "revenue account", "cash account",
    ]

    /// Columns that notes or tags keep.
    private static let kept = ["budget", "bill", "foreign_amount", "internal_reference"]

    func read(into reading: inout AppReading) {
        var groups: [String: Int] = [:]
        var isSplit: Set<Int> = []
        for record in table.records {
            let count = reading.entries.count
            reading.add(record) { () throws(AppRefusal) in
                try entry(record)?.marked(cells.status(record, "reconciled"))
            }
            guard reading.entries.count > count else { continue }
            for name in FireflyReader.kept { reading.keep(name, table.text(record, name)) }
            let group = table.text(record, "group_id")
            if group.isEmpty { continue }
            guard let first = groups[group],
                reading.entries[first].day == reading.entries[count].day,
                !reading.entries[first].rows.contains(where: { $0.kind == .transfer }),
                reading.entries[count].rows.allSatisfy({ $0.kind != .transfer })
            else {
                groups[group] = count
                continue
            }
            reading.entries[first].append(reading.entries.removeLast())
            if isSplit.insert(first).inserted { reading.splits += 1 }
        }
    }

    /// An account of a row.
    private struct Side {
        let name: String
        /// Whether it is one's own, or a debt.
        let isOwn: Bool
    }

    private func side(_ record: CSVRecord, _ which: String, isOwn: Bool) -> Side {
        let type = table.text(record, "\(which)_type").lowercased()
        return Side(
            name: table.text(record, "\(which)_name"),
            isOwn: type.isEmpty ? isOwn : !FireflyReader.outside.contains(type))
    }

    private func entry(_ record: CSVRecord) throws(AppRefusal) -> AppEntry? {
        let (day, time) = try cells.day(record)
        let type = table.text(record, "type").lowercased()
        let code = table.text(record, "currency_code")
        guard let signed = try cells.amount(record, "amount", code) else {
            throw AppRefusal("amount", .noAmount)
        }
        let amount = Money(minor: abs(signed.minor), currency: signed.currency)
        let source = side(record, "source", isOwn: type == "withdrawal" || type == "transfer")
        let target = side(record, "destination", isOwn: type != "withdrawal")
        let own = [
            JournalKey.time: time?.description ?? "",
            JournalKey.externalID: table.text(record, "journal_id"),
        ]
        var entry = AppEntry(line: record.line, day: day, rows: [])
        let description = table.text(record, "description")
        let category = AppRows.path(table.text(record, "category"))
        let note = try note(record)
        let tags = tags(record)
        switch (type, source.isOwn, target.isOwn) {
        case ("withdrawal", true, false), ("deposit", false, true):
            let isIncome = type == "deposit"
            let payee = isIncome ? source.name : target.name
            let isNamed =
                !payee.isEmpty && payee.lowercased() != "(no name)"
                && payee.lowercased() != "cash account"
            let notes = [isNamed && description != payee ? description : "", note]
            entry.rows = [
                try AppRows.line(
                    isIncome ? .income : .expense,
                    spent: isIncome
                        ? Money(minor: -amount.minor, currency: amount.currency) : amount,
                    category: category, account: isIncome ? target.name : source.name,
                    title: isNamed ? payee : description,
                    note: notes.filter { !$0.isEmpty }.joined(separator: "\n"), tags: tags,
                    own: own)
            ]
        case (_, true, true):
            let foreign = table.text(record, "foreign_currency_code")
            let came = foreign.isEmpty ? nil : try cells.amount(record, "foreign_amount", foreign)
            entry.rows = try AppRows.transfer(
                from: source.name, amount, into: target.name, came ?? amount, title: description,
                category: category, note: note, tags: tags, own: own)
        case ("opening balance", _, _), ("reconciliation", _, _), ("liability credit", _, _):
            let account = target.isOwn ? target.name : source.name
            let moved = target.isOwn ? amount.minor : -amount.minor
            entry.rows = [
                try AppRows.side(
                    moved: Money(minor: moved, currency: amount.currency), account: account,
                    title: description, note: note, tags: tags, own: own)
            ]
        default: throw AppRefusal("type", .unknownKind(table.text(record, "type")))
        }
        return entry
    }

    private func note(_ record: CSVRecord) throws(AppRefusal) -> String {
        var notes = [table.text(record, "notes")]
        let (foreign, code) = (
            table.text(record, "foreign_amount"), table.text(record, "foreign_currency_code")
        )
        if !foreign.isEmpty, !code.isEmpty { notes.append("\(foreign) \(code)") }
        let reference = table.text(record, "internal_reference")
        if !reference.isEmpty { notes.append("reference \(reference)") }
        return notes.filter { !$0.isEmpty }.joined(separator: "\n")
    }

    private func tags(_ record: CSVRecord) -> [String] {
        var tags = table.text(record, "tags").split(separator: ",").map { String($0).trimmed }
        for name in ["budget", "bill"] {
            let text = table.text(record, name)
            if !text.isEmpty { tags.append("\(name):\(text)") }
        }
        return tags.filter { !$0.isEmpty }
    }
}
