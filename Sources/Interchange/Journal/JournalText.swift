package import Ledger

/// Writes a journal, piece by piece.
package struct JournalText: Sendable {
    private let names: JournalNames
    /// What was written.
    package private(set) var text = ""

    /// Nothing yet.
    package init(_ names: JournalNames) { self.names = names }

    private var isHledger: Bool { names.form == .hledger }

    /// What the journal was made of, and everything that it names.
    ///
    /// - Parameters:
    ///   - currency: The ledger's own.
    ///   - first: The first day that has something.
    package mutating func declare(
        events: UInt64, root: String, days: DayRange, currency: Currency, from first: Day
    ) {
        line("; ledger export \(names.form.rawValue): \(events) events, root \(root)")
        for currency in names.currencies where Currency.iso(currency.code) != currency {
            // Another ledger has to know it before it reads amounts of it.
            let digits = currency.exponent > 0 ? " --digits \(currency.exponent)" : ""
            line("; needs: ledger currency add \(currency.code)\(digits)")
        }
        if days != .all { line("; days \(days.description), the last one excluded") }
        if !isHledger {
            line("")
            line("option \"operating_currency\" \"\(names.commodity(currency))\"")
        } else if names.currencies.contains(where: { $0.exponent == 3 }) {
            // 1.000 could be a thousand.
            line("")
            line("decimal-mark .")
        }
        line("")
        for currency in names.currencies {
            let code = names.commodity(currency)
            let zeros = String(repeating: "0", count: currency.exponent)
            line(isHledger ? "commodity 1000.\(zeros) \(code)" : "\(first) commodity \(code)")
        }
        line("")
        for declared in names.declarations {
            line(isHledger ? "account \(declared.name)" : "\(first) open \(declared.name)")
            guard let original = declared.original else { continue }
            remark(JournalTransaction.Remark(key: JournalKey.name, value: original), indent: 2)
        }
    }

    /// Prices, each with what it is in.
    package mutating func add(prices: [(price: PriceSet, unit: Currency)]) {
        line("")
        for (price, unit) in prices {
            let rate = "\(names.commodity(price.currency)) \(price.rate) \(names.commodity(unit))"
            line(isHledger ? "P \(price.day) \(rate)" : "\(price.day) price \(rate)")
        }
    }

    /// What is to be spent in a category, in each period of some days.
    package struct Budget: Hashable, Sendable {
        package let category: CategoryPath
        package let goal: Money
        package let period: Period
        package let days: DayRange

        /// A goal.
        package init(category: CategoryPath, goal: Money, period: Period, days: DayRange) {
            (self.category, self.goal, self.period, self.days) = (category, goal, period, days)
        }
    }

    /// A budget as a periodic transaction of hledger; as a comment where its periods are others
    /// than are read as a budget, or hledger lets none begin on its first day.
    package mutating func add(_ budget: Budget) {
        let account = names.category(budget.category, .expense)
        let goal = "\(budget.goal) \(names.commodity(budget.goal.currency))"
        let end = budget.days.hasEnd ? " to \(budget.days.end)" : ""
        let days = "\(budget.period.name) from \(budget.days.start)\(end)"
        line("")
        let first = budget.period.interval(containing: budget.days.start, weekStart: .monday)
        let usual: [Period] = [.daily, .weekly, .monthly, .quarterly, .yearly]
        guard usual.contains(budget.period), first.start == budget.days.start else {
            return line("; budget of \(account): \(goal) \(days)")
        }
        line("~ \(days)")
        line("    \(account)  \(goal)")
        line("    \(names.account(""))")
    }

    /// A transaction.
    package mutating func add(_ transaction: JournalTransaction) {
        let title = JournalText.plain(transaction.title)
        line("")
        if isHledger {
            let description = JournalText.description(title)
            let mark = transaction.status.map { " " + $0.mark } ?? ""
            line("\(transaction.day)\(mark)" + (description.isEmpty ? "" : " \(description)"))
            if !description.utf8.elementsEqual(title.utf8) {
                remark(JournalTransaction.Remark(key: JournalKey.title, value: title), indent: 4)
            }
        } else {
            var tags: [String] = []
            for tag in transaction.tags + transaction.postings.flatMap(\.tags) {
                let legal = JournalText.tag(tag)
                if !legal.isEmpty, !tags.contains(legal) { tags.append(legal) }
            }
            let marks = tags.map { " #" + $0 }.joined()
            // `*` says that the bank has it, too.
            let mark = transaction.status?.mark ?? "txn"
            line("\(transaction.day) \(mark) \(JournalText.quoted(title))\(marks)")
        }
        say(transaction.remarks, transaction.tags, indent: isHledger ? 4 : 2)
        let postings = transaction.postings
        let amounts = postings.map(\.amount.text)
        let width = postings.map(\.account.count).max() ?? 0
        let digits = amounts.map(\.count).max() ?? 0
        for (posting, amount) in zip(postings, amounts) {
            let blanks = width - posting.account.count + digits - amount.count + 2
            let cost = posting.cost.map { " @@ \($0.text) \(names.commodity($0.currency))" } ?? ""
            line(
                (isHledger ? "    " : "  ") + mark(posting) + posting.account
                    + String(repeating: " ", count: blanks) + amount + " "
                    + names.commodity(posting.amount.currency) + cost)
            say(posting.remarks, posting.tags, indent: isHledger ? 8 : 4)
        }
    }

    /// A statement; as an assertion where the ledger has what it says, else as a comment.
    ///
    /// - Parameter begins: Whether the account begins on the next day with what is in it, so that
    ///   the journal does not have it yet.
    package mutating func add(
        _ statement: StatementRow, in currency: Currency, begins: Bool = false
    ) {
        let code = names.commodity(currency)
        let account = names.account(statement.account)
        line("")
        guard statement.agrees, !begins else {
            let has = statement.computed.map {
                begins ? "before it begins with \($0) \(code)" : "the ledger has \($0) \(code)"
            }
            return line(
                "; \(statement.day) statement of \(account): \(statement.stated) \(code), "
                    + (has ?? "which the ledger does not know"))
        }
        if isHledger {
            line("\(statement.day) statement")
            line("    \(account)  0 \(code) = \(statement.stated) \(code)")
        } else {
            // It holds at the start of a day.
            let day = statement.day.adding(days: 1)
            line("\(day) balance \(account)  \(statement.stated) \(code)")
        }
    }

    /// `! ` or `* ` before a posting that differs from others.
    private func mark(_ posting: JournalTransaction.Posting) -> String {
        posting.status.map { $0.mark + " " } ?? ""
    }

    private mutating func line(_ text: String) {
        self.text += text
        self.text += "\n"
    }

    private mutating func say(
        _ remarks: [JournalTransaction.Remark], _ tags: [String], indent: Int
    ) {
        for each in remarks { remark(each, indent: indent) }
        if isHledger {
            let plain = tags.filter(JournalText.isTag)
            if !plain.isEmpty {
                let marks = plain.map { $0 + ":" }.joined(separator: ", ")
                line(String(repeating: " ", count: indent) + "; " + marks)
            }
            for tag in tags where !JournalText.isTag(tag) {
                let (key, value) = JournalText.valued(tag) ?? (JournalKey.tag, tag)
                remark(JournalTransaction.Remark(key: key, value: value), indent: indent)
            }
        } else if indent > 2 || tags.contains(where: { JournalText.tag($0) != $0 }) {
            let joined = JournalText.joined(tags)
            if tags.isEmpty { return }
            remark(JournalTransaction.Remark(key: "tags", value: joined), indent: indent)
        }
    }

    /// In hledger each line of a text is said by itself.
    private mutating func remark(_ remark: JournalTransaction.Remark, indent: Int) {
        let blanks = String(repeating: " ", count: indent)
        let lines = remark.value.split(
            omittingEmptySubsequences: false, whereSeparator: \.isNewline
        ).map { JournalText.plain(String($0)) }
        if isHledger {
            for value in lines { line("\(blanks); \(remark.key): \(JournalText.harmless(value))") }
        } else {
            let value = JournalText.quoted(lines.joined(separator: "\n"))
            line("\(blanks)\(remark.key): \(value)")
        }
    }

    /// What hledger would take for another day of a posting, with a `\` in it.
    private static let marks = [("date:", "date\\:"), ("date2:", "date2\\:"), ("[", "[\\")]

    /// A text in which hledger finds no day.
    private static func harmless(_ text: String) -> String {
        let has = text.utf8.contains { $0 == UInt8(ascii: ":") || $0 == UInt8(ascii: "[") }
        return !has ? text : marks.reduce(text) { $0.replacing($1.0, with: $1.1) }
    }

    /// The text that ``harmless(_:)`` made it of.
    static func undone(_ text: String) -> String {
        marks.reduce(text) { $0.replacing($1.1, with: $1.0) }
    }

    /// What is between tags, and what stands in one for it.
    private static let between = (", ", ",\\ ")

    /// Tags as one text.
    private static func joined(_ tags: [String]) -> String {
        tags.map { $0.replacing(between.0, with: between.1) }.joined(separator: between.0)
    }

    /// The tags of such a text.
    static func tags(in text: String) -> [String] {
        text.split(separator: between.0, omittingEmptySubsequences: false).map {
            String($0).replacing(between.1, with: between.0)
        }
    }

    /// The text on one line: other white space and what is not shown are blanks.
    package static func plain(_ text: String) -> String {
        if text.utf8.allSatisfy({ (0x20..<0x7F).contains($0) }) { return text.trimmed }
        var plain = String.UnicodeScalarView()
        for scalar in text.unicodeScalars {
            let isControl = scalar.properties.generalCategory == .control
            plain.append(isControl || scalar.properties.isWhitespace ? " " : scalar)
        }
        return String(plain).trimmed
    }

    /// A title as hledger can have it: `;` begins a comment, and `*`, `!` and `(` mean something
    /// in front.
    private static func description(_ title: String) -> String {
        let has = title.utf8.contains(UInt8(ascii: ";"))
        let text = has ? title.replacing(";", with: ",") : title
        return String(text.drop { "*!(= ".contains($0) })
    }

    /// Whether a tag can be one of hledger's, which has no value; what is in brackets may be a day.
    private static func isTag(_ tag: String) -> Bool {
        !tag.isEmpty && !JournalKey.reserved.contains(tag.lowercased())
            && tag.unicodeScalars.allSatisfy {
                !$0.properties.isWhitespace && $0.properties.generalCategory != .control
                    && $0 != ":" && $0 != "," && $0 != ";" && $0 != "["
            }
    }

    /// The name and the value of a tag that can be one of hledger's: `trip:lisbon`.
    private static func valued(_ tag: String) -> (name: String, value: String)? {
        guard let colon = tag.firstIndex(of: ":") else { return nil }
        let name = String(tag[..<colon])
        let value = String(tag[tag.index(after: colon)...])
        let isPlain = plain(value) == value && harmless(value) == value
        guard isTag(name), isPlain, !value.isEmpty, !value.contains(",") else { return nil }
        return (name, value)
    }

    /// A tag of beancount.
    private static func tag(_ tag: String) -> String {
        String(
            tag.map { letter in
                letter.isASCII && (letter.isLetter || letter.isNumber) || "-_/.".contains(letter)
                    ? letter : "-"
            })
    }

    private static func quoted(_ text: String) -> String {
        let marks = [("\\", "\\\\"), ("\"", "\\\""), ("\n", "\\n")]
        if text.utf8.allSatisfy({ $0 != 0x0A && $0 != 0x22 && $0 != 0x5C }) {
            return "\"\(text)\""
        }
        return "\"" + marks.reduce(text) { $0.replacing($1.0, with: $1.1) } + "\""
    }
}
