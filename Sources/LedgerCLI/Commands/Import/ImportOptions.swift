internal import ArgumentParser
internal import Interchange
internal import Ledger

/// What `ledger import` is given about a file.
struct ImportOptions: ParsableArguments {
    @Option(help: ArgumentHelp("The dates.", valueName: "column"))
    var date: String?

    @Option(help: ArgumentHelp("The times, where they stand apart.", valueName: "column"))
    var time: String?

    @Option(help: ArgumentHelp("The amounts.", valueName: "column"))
    var amount: String?

    @Option(help: ArgumentHelp("The amounts that went out.", valueName: "column"))
    var debit: String?

    @Option(help: ArgumentHelp("The amounts that came in.", valueName: "column"))
    var credit: String?

    @Option(
        help: ArgumentHelp(
            "spend: positive is an expense; account: negative is.", valueName: "sign"))
    var sign: SignArgument?

    @Flag(name: .customLong("minor-units"), help: "Amounts are in cents.")
    var minorUnits = false

    @Option(help: ArgumentHelp("Payees, which become the titles.", valueName: "column"))
    var payee: String?

    @Option(help: ArgumentHelp("Titles; notes where there are payees.", valueName: "column"))
    var title: String?

    @Option(help: ArgumentHelp("Notes.", valueName: "column"))
    var note: String?

    @Option(
        name: .shortAndLong,
        help: ArgumentHelp("Categories; repeated for lower levels.", valueName: "column"))
    var category: [String] = []

    @Option(
        help: ArgumentHelp(
            "Words for expense, income, transfer, debit, credit.", valueName: "column"))
    var kind: String?

    @Option(
        name: .customLong("in"),
        help: ArgumentHelp(
            "The rows that came in; all others went out.", valueName: "column=values"))
    var incoming: String?

    @Option(
        name: .customLong("leave-out"),
        help: ArgumentHelp(
            "Rows that are left out; without values none.", valueName: "column=values"))
    var leftOut: [String] = []

    @Option(
        help: ArgumentHelp(
            "Rows with something in a column, and what they become; may be repeated.",
            valueName: "column=value then field=text"))
    var when: [String] = []

    @Option(help: ArgumentHelp("Currency codes.", valueName: "column"))
    var currency: String?

    @Option(name: .shortAndLong, help: ArgumentHelp("Accounts.", valueName: "column"))
    var account: String?

    @Option(name: .shortAndLong, help: ArgumentHelp("Tags; may be repeated.", valueName: "column"))
    var tag: [String] = []

    @Option(
        name: .customLong("external-id"),
        help: ArgumentHelp("Ids that the bank gave.", valueName: "column"))
    var externalID: String?

    @Option(
        help: ArgumentHelp("Balances, which prove that no row is missing.", valueName: "column"))
    var balance: String?

    @Option(
        name: .customLong("date-form"),
        help: ArgumentHelp("DD/MM/YYYY, MM/DD/YY, YYYYMMDD, DD MMM YYYY …", valueName: "form"))
    var dateForm: DateFormArgument?

    @Option(name: .customLong("decimal-mark"), help: ArgumentHelp(". or ,", valueName: "mark"))
    var decimalMark: DecimalMarkArgument?

    @Option(help: ArgumentHelp("comma, semicolon, tab or pipe.", valueName: "mark"))
    var separator: SeparatorArgument?

    @Option(help: ArgumentHelp("utf-8, utf-16le, cp1252, iso-8859-1 …", valueName: "name"))
    var encoding: EncodingArgument?

    @Option(help: ArgumentHelp("Lines before the header.", valueName: "lines"))
    var skip: Int?

    @Flag(name: .customLong("no-header"), help: "Columns are called 1, 2, 3 …")
    var isWithoutHeader = false

    /// As the endpoint takes them.
    var options: CSVImportOptions {
        CSVImportOptions(
            date: date, time: time, amount: amount, debit: debit, credit: credit,
            sign: sign?.sign, minorUnits: minorUnits ? true : nil, title: title, payee: payee,
            note: note, category: category, kind: kind, incoming: incoming, leftOut: leftOut,
            when: when.map(Arguments.plain), currency: currency, account: account,
            tag: tag, externalID: externalID, balance: balance, dateForm: dateForm?.form,
            decimalMark: decimalMark?.mark, separator: separator?.separator,
            encoding: encoding?.encoding, skippedLines: skip,
            hasHeader: isWithoutHeader ? false : nil)
    }
}

/// What the sign of an amount means.
enum SignArgument: String, CaseIterable, ExpressibleByArgument {
    case spend
    case account

    var sign: AmountSign { self == .spend ? .spend : .account }
}

/// What precedes the decimals of amounts.
enum DecimalMarkArgument: String, CaseIterable, ExpressibleByArgument {
    case point = "."
    case comma = ","

    var mark: MoneyFormat.DecimalMark { self == .point ? .point : .comma }
}

/// A form of dates, such as `DD-MM-YYYY` or `%d/%m/%y`.
struct DateFormArgument: ExpressibleByArgument {
    let form: DateForm

    init?(argument: String) {
        guard let form = DateForm(rawValue: argument) else { return nil }
        self.form = form
    }

    static var allValueStrings: [String] { DateForm.allCases.map(\.rawValue) }
}

/// What separates fields, by name or as it is.
struct SeparatorArgument: ExpressibleByArgument {
    let separator: CSVSeparator

    init?(argument: String) {
        switch argument.lowercased() {
        case "comma", ",": separator = .comma
        case "semicolon", ";": separator = .semicolon
        case "tab", "\t", "\\t": separator = .tab
        case "pipe", "|": separator = .pipe
        default: return nil
        }
    }

    static let names: [CSVSeparator: String] = [
        .comma: "comma", .semicolon: "semicolon", .tab: "tab", .pipe: "pipe",
    ]

    static var allValueStrings: [String] { ["comma", "semicolon", "tab", "pipe"] }
}

/// How the bytes of a file are text.
struct EncodingArgument: ExpressibleByArgument {
    let encoding: TextEncoding

    init?(argument: String) {
        guard let encoding = TextEncoding(named: argument) else { return nil }
        self.encoding = encoding
    }

    static var allValueStrings: [String] { TextEncoding.allCases.map(\.rawValue) }
}
