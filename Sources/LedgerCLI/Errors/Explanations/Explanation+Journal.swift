internal import Application
internal import Interchange
internal import Ledger

/// Words for what cannot be taken over of a journal.
extension Explanation {
    private static let shownMax = 10

    /// - Parameter isNew: Whether the ledger has nothing yet.
    static func journal(
        _ faults: [JournalFault], count: Int, _ path: String, isNew: Bool = false
    ) -> Explanation {
        let file = shellWord(path)
        if faults.first?.reason == .options {
            return Explanation(
                "options for columns and profiles mean nothing for a journal, which says it itself",
                .withoutColumns(of: path))
        }
        var text = "nothing was written; of the journal cannot be taken over:"
        for fault in faults.prefix(shownMax) {
            let place = fault.file.isEmpty ? "" : "\(Screen.plain(fault.file)), "
            text += "\n    \(place)line \(fault.line): \(words(fault.reason))"
        }
        let rest = count - min(shownMax, faults.count)
        if rest > 0 { text += "\n    and \(rest) more" }
        var advice: [Try] = []
        var ahead: [String] = []
        for fault in faults {
            let next = Explanation.advice(fault, file)
            let isKnown = advice.contains { $0.text(nil) == next?.text(nil) }
            if let next, advice.count < 2, !isKnown { advice.append(next) }
            let first = Explanation.ahead(of: fault, isNew)
            if let first, ahead.count < 2, !ahead.contains(first) { ahead.append(first) }
        }
        var tries = ahead.map { Try.behind($0) } + advice
        if let first = faults.first, tries.isEmpty {
            let folder = path.split(separator: "/", omittingEmptySubsequences: false).dropLast()
            let place = (folder.map(String.init) + [first.file]).joined(separator: "/")
            tries = [
                .words("sed -n \(first.line)p \(first.file.isEmpty ? file : shellWord(place))")
            ]
        }
        return Explanation(text, tries: tries)
    }

    private static func words(_ reason: JournalFault.Reason) -> String {
        switch reason {
        case .unknownLine(let text): "\(quoted(text)) belongs to no transaction"
        case .unknownDirective(let text) where text.prefix { !$0.isWhitespace }.contains(":"):
            "\(quoted(text)) is no directive; a posting begins with blanks"
        case .unknownDirective(let text): "\(quoted(text)) is not read, and may change what follows"
        case .badDate(let text): "\(quoted(text)) is no day"
        case .postingDate: "a posting has a day of its own, which a line cannot have"
        case .badAmount(let text): "\(quoted(text)) is no amount"
        case .ambiguousAmount(let text):
            "\(quoted(text)) can have thousands or decimals; nothing says which"
        case .tooLarge(let text): "\(quoted(text)) is too large"
        case .unknownCurrency(let code): "there is no currency \(quoted(code))"
        case .severalCurrencies(let symbol, let codes):
            "\(quoted(symbol)) can be several currencies: "
                + codes.prefix(3).joined(separator: ", ")
        case .tooPrecise(let text): "\(quoted(text)) has more decimals than its currency"
        case .virtualPosting(let name): "\(quoted(name)) is a virtual posting"
        case .tooFewPostings: "the transaction has no posting"
        case .severalMissing: "a second posting has no amount"
        case .unbalanced(let text): "the transaction does not come to nothing: \(text) is left"
        case .unknownType(let name):
            "nothing says whether \(quoted(name)) has money or is spent on"
        case .badTime(let text): "\(quoted(text)) is no time"
        case .badShares(let text):
            "\(quoted(text)) are no shares, which are as in 'Ann 10.00 + Bob 2.00'"
        case .badCategory(let name): "\(quoted(name)) is no category"
        case .priced(let name):
            "\(quoted(name)) has a price, and it is no exchange between two accounts"
        case .badBalance(let account, let stated, let found):
            "\(quoted(account)) is said to have \(stated), and has \(found)"
        case .badInclude(let path, let why): "\(quoted(path)) is not included: \(words(why))"
        case .textTooLong: "the texts of the transaction are too long"
        case .badPrice(let text): "\(quoted(text)) is no price"
        case .options: "options for CSV"
        }
    }

    private static func words(_ why: JournalFault.Include) -> String {
        switch why {
        case .outside: "it is not below the folder of the first file"
        case .ring: "it includes itself, or too many files include others"
        case .pattern: "no file is called so"
        case .noFolder: "standard input has no folder"
        case .pipe: "it can be read only once, as a pipe; include a file"
        case .unreadable: "it cannot be read"
        }
    }

    /// What is done to the ledger before the same journal is imported.
    private static func ahead(of fault: JournalFault, _ isNew: Bool) -> String? {
        switch fault.reason {
        case .severalCurrencies(_, let codes):
            // It was opened in another currency than that of the journal.
            return isNew ? codes.first.map { "ledger config --currency \($0)" } : nil
        case .unknownCurrency(let code):
            return Currency.isValid(code: code)
                ? "ledger currency add \(shellWord(code)) --digits 2" : nil
        default: return nil
        }
    }

    /// Takes lines of virtual postings away.
    private static let virtual = #"/^[[:space:]]+([*!] )?[[(]/d"#

    /// What to change in the journal, or before it is imported.
    private static func advice(_ fault: JournalFault, _ file: String) -> Try? {
        switch fault.reason {
        case .unknownType(let name):
            let root = name.split(separator: ":").first.map(String.init) ?? name
            return .words("begin it with: account \(Screen.plain(root))  ; type: X (or A, L, E, R)")
        case .severalCurrencies(let symbol, let codes):
            let mark = symbol.map { $0.isLetter ? "\($0)" : "\\\($0)" }.joined()
            let code = codes.first ?? "EUR"
            return .piped("sed \(shellWord("s/\(mark)/\(code) /g")) \(file)", of: file)
        case .ambiguousAmount: return "begin it with: decimal-mark ."
        case .badInclude(_, .noFolder): return "ledger import FILE"
        case .virtualPosting:
            // Standard input has no folder from which files are included.
            let whole = fault.file.isEmpty ? "" : "hledger -f \(file) print | "
            let rest = "sed -E \(shellWord(virtual))" + (whole.isEmpty ? " \(file)" : "")
            return .piped(whole + rest, of: file)
        default: return nil
        }
    }
}
