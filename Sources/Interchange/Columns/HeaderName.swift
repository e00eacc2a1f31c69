internal import Ledger

/// The name of a column, to be compared with usual ones.
struct HeaderName {
    /// In small letters, with spaces instead of underscores, and without a currency at the end.
    let usual: String
    /// The same without any parentheses at the end.
    let plain: String
    /// The currency at the end; `nil` for none.
    let unit: HeaderUnit?

    init(_ name: String) {
        var text = String(name.map { $0 == "_" ? " " : $0 }).collapsed
        if text.hasSuffix(":") { text = String(text.dropLast()).trimmed }
        let folded = text.lowercased()
        for (opening, closing) in [("(", ")"), ("[", "]")] as [(Character, Character)]
        where text.last == closing {
            guard let open = text.lastIndex(of: opening), open > text.startIndex else { continue }
            // `Amount (EUR)`, `Amount (in $)`, `Amount (total)`
            let inner = String(text[text.index(after: open)...].dropLast()).trimmed
            plain = String(text[..<open]).trimmed.lowercased()
            unit = HeaderUnit(
                inner.lowercased().hasPrefix("in ") ? String(inner.dropFirst(3)) : inner)
            usual = unit == nil ? folded : plain
            return
        }
        // `Amount EUR`, `Amount in EUR`
        var words = text.split(separator: " ")
        if words.count > 1, let last = words.popLast(), CurrencySymbol.isUnit(last),
            !CurrencySymbol.isEnglish(last), let unit = HeaderUnit(String(last))
        {
            if words.count > 1, ["in", "en"].contains(words.last?.lowercased()) {
                words.removeLast()
            }
            self.unit = unit
            plain = words.joined(separator: " ").lowercased()
            usual = plain
            return
        }
        (usual, plain, unit) = (folded, folded, nil)
    }
}

/// A currency in the names of columns.
struct HeaderUnit: Hashable {
    /// As it is written, or as they are.
    let text: String
    /// The codes of ISO 4217 that it can stand for, the likeliest first; at least one.
    let codes: [String]
    /// Whether one currency is meant, so that the ledger's is believed.
    private let isOne: Bool
    /// The column, to show.
    private let column: String

    /// `nil` for what stands for no currency.
    init?(_ text: String, column: String = "") {
        codes = CurrencySymbol.codes(of: text.trimmed).filter { Currency.iso($0) != nil }
        if codes.isEmpty { return nil }
        (self.text, isOne, self.column) = (text.trimmed, true, column)
    }

    /// What the names of columns say together; `nil` if none says a currency.
    init?(of columns: [CSVColumns.Column?]) {
        let units = columns.compactMap { column in
            column.flatMap { column in
                HeaderName(column.name).unit.map { (unit: $0, name: column.name) }
            }
        }
        guard let first = units.first else { return nil }
        let shared = first.unit.codes.filter { code in
            units.allSatisfy { $0.unit.codes.contains(code) }
        }
        isOne = !shared.isEmpty
        codes = isOne ? shared : units.flatMap(\.unit.codes)
        text = isOne ? first.unit.text : units.map(\.unit.text).joined(separator: ", ")
        column = isOne ? first.name : units.map(\.name).joined(separator: ", ")
    }

    /// The only currency that it can stand for; `nil` for several.
    var code: String? { codes.count == 1 ? codes[0] : nil }

    /// The currency that is meant in a ledger.
    ///
    /// - Throws: ``ImportError/ambiguousCurrency(_:codes:sample:)``.
    func code(base: Currency, headerLine: Int) throws(ImportError) -> String {
        if let code { return code }
        if isOne, codes.contains(base.code) { return base.code }
        throw .ambiguousCurrency(
            text, codes: Array(codes.prefix(4)),
            sample: CellSample(line: headerLine, text: column))
    }
}
