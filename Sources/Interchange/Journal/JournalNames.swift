package import Ledger

/// What accounts, categories and currencies are called in a journal.
///
/// A name that is not legal there is changed as little as it takes; where two would be the same,
/// the later one gets a number. So each name stands for one thing.
package struct JournalNames: Sendable {
    /// A name that a journal declares.
    struct Declaration: Hashable, Sendable {
        /// As the journal has it.
        let name: String
        /// As the ledger has it, where that differs.
        let original: String?
    }

    /// What a journal has names for.
    package struct Used: Sendable {
        /// The names of the accounts, in the order of the log.
        package var accounts: [String] = []
        /// Those of them in which one owes.
        package var liabilities: Set<String> = []
        /// The categories of what was spent, as they are called now.
        package var expenses: Set<CategoryPath> = []
        /// The categories of what came in, as they are called now.
        package var income: Set<CategoryPath> = []
        /// The currencies.
        package var currencies: Set<Currency> = []
        /// Whether a line names no account.
        package var hasUnknownAccount = false
        /// Whether an expense has no category.
        package var hasUnknownExpense = false
        /// Whether an income has no category.
        package var hasUnknownIncome = false
        /// Whether there are transfers.
        package var hasTransfers = false
        /// Whether there are opening balances.
        package var hasOpenings = false

        /// Nothing.
        package init() {}
    }

    /// What names are made for.
    let form: JournalForm
    /// The accounts of the journal, by name.
    private(set) var declarations: [Declaration] = []
    /// The currencies, by code.
    private(set) var currencies: [Currency] = []
    private var accounts: [String: String] = [:]
    private var expenses: [CategoryPath: String] = [:]
    private var income: [CategoryPath: String] = [:]
    private var codes: [String: String] = [:]
    private var taken: Set<String> = []

    /// Names of a journal.
    package init(_ form: JournalForm, _ used: Used) {
        self.form = form
        let fixed = [
            (used.hasUnknownAccount, "\(form.assets):\(form.unknown)"),
            (used.hasUnknownExpense, "\(form.expenses):\(form.unknown)"),
            (used.hasUnknownIncome, "\(form.income):\(form.unknown)"),
            (used.hasTransfers, form.transfers), (used.hasOpenings, form.openings),
        ]
        taken = Set(fixed.map { $1 })
        declarations = fixed.filter { $0.0 }.map { Declaration(name: $0.1, original: nil) }
        let places = used.accounts.map { account in
            var parts = account.split(separator: ":").map(String.init)
            let isOwed = used.liabilities.contains(account)
            if isOwed, parts.count > 1, parts[0].lowercased() == form.liabilities.lowercased() {
                parts.removeFirst()
            }
            return [isOwed ? form.liabilities : form.assets] + parts
        }
        let known = Set(places.map { legal($0[...]) })
        for (account, place) in zip(used.accounts, places) {
            var parts = Array(place.dropFirst())
            // An account of beancount holds the money of those below it, too.
            let isBelow = (2..<max(2, place.count)).contains {
                known.contains(legal(place.prefix($0)))
            }
            if form == .beancount, isBelow { parts = [parts.joined(separator: ":")] }
            accounts[account] = declare(place[0], parts, account)
        }
        for path in used.expenses.sorted() {
            expenses[path] = declare(form.expenses, path.segments, path.text)
        }
        for path in used.income.sorted() {
            income[path] = declare(form.income, path.segments, path.text)
        }
        declarations.sort { $0.name.utf8.lexicographicallyPrecedes($1.name.utf8) }
        var byCode: [String: Currency] = [:]
        for currency in used.currencies {
            let other = byCode[currency.code]?.exponent ?? -1
            if currency.exponent > other { byCode[currency.code] = currency }
        }
        currencies = byCode.values.sorted { $0.code < $1.code }
        for currency in currencies {
            codes[currency.code] = unused(JournalNames.code(currency, form))
        }
    }

    /// The account of an account; of none where it is empty.
    func account(_ name: String) -> String {
        accounts[name] ?? "\(form.assets):\(form.unknown)"
    }

    /// The account of a category; of none where it is empty.
    func category(_ path: CategoryPath?, _ kind: EntryKind) -> String {
        let root = kind == .income ? form.income : form.expenses
        let known = kind == .income ? income : expenses
        return path.flatMap { known[$0] } ?? "\(root):\(form.unknown)"
    }

    /// The commodity of a currency.
    func commodity(_ currency: Currency) -> String {
        codes[currency.code] ?? currency.code
    }

    private mutating func declare(_ root: String, _ parts: [String], _ original: String) -> String {
        let legal = legal(parts[...])
        let rest = legal.isEmpty ? form.unknown : legal.joined(separator: ":")
        let name = unused("\(root):\(rest)")
        // What is owed is read back as it is there.
        let isSame =
            root == form.liabilities
            ? name.utf8.elementsEqual(original.utf8)
            : name.dropFirst(root.count + 1).utf8.elementsEqual(original.utf8)
        declarations.append(Declaration(name: name, original: isSame ? nil : original))
        return name
    }

    /// The parts of a name that are legal in the journal.
    private func legal(_ parts: ArraySlice<String>) -> [String] {
        parts.map { form == .hledger ? plain($0) : capital($0) }.filter { !$0.isEmpty }
    }

    private mutating func unused(_ name: String) -> String {
        var (unused, number) = (name, 2)
        while !taken.insert(unused).inserted {
            unused = "\(name)-\(number)"
            number += 1
        }
        return unused
    }

    /// A part of a name of hledger: words with single blanks between them.
    private func plain(_ part: String) -> String {
        JournalText.plain(part).split(separator: " ").joined(separator: " ")
    }

    /// A part of a name of beancount: letters, digits and `-`, with a capital first.
    private func capital(_ part: String) -> String {
        var legal = String.UnicodeScalarView()
        for scalar in part.unicodeScalars {
            if JournalNames.isLetter(scalar) || JournalNames.isDigit(scalar) {
                legal.append(scalar)
            } else if let last = legal.last, last != "-" {
                legal.append("-")
            }
        }
        if legal.last == "-" { legal.removeLast() }
        guard let first = legal.first else { return "" }
        if JournalNames.isDigit(first) || first.properties.generalCategory == .uppercaseLetter {
            return String(legal)
        }
        let upper = first.properties.uppercaseMapping
        let isUpper = upper.unicodeScalars.allSatisfy {
            $0.properties.generalCategory == .uppercaseLetter
        }
        return isUpper ? upper + String(legal.dropFirst()) : "X" + String(legal)
    }

    private static func isLetter(_ scalar: Unicode.Scalar) -> Bool {
        switch scalar.properties.generalCategory {
        case .uppercaseLetter, .lowercaseLetter, .titlecaseLetter, .modifierLetter, .otherLetter:
            true
        default: false
        }
    }

    private static func isDigit(_ scalar: Unicode.Scalar) -> Bool {
        scalar.properties.generalCategory == .decimalNumber
    }

    /// hledger quotes what is not of letters alone; beancount has no commodities of one letter.
    private static func code(_ currency: Currency, _ form: JournalForm) -> String {
        let code = currency.code
        switch form {
        case .hledger: return code.allSatisfy(\.isLetter) ? code : "\"\(code)\""
        case .beancount: return code.utf8.count < 2 ? code + code : code
        }
    }
}
