internal import Application
internal import ArgumentParser
internal import Interchange
internal import Ledger

/// `ledger import`
struct ImportCommand: WritingCommand {
    static let configuration = CommandConfiguration(
        commandName: "import", abstract: "Import a CSV file; a second time adds nothing.",
        discussion: """
            All of the file or nothing. Columns are found by their usual names. An option names a \
            column, or else is a constant for all rows; with = in front it is always a constant, \
            and an empty text leaves the column out.

              ledger import bank.csv
              ledger import bank.csv --amount Betrag --date Buchungstag --account =bank
            """)

    @Argument(help: ArgumentHelp("The file; - is standard input.", valueName: "file"))
    var path: String

    @Option(help: ArgumentHelp("The dates.", valueName: "column"))
    var date: String?

    @Option(help: ArgumentHelp("The amounts.", valueName: "column"))
    var amount: String?

    @Option(help: ArgumentHelp("Titles or payees.", valueName: "column"))
    var title: String?

    @Option(help: ArgumentHelp("Notes.", valueName: "column"))
    var note: String?

    @Option(
        name: .shortAndLong,
        help: ArgumentHelp("Categories; repeated for lower levels.", valueName: "column"))
    var category: [String] = []

    @Option(help: ArgumentHelp("Words for expense, income, transfer.", valueName: "column"))
    var kind: String?

    @Option(help: ArgumentHelp("Currency codes.", valueName: "column"))
    var currency: String?

    @Option(name: .shortAndLong, help: ArgumentHelp("Accounts.", valueName: "column"))
    var account: String?

    @Option(
        name: .shortAndLong, help: ArgumentHelp("Tags; may be repeated.", valueName: "column"))
    var tag: [String] = []

    @Option(
        name: .customLong("date-form"),
        help: ArgumentHelp("DD-MM-YYYY, YYYY-MM-DD, DD/MM/YYYY …", valueName: "form"))
    var dateForm: DateFormArgument?

    @Option(
        name: .customLong("decimal-mark"), help: ArgumentHelp(". or ,", valueName: "mark"))
    var decimalMark: DecimalMarkArgument?

    @Option(help: ArgumentHelp("comma, semicolon, tab or pipe.", valueName: "mark"))
    var separator: SeparatorArgument?

    @Option(help: ArgumentHelp("utf-8, utf-16le, cp1252, iso-8859-1 …", valueName: "name"))
    var encoding: EncodingArgument?

    @Option(help: ArgumentHelp("Lines before the header.", valueName: "lines"))
    var skip: Int?

    @Flag(name: .customLong("no-header"), help: "Columns are called 1, 2, 3 …")
    var isWithoutHeader = false

    @Option(
        help: ArgumentHelp(
            "Rows that were changed since an earlier file, or are missing: list, accept, ignore.",
            valueName: "what"))
    var changes: ImportProposals?

    @Flag(
        name: .customLong("skip-refused"), help: "Leave out rows that cannot be read.")
    var skipsRefused = false

    @OptionGroup var writing: WritingOptions
    @OptionGroup var shared: SharedOptions

    func run(in context: CommandContext) throws(CommandFailure) {
        let bytes: [UInt8]
        do throws(Terminal.Failure) { bytes = try Terminal.load(path) } catch {
            throw .file(error)
        }
        let options = CSVImportOptions(
            date: date, amount: amount, title: title, note: note, category: category, kind: kind,
            currency: currency, account: account, tag: tag, dateForm: dateForm?.form,
            decimalMark: decimalMark?.mark, separator: separator?.separator,
            encoding: encoding?.encoding, skippedLines: skip,
            hasHeader: isWithoutHeader ? false : nil)
        let name = path == "-" ? nil : path.split(separator: "/").last.map(String.init)
        let input = ImportCSV.Input(
            file: FileBytes(bytes), fileName: name, options: options, proposals: changes,
            skipsRefused: skipsRefused ? true : nil, key: writing.key)
        let done: ImportCSV.Output
        do throws(CommandFailure) {
            done = try context.call(ImportCSV.self, input)
        } catch .application(.csv(let error)) {
            throw .unreadable(error, path: path)
        } catch {
            throw error
        }
        let shown = ReceiptText(done, isRehearsal: context.isDryRun, output: context.output)
        try context.put(done, text: shown.text, csv: ReportCSV.text(done.receipt))
        if !done.receipt.refused.isEmpty, !skipsRefused {
            throw .rowsRefused(done.receipt, path: path)
        }
    }
}

/// What stands before the decimals of amounts.
enum DecimalMarkArgument: String, CaseIterable, ExpressibleByArgument {
    case point = "."
    case comma = ","

    var mark: MoneyFormat.DecimalMark { self == .point ? .point : .comma }
}

/// A form of dates, such as `DD-MM-YYYY`.
struct DateFormArgument: ExpressibleByArgument {
    let form: DateForm

    init?(argument: String) {
        guard let form = DateForm(rawValue: argument.uppercased()) else { return nil }
        self.form = form
    }

    static var allValueStrings: [String] { DateForm.allCases.map(\.rawValue) }
}

/// What stands between fields, by name or as it is.
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

extension ImportProposals: ExpressibleByArgument {}
