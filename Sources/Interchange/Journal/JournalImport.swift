package import Ledger

/// Takes journals of hledger and beancount over: as this program's own list of lines, which is then
/// imported.
package struct JournalImport {
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
        /// Market prices that are not taken over.
        package private(set) var prices: Int
        /// Market prices that are taken over, or were before; `nil` for none.
        package private(set) var pricesTaken: Int?
        /// Budgets that come of periodic transactions, or came before; `nil` for none.
        package private(set) var budgets: Int?
        /// The last day of all of these, where that is over; else `nil`.
        package private(set) var budgetsUntil: String?
        /// Periodic transactions, those that are no budgets and are not taken over.
        package private(set) var periodic: Int
        /// The first of these, and of those of which some budgets are not taken over; `nil` for
        /// none.
        package private(set) var periodicLeft: [JournalRule.Left]?
        /// Budgets that are not taken over, of all rules of which others are; `nil` for none.
        package private(set) var budgetsLeft: Int?
        /// Rules for postings that are added, which are not taken over.
        package let automatic: Int
        /// Opening balances that the ledger has itself.
        package let openings: Int
        /// Opening balances with which new accounts begin; `nil` for none.
        package let openingsTaken: Int?
        /// Events, documents, notes, plugins and such, which are not taken over; `nil` for none.
        package let others: Int?

        /// Periodic transactions that are told, at most.
        private static let leftMax = 20

        /// The same where so many budgets are taken over, and some rules are none.
        package func with(budgets count: Int, until: Day?, left: [JournalRule.Left]) -> Note {
            var note = self
            note.budgetsUntil = until?.description
            note.budgets = count > 0 ? count : nil
            note.periodic = left.count { $0.budgets == nil }
            let some = left.reduce(0) { $0 + ($1.budgets?.count ?? 0) }
            note.budgetsLeft = some > 0 ? some : nil
            note.periodicLeft = left.isEmpty ? nil : Array(left.prefix(Note.leftMax))
            return note
        }

        /// The same where so many prices are taken over.
        package func with(prices count: Int) -> Note {
            if count == 0 { return self }
            var note = self
            (note.prices, note.pricesTaken) = (max(0, prices - count), count)
            return note
        }
    }

    /// What a journal that this program wrote says is in an account at the start of a day.
    package struct Opening: Hashable, Sendable {
        /// What becomes of it.
        package enum Use: Hashable, Sendable {
            /// The ledger has it.
            case known
            /// The account is new, and begins with it.
            case begins
            /// It comes from outside of the ledger.
            case transfer
        }

        /// The id of the account in the ledger that wrote it.
        package let id: UInt64
        /// The name of the account.
        package let account: String
        /// What is in it, with what the journal has of the days before.
        package let amount: Money
        /// What the journal puts into it on that day for this.
        package let posted: Money
        /// The day.
        package let day: Day
    }

    /// How many events the ledger had that wrote it, and the root over them; `nil` where it does
    /// not say so.
    package let log: (events: UInt64, root: String)?
    /// The list; empty where ``plan`` has its rows.
    package let list: any ByteSource
    /// How the list is read, with its rows; `nil` where it is to be examined.
    package let plan: CSVPlan?
    /// What new accounts begin with, by their ids in the ledger that wrote it.
    package let openings: [Opening]
    /// The names of the accounts in which one owes.
    package let liabilities: Set<String>
    /// The market prices of it and of the files that it includes.
    package let prices: ToldPrices
    /// What its periodic transactions say is to be spent.
    package let budgets: JournalBudgets
    /// What it was made of.
    package let note: Note

    /// Lines that are looked at to find out what a file is, at most.
    private static let linesMax = 20_000

    /// Words with which a journal may begin before its first transaction.
    private static let words: Set<String> = [
        "account", "alias", "apply", "comment", "commodity", "decimal-mark", "include", "payee",
        "tag", "year", "P", "D", "Y", "N", "~", "=",
    ]

    /// The language of a file that is a journal: it begins with a transaction or a directive, and
    /// has a line that begins with a date and one below that is indented, or includes another file.
    /// One that says nothing else is one by its name, or by a transaction in the midst of it, so
    /// that what is wrong with it is told by its lines. `nil` for other files.
    ///
    /// - Parameter name: The name of the file, where it has one.
    package static func form(
        of source: any ByteSource, given: TextEncoding?, name: String = ""
    ) throws(ImportError) -> JournalForm? {
        let form = try TextForm.found(in: source, given: given)
        if let sound = try found(in: source, form) { return sound }
        switch try FileFormat(source, form) {
        case nil: return JournalForm(fileName: name)
        case .other(.journal): return JournalForm(fileName: name) ?? .hledger
        default: return nil
        }
    }

    /// How many events the ledger had that wrote a journal, and the root over them; `nil` where
    /// the journal does not say so.
    package static func log(
        of source: any ByteSource, given: TextEncoding?
    ) throws(ImportError) -> (events: UInt64, root: String)? {
        try log(of: source, TextForm.found(in: source, given: given))
    }

    private static func log(
        of source: any ByteSource, _ form: TextForm
    ) throws(ImportError) -> (events: UInt64, root: String)? {
        var lines = TextLines(source, form)
        guard let line = try lines.next() else { return nil }
        let words = String(decoding: line.bytes, as: UTF8.self).split(separator: " ")
        // `; ledger export hledger: 12 events, root 9f86…`
        guard words.count == 8, words[5] == "events,", words[6] == "root",
            let events = UInt64(words[4])
        else { return nil }
        return (events, String(words[7]))
    }

    private static func found(
        in source: any ByteSource, _ form: TextForm
    ) throws(ImportError) -> JournalForm? {
        var lines = TextLines(source, form)
        var (isFirst, isTransaction, count) = (true, false, 0)
        while count < linesMax, let line = try lines.next() {
            count += 1
            let text = String(decoding: line.bytes.prefix(400), as: UTF8.self)
            // What this program wrote may have nothing in it.
            if count == 1 {
                for form in JournalForm.allCases
                where text.hasPrefix("; ledger export \(form.rawValue): ") {
                    return form
                }
            }
            guard let first = text.first(where: { !$0.isWhitespace }) else { continue }
            if text.first?.isWhitespace == true {
                if isTransaction, first != ";", first.isLetter || "([!*".contains(first) {
                    return .hledger
                }
                continue
            }
            isTransaction = false
            if isFirst, first == ";" || first == "#" || first == "*" { continue }
            let words = text.split(maxSplits: 3, whereSeparator: \.isWhitespace)
            if isBeancount(words) { return .beancount }
            // Prices may be all there is.
            if words.first == "P", words.count > 3, isDate(String(words[1])) { return .hledger }
            let word = String(words.first ?? "")
            if isFirst, !isDate(word), !Self.words.contains(word) { return nil }
            if isFirst, word == "include", !text.contains(where: { ",;\t".contains($0) }) {
                return .hledger
            }
            isFirst = false
            isTransaction = isDate(word)
        }
        return nil
    }

    /// Whether a line can only be one of beancount.
    private static func isBeancount(_ words: [Substring]) -> Bool {
        guard words.count > 1 else { return false }
        if ["option", "plugin", "include"].contains(words[0]) { return words[1].first == "\"" }
        if words[0] == "pushtag" { return words[1].first == "#" }
        guard isDate(String(words[0])), words.count > 2 else { return false }
        switch words[1] {
        case "open", "close", "balance", "pad", "note", "document":
            return words[2].first?.isUppercase == true && words[2].contains(":")
        case "commodity", "price": return words[2].allSatisfy { $0.isUppercase || !$0.isLetter }
        case "*", "!", "txn", "event", "query", "custom": return words[2].first == "\""
        default: return false
        }
    }

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
    ///   - form: Its language.
    ///   - encoding: How its bytes are text, where that was said.
    ///   - year: That of dates that name none, until the journal says another.
    ///   - base: The currency of amounts that name none.
    ///   - currency: What a code or symbol means.
    ///   - code: The currency that a code of the list stands for in the ledger; `nil` to write the
    ///     list in any case.
    ///   - opening: What becomes of the opening balances of a journal that this program wrote.
    ///   - spool: Takes a list that is too long for memory.
    ///   - heldMax: Bytes of transactions that are held in memory, at most; of a longer journal
    ///     they are read again.
    ///   - files: A file that is included, by its path below the first one's folder.
    ///   - matching: The paths of the files that a pattern finds.
    /// - Throws: ``ImportError/badJournal(_:count:)`` with everything that cannot be taken over,
    ///   ``ImportError/badText(_:line:)`` where not all of it is text.
    /// - Complexity: O(bytes); for a long journal that is not in the order of its days once more
    ///   for each part of it that fits into memory, for one of beancount twice.
    package init(
        _ source: any ByteSource, _ form: JournalForm = .hledger, encoding: TextEncoding?,
        year: Int, base: Currency, currency: @escaping @Sendable (String) -> CurrencyReading,
        code: (@Sendable (String) -> Currency?)? = nil,
        opening: @escaping (Opening) -> Opening.Use, spool: any ByteSpool = MemorySpool(),
        heldMax: Int = JournalReading.heldMax,
        files: @escaping (String) -> Result<any ByteSource, JournalInclude>,
        matching: @escaping (IncludePattern) -> Result<[String], JournalInclude> = { _ in
            .failure(JournalInclude(.noFolder))
        }
    ) throws(ImportError) {
        let textForm = try TextForm.found(in: source, given: encoding)
        try textForm.checkWhole(source)
        log = try JournalImport.log(of: source, textForm)
        var read: JournalReading
        let texts = { (name: String) in
            JournalImport.included(files(name)) { (file) throws(ImportError) in
                let form = try TextForm.found(in: file, given: encoding)
                try form.checkWhole(file)
                return JournalBlocks(file, form)
            }
        }
        let context = JournalParser.Context(files: texts, matching: matching)
        switch form {
        case .hledger:
            read = try JournalReading(
                hledger: source, textForm, year: year, commodity: base.code, heldMax: heldMax,
                context)
        case .beancount:
            read = try JournalReading(
                beancount: source, textForm, heldMax: heldMax, context)
        }
        var mapping = JournalMapping(
            read.accounts, isOwn: read.isOwn, base: base, currency: currency)
        let rows = code.flatMap { ListRows(base: base, currency: $0) }
        var writer = JournalWriter(read, mapping, spool, rows: rows, use: opening)
        try read.handOn { writer.take(&$0) }
        if writer.isOverfull {
            writer = JournalWriter(read, mapping, spool, rows: nil, use: opening)
            try read.handOn { writer.take(&$0) }
        }
        read.forget()
        (list, plan) = (try writer.list(), writer.plan)
        liabilities = writer.owed
        openings = writer.begun.values.sorted { $0.id < $1.id }
        let skipped = read.skipped
        budgets = JournalBudgets(skipped.rules, from: read.firstDay, &mapping)
        prices = read.prices
        note = Note(
            transactions: read.count, lines: writer.count, files: read.filesRead,
            assertions: read.assertions + writer.assertions, prices: skipped.prices,
            budgets: nil, periodic: skipped.rules.count, periodicLeft: nil,
            budgetsLeft: nil, automatic: skipped.automatic, openings: writer.openings,
            openingsTaken: openings.isEmpty ? nil : openings.count,
            others: skipped.others > 0 ? skipped.others : nil)
    }

    private static func included<Text>(
        _ file: Result<any ByteSource, JournalInclude>,
        _ read: (any ByteSource) throws(ImportError) -> Text
    ) -> Result<Text, JournalInclude> {
        file.flatMap { file in
            do throws(ImportError) { return .success(try read(file)) } catch {
                return .failure(JournalInclude(.unreadable))
            }
        }
    }
}
