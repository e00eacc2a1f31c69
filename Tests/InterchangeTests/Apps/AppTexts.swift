import Interchange
import Ledger
import Testing

/// Reads lists of other programs from texts.
enum AppTexts {
    static func app(
        _ text: String, _ options: CSVImportOptions = CSVImportOptions(),
        code: (@Sendable (String) -> Currency?)? = nil
    ) throws(ImportError) -> AppImport? {
        guard let euro = Currency.iso("EUR") else { throw .empty }
        return try AppImport(
            MemoryBytes(Array(text.utf8)), options, base: euro,
            currency: { text in
                let codes = CurrencySymbol.codes(of: text)
                if codes.count > 1, !codes.contains("EUR") { return .several(codes) }
                let known = codes.contains("EUR") ? "EUR" : codes.first
                return known.flatMap { Currency.iso($0) }.map { .one($0) }
                    ?? .unknown(suggestions: [])
            }, code: code)
    }

    /// The lines that a list comes to as words; those of one entry have its number in front.
    static func lines(
        _ text: String, _ options: CSVImportOptions = CSVImportOptions()
    ) throws -> [String] {
        let app = try #require(try app(text, options))
        let euro = try #require(Currency.iso("EUR"))
        let parsed = try CSVImport.parse(app.list, CSVImportOptions(), baseCurrency: euro) {
            Currency.iso($0)
        }
        #expect(parsed.refused.isEmpty)
        // Rows that are made without a list are those that it is read as.
        let ready = try #require(try self.app(text, options, code: { Currency.iso($0) }))
        let plan = try #require(ready.plan)
        var rows: [ImportRow] = []
        try CSVImport.rows(MemoryBytes(ready.list), plan) { row in
            if case .row(let row) = row { rows.append(row) }
            return true
        }
        #expect(rows == parsed.rows && ready.list.isEmpty)
        var entries: [UInt64] = []
        let lines = parsed.rows.map { row -> String in
            let (facts, details) = (row.facts, row.details)
            var words: [String] = []
            if let first = row.own?.entry.min() {
                if !entries.contains(first) { entries.append(first) }
                words.append("\((entries.firstIndex(of: first) ?? 0) + 1):")
            }
            words += ["\(facts.day)", "\(facts.kind)"]
            if facts.kind == .transfer {
                words.append(facts.flags.contains(.incoming) ? "into" : "from")
            }
            words += ["\(facts.amount)", facts.amount.currency.code]
            words += [row.accountName ?? "-", facts.category?.text ?? "-", details.title]
            if !details.note.isEmpty {
                words.append("| " + details.note.replacing("\n", with: "; "))
            }
            words += details.tags.map { "#" + $0 }
            if let status = row.own?.status { words.append(status.mark) }
            if let time = details.time { words.append("at \(time)") }
            if let own = row.own, !own.payer.isEmpty {
                words.append("\(own.payer) for")
                words += own.shares.map { "\($0.name)=\($0.minor)" }
            }
            return words.joined(separator: " ")
        }
        return lines
    }

    /// What is refused: lines and reasons.
    static func refused(_ text: String) throws -> [String] {
        try #require(try app(text)).refused.map { "\($0.line) \($0.reason)" }
    }
}
