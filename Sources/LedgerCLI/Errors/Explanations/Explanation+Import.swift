internal import EventLog
internal import Interchange
internal import Ledger

extension Explanation {
    init(_ error: ImportError, path: String, profiles: [String], isNew: Bool = false) {
        if case .badJournal(let faults, let count) = error {
            self = Explanation.journal(faults, count: count, path, isNew: isNew)
            return
        }
        let plain = Explanation(error, path: path)
        guard let first = profiles.first else {
            self = plain
            return
        }
        self.init(
            plain.what + "\n    the columns are those of the profile "
                + profiles.map(Explanation.quoted).joined(separator: " or "),
            tries: [.options(["--profile": first])] + plain.tries)
    }

    static func unknownProfile(_ name: String, _ known: [String]) -> Explanation {
        guard let first = known.first else {
            return Explanation(
                "there is no profile \(quoted(name)); none is saved",
                .when(
                    ["import"], .replacing("--profile", "--save-profile"),
                    otherwise: .words("ledger import FILE --save-profile \(shellWord(name))")))
        }
        let near = Spelling.nearest(to: name, among: known)
        return Explanation(
            "there is no profile \(quoted(name))\(meant(near))\n    the profiles are: "
                + known.map(Screen.plain).joined(separator: ", "),
            .replacing(name, near.first ?? first), "ledger profile list")
    }

    private init(_ error: ImportError, path: String) {
        let file = Explanation.shellWord(path)
        switch error {
        case .empty: self.init("the file is empty: it has no header", "head -n 3 \(file)")
        case .badHeader(let fault, let line):
            self.init(
                "line \(line), the header, column \(fault.field + 1) has "
                    + Explanation.words(fault),
                "sed -n \(line)p \(file)")
        case .unreadable, .changed, .notText, .otherFormat, .notUTF8, .badText, .otherMark,
            .noHeader:
            self = Explanation.bytes(error, file)
        case .unclosedQuote(let line):
            self.init(
                "a quote that opens on line \(line) is never closed", "sed -n \(line)p \(file)")
        case .tooLarge(.list, let line):
            let what =
                line > 1 ? "line \(line) is behind the last row that" : "\(file) is longer than"
            self.init(
                "nothing was written; \(what) is held at once: import it in parts",
                .inParts(.list, of: path))
        case .tooLarge(let part, let line):
            let what = part == .field ? "a cell" : "a row"
            self.init(
                "line \(line) has \(what) that is too large; is a quote never closed?",
                "sed -n \(line)p \(file) | head -c 200")
        case .missingColumn, .unknownColumn, .repeatedColumn, .badConstant, .ambiguousColumn,
            .ambiguousSides:
            self = Explanation.column(error, file)
        case .badColumnRule(let text, let fault): self = Explanation.columnRule(text, fault)
        case .ambiguousDates(let forms, let samples):
            self.init(
                "the dates can be read in several ways: "
                    + forms.map(\.rawValue).joined(separator: " or ") + Explanation.shown(samples),
                tries: forms.map { .options(["--date-form": $0.rawValue]) })
        case .ambiguousAmounts(let samples):
            self.init(
                "the amounts can be read with either decimal mark" + Explanation.shown(samples),
                .options(["--decimal-mark": "."]), .options(["--decimal-mark": ","]))
        case .unknownDates(let samples):
            self.init(
                "no date of the file is of a known form" + Explanation.shown(samples),
                tries: Explanation.forms(samples).map { .options(["--date-form": $0]) }
                    + [.words("head -n 3 \(file)")])
        case .unknownAmounts(let samples):
            self.init(
                "no amount of the file can be read" + Explanation.shown(samples),
                tries: Explanation.marks(samples).map { .options(["--decimal-mark": $0]) }
                    + [.words("head -n 3 \(file)")])
        case .amountsTwice:
            self.init(
                "--amount and --debit or --credit are two ways to say the same",
                .without("--amount", values: 1))
        case .ambiguousSign(let hint, let samples):
            self = Explanation.sign(hint, samples)
        case .ambiguousRows, .ambiguousDirection, .contradictedBalance:
            self = Explanation.rows(error)
        case .badStatement, .incompleteStatement, .statementOption:
            self = Explanation.statement(error, file)
        case .badJournal(let faults, let count):
            self = Explanation.journal(faults, count: count, path)
        case .badTasks(let format, let fault):
            self = Explanation.tasks(format, fault, path)
        case .ambiguousCurrency(let symbol, let codes, let sample):
            self.init(
                "\(Explanation.quoted(symbol)) beside the amounts can be several currencies"
                    + Explanation.shown([sample]),
                tries: codes.prefix(2).map { .options(["--currency": $0]) })
        }
    }

