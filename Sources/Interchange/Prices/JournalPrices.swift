/// Prices among the lines of a journal: `P 2026-01-01 EUR 1.08 USD` of hledger and ledger-cli,
/// `2026-01-01 price EUR 1.08 USD` of beancount. All other lines are for whoever reads journals.
enum JournalPrices {
    /// The prices that a file has; none where it is no journal.
    ///
    /// - Complexity: O(bytes).
    static func records(
        of source: any ByteSource, _ form: TextForm
    ) throws(ImportError) -> [PriceRecord] {
        var reader = CSVReader(source, form, separator: .tab)
        var record = CSVRecord()
        var found: [PriceRecord] = []
        while try reader.next(into: &record) {
            guard record.fault == nil, let line = record.texts.first else { continue }
            if let price = price(in: line, at: record.line) { found.append(price) }
        }
        return found
    }

    /// The price that a line tells; `nil` where it tells none.
    static func price(in line: String, at number: Int) -> PriceRecord? {
        let text = line.prefix { $0 != ";" }
        var words = text.split(whereSeparator: \.isWhitespace).map(String.init)
        if words.first == "P" {
            words.removeFirst()
            // A moment of the day says no more than the day.
            if words.count > 3, words[1].contains(":") { words.remove(at: 1) }
        } else if words.count > 2, words[1] == "price" {
            words.remove(at: 1)
        } else {
            return nil
        }
        guard words.count > 2, words[0].first?.isNumber == true else { return nil }
        let (price, unit) = amount(words[2...])
        return PriceRecord(
            line: number, day: day(words[0]), from: plain(words[1]), to: plain(unit), price: price,
            isWhole: !price.isEmpty && !unit.isEmpty)
    }

    /// `1.08 USD`, `USD 1.08`, `$1.08`: the number, and what it is in.
    private static func amount(_ words: ArraySlice<String>) -> (price: String, unit: String) {
        let text = words.joined(separator: " ")
        let head = text.prefix { !$0.isNumber }
        let price = text.dropFirst(head.count).prefix { $0.isNumber || ".,".contains($0) }
        let tail = text.dropFirst(head.count + price.count)
        return (String(price), String(head).trimmed + String(tail).trimmed)
    }

    /// A day as it is written here.
    private static func day(_ text: String) -> String {
        let parts = text.split { $0 == "-" || $0 == "/" || $0 == "." }
        guard parts.count == 3 else { return text }
        return parts.map { $0.count == 1 ? "0\($0)" : String($0) }.joined(separator: "-")
    }

    /// A commodity without its quotes.
    private static func plain(_ text: String) -> String {
        text.count > 1 && text.hasPrefix("\"") && text.hasSuffix("\"")
            ? String(text.dropFirst().dropLast()) : text
    }
}
