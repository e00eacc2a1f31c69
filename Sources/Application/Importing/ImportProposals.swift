internal import Interchange
internal import Ledger

/// What to do with rows that restate lines of earlier imports, and with lines that are missing.
package enum ImportProposals: String, CaseIterable, Codable, Hashable, Sendable {
    /// They are listed and left as they are.
    case list
    /// Lines are amended as the rows say, and missing ones are voided.
    case accept
    /// The rows are taken for new, and missing lines are left as they are.
    case ignore
}

extension ChangedRows.Pair {
    /// What the row says differently from the line as it was imported.
    var changes: LineChanges {
        var changes = LineChanges()
        if row.facts.kind != line.facts.kind { changes.kind = row.facts.kind }
        if row.facts.kind == .transfer, isIncoming != line.facts.flags.contains(.incoming) {
            changes.isIncoming = isIncoming
        }
        if row.facts.amount != line.facts.amount { changes.amount = row.facts.amount }
        if row.facts.day != line.facts.day { changes.day = row.facts.day }
        if row.details.time != line.details.time {
            changes.time = row.details.time.map { .set($0) } ?? .clear
        }
        if row.details.externalID != line.details.externalID {
            changes.externalID = row.details.externalID.map { .set($0) } ?? .clear
        }
        if row.hasLabels, row.facts.category != line.facts.category {
            changes.category = row.facts.category.map { .set($0.text) } ?? .clear
        }
        // An import brings no text back that was erased.
        if isErased { return changes }
        if row.details.title != line.details.title {
            (changes.payee, changes.title) = (row.details.payee, row.details.description)
        }
        if row.details.note != line.details.note { changes.note = row.details.note }
        if row.hasLabels, row.details.tags != line.details.tags { changes.tags = row.details.tags }
        return changes
    }

    /// Whether the row says another status than the line has.
    var isMarked: Bool { row.hasLabels && row.status != line.status }

    /// Whether the row says anything differently.
    var hasChanges: Bool { isMarked || changes != LineChanges() }

    private var isIncoming: Bool { row.facts.flags.contains(.incoming) }

    /// The same as text: was and now.
    var proposal: ImportReceipt.Changed {
        var fields: [FieldChange] = []
        func compare(_ field: String, _ was: String?, _ now: String?) {
            if was != now { fields.append(FieldChange(field: field, was: was, now: now)) }
        }
        let (old, new) = (line, row)
        compare("kind", old.facts.word, new.facts.word)
        compare("amount", old.facts.amount.description, new.facts.amount.description)
        compare("day", old.facts.day.description, new.facts.day.description)
        compare("time", old.details.time?.description, new.details.time?.description)
        compare("externalId", old.details.externalID, new.details.externalID)
        if !isErased {
            compare("title", old.details.title, new.details.title)
            compare("note", old.details.note, new.details.note)
        }
        if row.hasLabels {
            func words(_ tags: [String]) -> String? {
                tags.isEmpty ? nil : tags.joined(separator: ", ")
            }
            compare("category", old.facts.category?.text, new.facts.category?.text)
            if !isErased { compare("tags", words(old.details.tags), words(new.details.tags)) }
            compare("status", old.status?.rawValue, new.status?.rawValue)
        }
        return ImportReceipt.Changed(
            line: row.line, id: line.id, day: row.facts.day, title: row.details.title,
            changes: fields)
    }
}

extension LineFacts {
    /// The kind and, of a transfer, its direction, in a word.
    fileprivate var word: String {
        switch kind {
        case .expense: "expense"
        case .income: "income"
        case .transfer: flags.contains(.incoming) ? "transfer-in" : "transfer-out"
        }
    }
}

extension ImportedLine {
    /// The line as the receipt shows it.
    var missing: ImportReceipt.Missing {
        ImportReceipt.Missing(
            id: id, day: facts.day, amount: facts.amount.description,
            currency: facts.amount.currency.code, title: details.title)
    }
}
