/// Prices among the lines of a journal: `P 2026-01-01 EUR 1.08 USD` of hledger and ledger-cli,
/// `2026-01-01 price EUR 1.08 USD` of beancount. All other lines are for whoever reads journals.
struct JournalPrices {
    private let files: JournalParser.Files
    private let matching: JournalParser.Matching
    private var found: [PriceRecord] = []
    private var faults: [JournalFault] = []
    private var open: [String] = []
    private var filesRead = 0

    private init(
        _ files: @escaping JournalParser.Files, _ matching: @escaping JournalParser.Matching
    ) { (self.files, self.matching) = (files, matching) }

    /// The prices that a file and those that it includes have; none where it is no journal.
    ///
    /// - Parameters:
    ///   - files: As journals are read.
    ///   - matching: The same.
    /// - Throws: What stops reading, and ``ImportError/badJournal(_:count:)`` with every file that
    ///   cannot be included.
    /// - Complexity: O(bytes).
    static func records(
        of source: any ByteSource, _ form: TextForm, _ files: @escaping JournalParser.Files,
        _ matching: @escaping JournalParser.Matching
    ) throws(ImportError) -> [PriceRecord] {
        var reading = JournalPrices(files, matching)
        try reading.read(source, form, file: "")
        if !reading.faults.isEmpty {
            throw .badJournal(reading.faults, count: reading.faults.count)
        }
        return reading.found
    }

    private mutating func read(
        _ source: any ByteSource, _ form: TextForm, file: String
    ) throws(ImportError) {
        open.append(file)
        filesRead += 1
        var reader = CSVReader(source, form, separator: .tab)
        var record = CSVRecord()
        var isComment = false
        while try reader.next(into: &record) {
            guard record.fault == nil, let line = record.texts.first else { continue }
            let plain = line.trimmed
            if plain == "comment" || isComment {
                isComment = plain != "end comment"
            } else if let path = JournalPrices.include(in: line) {
                include(path, in: file, at: record.line)
            } else if let price = JournalPrices.price(in: line, at: record.line, of: file) {
                found.append(price)
            }
        }
        open.removeLast()
    }

    /// The path of `include rates.journal` and `include "rates.beancount"`; `nil` in other lines.
    private static func include(in line: String) -> Substring? {
        let words = line.split(maxSplits: 1, whereSeparator: \.isWhitespace)
        guard words.count == 2, words[0] == "include", line.first == "i",
            !words[1].contains(where: { ",;".contains($0) })
        else { return nil }
        var path = words[1].trimming
        if path.count > 1, path.first == "\"", path.last == "\"" {
            path = path.dropFirst().dropLast()
        }
        return path.hasPrefix("journal:") ? path.dropFirst("journal:".count).trimming : path
    }

    private mutating func include(_ path: Substring, in file: String, at line: Int) {
        let names: [String]
        do throws(JournalInclude) {
            names = try JournalParser.included(path, in: file, matching)
        } catch {
            return faults.append(
                JournalFault(file: file, line: line, .badInclude(String(path), error.why)))
        }
        for name in names {
            do throws(JournalInclude) {
                let bytes = try JournalParser.file(name, open, read: filesRead, files)
                try include(bytes, name)
            } catch {
                let path = names.count == 1 ? String(path) : name
                faults.append(JournalFault(file: file, line: line, .badInclude(path, error.why)))
            }
        }
    }

    private mutating func include(_ bytes: [UInt8], _ name: String) throws(JournalInclude) {
        let source = MemoryBytes(bytes)
        do throws(ImportError) {
            try read(source, try TextForm.found(in: source, given: nil), file: name)
        } catch .empty { return } catch { throw JournalInclude(.unreadable) }
    }

    /// The price that a line tells; `nil` where it tells none.
    static func price(
        in line: String, at number: Int, of file: String = ""
    ) -> PriceRecord? {
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
            file: file, line: number, day: day(words[0]), from: plain(words[1]), to: plain(unit),
            price: price,
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