    private static func column(_ error: ImportError, _ file: String) -> Explanation {
        switch error {
        case .missingColumn(let role, let header):
            Explanation(
                "no column is called like the \(role.rawValue) as a rule, and none looks like it"
                    + listed(header)
                    + "\n    if one is, name it with --\(role.option); else this is no statement"
                    + otherNames(file),
                "head -n 3 \(file)")
        case .ambiguousColumn(let role, let names):
            Explanation(
                "no column is called like the \(role.rawValue) as a rule; "
                    + (names.count == 1 ? "this one may hold it: " : "these may hold it: ")
                    + names.map(Screen.plain).joined(separator: ", "),
                tries: names.prefix(3).map { .options(["--\(role.option)": $0]) })
        case .ambiguousSides(let names):
            Explanation(
                "each row has an amount in one of two columns, and no name says which of them "
                    + "went out: " + names.map(Screen.plain).joined(separator: ", "),
                .options(["--debit": names[0], "--credit": names[1]]),
                .options(["--debit": names[1], "--credit": names[0]]))
        case .unknownColumn(_, let value, let near, let header):
            Explanation(
                "no column is called \(quoted(value))\(meant(near.map { [$0] } ?? []))"
                    + listed(header),
                .replacing(value, near ?? header.first ?? "COLUMN"))
        case .repeatedColumn(let role, let name):
            Explanation(
                "several columns are called \(quoted(name))",
                .options(["--\(role.option)": "\(name)#1"]))
        case .badConstant(let role, let value):
            Explanation(
                "\(quoted(value)) is neither a column nor a \(role.rawValue)",
                .options(["--\(role.option)": role == .currency ? "=EUR" : "COLUMN"]))
        default: Explanation("the header is of no use")
        }
    }

    /// Of a file whose name does not say that it has columns, what other names would say.
    private static func otherNames(_ file: String) -> String {
        if [".csv", ".tsv"].contains(where: file.lowercased().hasSuffix) { return "" }
        return "\n    a journal or tasks that do not say so themselves are known by the name:"
            + "\n    books.journal, books.beancount, tasks.ics, todo.txt"
    }

    private static func listed(_ header: [String]) -> String {
        // A file that is damaged, or none of columns, may have anything there.
        let names = header.prefix(100).map { PlainText.cut(Screen.plain($0), to: 60) }
        return "\n    the columns are: " + names.joined(separator: ", ")
            + (header.count > names.count ? ", …" : "")
    }

    /// Forms that unknown dates may have: those in an unusual order in which the first is a day.
    private static func forms(_ samples: [CellSample]) -> [String] {
        let text = samples.first?.text ?? ""
        let parts = text.split { !$0.isNumber }
        let mark = text.first { "-/.".contains($0) }.map(String.init) ?? ""
        guard parts.count == 3, parts.joined(separator: mark) == text else { return [] }
        let orders = [["DD", "YYYY", "MM"], ["MM", "YYYY", "DD"], ["YYYY", "DD", "MM"]]
        return orders.filter { order in
            func number(_ name: String) -> Int {
                zip(order, parts).first { $0.0 == name }.flatMap { Int($0.1) } ?? 0
            }
            let isWide = zip(order, parts).allSatisfy { ($0 == "YYYY") == ($1.count == 4) }
            return isWide
                && Day(year: number("YYYY"), month: number("MM"), day: number("DD")) != nil
        }.map { $0.joined(separator: mark) }
    }

