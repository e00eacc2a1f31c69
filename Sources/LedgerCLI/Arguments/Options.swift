internal import ArgumentParser
internal import Ledger

/// What every command understands.
struct SharedOptions: ParsableArguments {
    @Option(
        name: [.customShort("O"), .long],
        help: "How results are written.")
    var format: OutputFormat?

    @Option(
        name: [.customShort("o"), .customLong("output")],
        help: ArgumentHelp(
            "Write results to a file; its ending (.txt, .csv, .json, .tsv, .md, .html, .svg) "
                + "chooses the format.",
            valueName: "file"))
    var file: String?

    @Option(
        name: .customLong("ledger"),
        help: ArgumentHelp(
            "The folder of the ledger, instead of $LEDGER_HOME.", valueName: "folder"))
    var folder: String?

    @Option(
        help: ArgumentHelp(
            "The present moment: RFC 3339, or a day, which means noon.", valueName: "time"))
    var now: String?

    @Option(
        name: .customLong("as"),
        help: ArgumentHelp("Who acts, instead of who logged in.", valueName: "person"))
    var user: String?

    @Option(
        help: ArgumentHelp(
            "When to use colours.", valueName: "when"))
    var color = ColorChoice.auto

    @Option(
        help: ArgumentHelp(
            "How numbers look in text and tables: 1,234.56, 1.234,56, '1 234,56', or locale for "
                + "what LC_NUMERIC says.", valueName: "example"))
    var numbers: NumbersArgument?

    @Flag(
        name: .customLong("no-pager"), help: "Show long results without a pager.")
    var noPager = false

    @Flag(name: .customLong("no-hooks"), help: "Ask and tell no hooks of yours.")
    var noHooks = false

    @Flag(
        name: .shortAndLong,
        help: "Say no more than the answer: neither what it was made from nor how to take it back.")
    var quiet = false
}

/// When letters are coloured.
enum ColorChoice: String, CaseIterable, ExpressibleByArgument {
    case auto
    case always
    case never
}

extension OutputFormat: ExpressibleByArgument {}

/// What commands that read understand.
struct ReadingOptions: ParsableArguments {
    @Option(
        name: .customLong("as-of"),
        help: ArgumentHelp(
            "See the ledger as it was after an event, or at a time.", valueName: "position|time"))
    var asOf: String?

    @Option(
        help: ArgumentHelp(
            "Be at a moment of the past: --as-of and --now in one.", valueName: "position|time"))
    var at: String?

    @Option(
        help: ArgumentHelp(
            "Sign what the result was made of, for ledger verify --receipt.", valueName: "file"))
    var receipt: String?
}

/// What commands that write understand.
struct WritingOptions: ParsableArguments {
    @Flag(name: .customLong("dry-run"), help: "Show what would be recorded; write nothing.")
    var dryRun = false

    @Option(
        help: ArgumentHelp(
            "Makes a repeat harmless: the same key and content are recorded once.",
            valueName: "text"))
    var key: String?

    @Flag(
        name: .customLong("accept-clock"),
        help: "Record although the clock is far from that of the last event.")
    var acceptClock = false

    func validate() throws {
        if key?.isEmpty == true { throw ValidationError("--key needs a text that is not empty") }
    }
}

/// What commands understand that change lines.
struct CorrectingOptions: ParsableArguments {
    @Option(
        help: ArgumentHelp(
            "Change closed books, and say why: see ledger close.", valueName: "reason"))
    var correct: String?

    func validate() throws {
        if correct?.isEmpty == true {
            throw ValidationError("--correct needs a reason that is not empty")
        }
    }
}

/// One of the plain periods, as a flag of its own: a new period is listed by itself.
struct PeriodFlag: EnumerableFlag {
    let period: Period

    static var allCases: [PeriodFlag] { Period.named.map { PeriodFlag(period: $0) } }

    static func name(for value: PeriodFlag) -> NameSpecification {
        let name = value.period.name
        guard let letter = name.uppercased().first else { return [.customLong(name)] }
        return [.customShort(letter), .customLong(name)]
    }

    static func help(for value: PeriodFlag) -> ArgumentHelp? {
        "Buckets: \(value.period.name)."
    }
}
