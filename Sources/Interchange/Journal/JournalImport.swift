package import Ledger

/// Takes journals of hledger over: as this program's own list of lines, which is then imported.
package struct JournalImport: Sendable {
    /// What a journal came to.
    package struct Note: Codable, Hashable, Sendable {
        /// Transactions.
        package let transactions: Int
        /// Lines of the ledger that they come to.
        package let lines: Int
        /// Files, with those that are included.
        package let files: Int
        /// Balances that were checked; all of them agree.
        package let assertions: Int
        /// Market prices, which are not taken over.
        package let prices: Int
        /// Periodic transactions, which are not taken over.
        package let periodic: Int
        /// Rules for postings that are added, which are not taken over.
        package let automatic: Int
        /// Opening balances that the ledger has itself.
        package let openings: Int
    }

    /// The list.
    package let list: [UInt8]
    /// What it was made of.
    package let note: Note

    /// Lines that are looked at to find out what a file is, at most.
    private static let linesMax = 20_000

    /// Words with which a journal may begin before its first transaction.
    private static let words: Set<String> = [
        "account", "alias", "apply", "comment", "commodity", "decimal-mark", "include", "payee",
        "tag", "year", "P", "D", "Y", "N", "~", "=",
    ]

    /// Whether a file is a journal: it begins with a transaction or a directive, and has a line
    /// that begins with a date and one below that is indented, or includes another file.
    package static func isJournal(
        _ source: any ByteSource, given: TextEncoding?
    ) throws(ImportError) -> Bool {
        let form = try TextForm.found(in: source, given: given)
        var lines = TextLines(source, form)
        var (isFirst, isTransaction, count) = (true, false, 0)
        while count < linesMax, let line = try lines.next() {
            count += 1
            let text = String(decoding: line.bytes.prefix(400), as: UTF8.self)
            guard let first = text.first(where: { !$0.isWhitespace }) else { continue }
            if text.first?.isWhitespace == true {
                if isTransaction, first != ";", first.isLetter || "([!*".contains(first) {
                    return true
                }
                continue
            }
            isTransaction = false
            if isFirst, first == ";" || first == "#" || first == "*" { continue }
            let words = text.split(maxSplits: 1, whereSeparator: \.isWhitespace)
            let word = String(words.first ?? "")
            if isFirst, !isDate(word), !Self.words.contains(word) { return false }
            if isFirst, word == "include", !text.contains(where: { ",;\t".contains($0) }) {
                return true
            }
            isFirst = false
            isTransaction = isDate(word)
            if isTransaction, words.count == 2, beancountWords.contains(where: words[1].hasPrefix) {
                return false
            }
        }
        return false
    }

    private static let beancountWords = [
        "open ", "commodity ", "txn ", "* \"", "! \"", "balance ", "pad ", "price ", "custom ",
    ]

    private static func isDate(_ word: String) -> Bool {
        let day = word.prefix { $0 != "=" }
        let parts = day.split(omittingEmptySubsequences: false) { "-/.".contains($0) }
        return (2...3).contains(parts.count)
            && parts.allSatisfy { (1...4).contains($0.count) && $0.allSatisfy(\.isNumber) }
    }

    /// Reads a journal.
    ///
    /// - Parameters:
    ///   - source: The file.
    ///   - encoding: How its bytes are text, where that was said.
    ///   - year: That of dates that name none, until the journal says another.
    ///   - base: The currency of amounts that name none.
    ///   - currency: What a code or symbol means.
    ///   - hasOpening: Whether the account with an id has a name in the ledger, and an opening
    ///     balance that a journal of its own only repeats.
    ///   - files: The bytes of a file that is included, by its path below the first one's folder.
    /// - Throws: ``ImportError/badJournal(_:count:)`` with everything that cannot be taken over.
    /// - Complexity: O(bytes); the whole is in memory.
    package init(
        _ source: any ByteSource, encoding: TextEncoding?, year: Int, base: Currency,
        currency: @escaping (String) -> CurrencyReading,
        hasOpening: (UInt64, String) -> Bool,
        files: @escaping (String) -> Result<[UInt8], JournalInclude>
    ) throws(ImportError) {
        var parser = JournalParser(year: year, commodity: base.code) { name in
            files(name).flatMap { bytes in
                do throws(ImportError) {
                    return .success(try JournalImport.text(MemoryBytes(bytes), encoding))
                } catch { return .failure(JournalInclude(.unreadable)) }
            }
        }
        parser.read(try JournalImport.text(source, encoding))
        var (faults, count) = (parser.faults, parser.faultCount)
        var (balancer, list) = (JournalBalancer(), JournalList())
        var skipped = parser.skipped
        var mapping = JournalMapping(
            parser.accounts, isOwn: parser.isOwn, base: base, currency: currency)
        let records = parser.records.enumerated().sorted {
            ($0.element.day, $0.offset) < ($1.element.day, $1.offset)
        }
        for (_, record) in records {
            var record = record
            do throws(JournalLineFailure) {
                try balancer.complete(&record)
                let id = record.remarks.own(JournalKey.opening).flatMap { UInt64($0) }
                if let id, let account = record.postings.first?.account,
                    let name = mapping.ledgerAccount(account), hasOpening(id, name)
                {
                    skipped.openings += 1
                    continue
                }
                try list.add(mapping.rows(of: record), of: record)
            } catch {
                // What is missing above may be why a balance differs.
                if case .badBalance = error.reason, count > 0 { continue }
                count += 1
                guard faults.count < JournalParser.faultsMax else { continue }
                faults.append(JournalFault(file: record.file, line: error.line, error.reason))
            }
        }
        if count > 0 {
            faults.sort { ($0.file, $0.line) < ($1.file, $1.line) }
            throw .badJournal(faults, count: count)
        }
        self.list = list.bytes
        note = Note(
            transactions: records.count, lines: list.count, files: parser.filesRead,
            assertions: balancer.assertions, prices: skipped.prices, periodic: skipped.periodic,
            automatic: skipped.automatic, openings: skipped.openings)
    }

    /// A whole file as UTF-8.
    private static func text(
        _ source: any ByteSource, _ encoding: TextEncoding?
    ) throws(ImportError) -> [UInt8] {
        let form = try TextForm.found(in: source, given: encoding)
        var reader = TextReader(source, form)
        var text: [UInt8] = []
        while try reader.append(to: &text) {}
        return text
    }
}