    /// The marks that are in unknown amounts.
    private static func marks(_ samples: [CellSample]) -> [String] {
        [",", "."].filter { mark in
            samples.contains { $0.text.contains(mark) && $0.text.contains(where: \.isNumber) }
        }
    }

    static func shown(_ samples: [CellSample]) -> String {
        samples.prefix(3).map { "\n    line \($0.line): \(quoted($0.text))" }.joined()
    }

    init(refusedIn receipt: ImportReceipt, path: String) {
        let shownMax = 20
        var what =
            "\(counted(receipt.refusedCount, "row")) of \(grouped(receipt.read)) cannot be "
            + "imported; nothing was written"
        for refusal in receipt.refused.prefix(shownMax) {
            what += "\n    line \(refusal.line): \(Explanation.words(refusal))"
        }
        let rest = receipt.refusedCount - min(shownMax, receipt.refused.count)
        if rest > 0 { what += "\n    and \(grouped(rest)) more" }
        let file = Explanation.shellWord(path)
        let look = Try.words("sed -n \(receipt.refused.first?.line ?? 1)p \(file)")
        let skip = Try.adding("--skip-refused")
        // With few rows refused the others are worth it.
        let isMost = receipt.refusedCount * 2 > receipt.read
        self.init(
            what,
            tries: receipt.refusedCount == receipt.read
                ? [look] : isMost ? [look, skip] : [skip, look])
    }

    static func words(_ refusal: ImportReceipt.Refusal) -> String {
        let text = quoted(refusal.text)
        switch refusal.reason {
        case "undecodable": return "bytes that are no text: \(refusal.text)"
        case "textAfterQuote": return "text behind a closing quote"
        case "notAPrice": return refusal.text
        case "mayBeThousands":
            return "\(refusal.text) may be a decimal or thousands"
        case "tooFewFields": return "too few cells: \(refusal.text)"
        case "tooManyFields": return "too many cells: \(refusal.text)"
        case "noTitle", "badID", "repeatedID", "badMoment", "badStatus", "badValue", "notATask":
            return Explanation.taskWords(refusal)
        case "badDate" where refusal.text.isEmpty: return "there is no date"
        case "badDate":
            // A time may follow the day; the year is what has four digits or begins more.
            let numbers = refusal.text.split { !$0.isNumber }.prefix(3)
            let isBlank = numbers.first { $0.count >= 4 }?.hasPrefix("0000") == true
            return "\(text) is no date of the form that the column has"
                + (isBlank ? ": there is no year 0000" : "")
        case "badAmount" where refusal.text.isEmpty: return "there is no amount"
        case "badAmount": return "\(text) is no amount of the form that the column has"
        case "badTime": return "\(text) is no time of day"
        case "noAmount": return "neither a debit nor a credit"
        case "bothSides": return "both a debit and a credit: \(refusal.text)"
        case "otherCurrency":
            return "\(text) is not in the row's currency; name it with --currency"
        case "tooPrecise": return "\(text) has more decimal digits than its currency"
        case "amountOverflow": return "\(text) is too large"
        case "pricedInItself": return "a price of a currency in itself: \(refusal.text)"
        case "unknownKind": return "\(text) is no kind of entry"
        case "unknownCurrency": return "there is no currency \(text)"
        case "badCategory": return "\(text) is no category"
        case "badTag": return "\(text) is no tag"
        case "textTooLong": return "too much text: \(refusal.text)"
        case "partWithoutSum": return "a part of a split whose sum is not above it"
        case "partsMissing": return "parts of the split are missing: \(refusal.text)"
        case "badSum": return "the parts come to \(refusal.text)"
        default: return "\(refusal.reason) \(text)"
        }
    }
}

extension ImportRole {
    /// The name of the option for it.
    fileprivate var option: String { self == .externalID ? "external-id" : rawValue }
}
