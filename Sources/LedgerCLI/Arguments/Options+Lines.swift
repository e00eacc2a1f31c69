internal import Application
internal import ArgumentParser
internal import Ledger

/// What can be said of a line when it is recorded.
struct LineOptions: ParsableArguments {
    @Argument(
        help: "The amount: 12.50, 12,50€, 12.50 USD; negative for a refund.")
    var amount: String

    @Argument(help: "The title, such as Lunch or 'Market | Apples'; words need no quotes.")
    var title: [String] = []

    @Option(
        name: .shortAndLong,
        help: ArgumentHelp(
            "The category; levels are joined by a colon, as in food:lunch. It stays for ever.",
            valueName: "category"), completion: .categories)
    var category: String?

    @Option(
        name: .shortAndLong,
        help: ArgumentHelp(
            "The account or payment method; a new one is opened. It stays for ever.",
            valueName: "account"), completion: .accounts)
    var account: String?

    @Option(help: ArgumentHelp("The currency, such as EUR.", valueName: "code"))
    var currency: String?

    @Option(
        name: .shortAndLong, help: ArgumentHelp("A tag; may be repeated.", valueName: "tag"),
        completion: .tags)
    var tag: [String] = []

    @Option(help: ArgumentHelp("A note.", valueName: "text"))
    var note: String?

    @Option(
        help: ArgumentHelp(
            "Who paid, by name, or me; someone new is added.", valueName: "person"),
        completion: .persons)
    var payer: String?

    @Option(help: SplitArgument.help)
    var split: [String] = []

    @Option(
        help: ArgumentHelp("Who was paid, or who paid you.", valueName: "name"),
        completion: .payees)
    var payee: String?

    /// The line; what it leaves out is as in the first.
    var input: LineInput {
        // Where the currency is an option, a single word is the title: `700 Yen --currency JPY`.
        let typed = Arguments.plain(amount)
        let isTitle = currency != nil && title.count == 1 && AmountText.isAmount(typed)
        let (amount, words) = isTitle ? (typed, title) : LineOptions.parts(typed, title)
        let title = words.map(Arguments.plain)
        return LineInput(
            amount: amount, currency: currency,
            title: title.isEmpty ? nil : title.joined(separator: " "),
            note: note.map(Arguments.plain),
            category: category.map(Arguments.plain),
            tags: tag.isEmpty ? nil : tag.map(Arguments.plain),
            account: account.map(Arguments.plain),
            payer: payer.flatMap { $0.isEmpty ? nil : Arguments.plain($0) },
            payee: payee.map(Arguments.plain),
            split: split.isEmpty ? nil : split.map(Arguments.plain))
    }
}

extension LineOptions {
    /// The amount with the currency that precedes or follows it as a word of its own, and the
    /// words that are left of the title.
    static func parts(
        _ amount: String, _ title: [String]
    ) -> (amount: String, title: [String]) {
        guard let first = title.first, !Arguments.isMarked(first) else { return (amount, title) }
        let isFirst = AmountText.isAmount(amount) && CurrencySymbol.isUnit(first)
        let isLast = CurrencySymbol.isUnit(amount) && AmountText.isAmount(first)
        return isFirst || isLast
            ? ("\(amount) \(first)", Array(title.dropFirst())) : (amount, title)
    }
}

/// How it is typed who bears a line.
enum SplitArgument {
    static let help = ArgumentHelp(
        "Who bears it: Ann,Bob in equal parts, Ann:2,Bob by weight, Ann=12.50,Bob with a fixed "
            + "part; - picks them from a list.", valueName: "persons")
}

/// Days.
struct DayOptions: ParsableArguments {
    @Option(
        name: .shortAndLong,
        help: ArgumentHelp("The first day: 2026-04-01, 2026-04, yesterday.", valueName: "day"))
    var begin: String?

    @Option(
        name: .shortAndLong,
        help: ArgumentHelp("The day after the last one.", valueName: "day"))
    var end: String?

    @Option(help: ArgumentHelp("The last day, or all of 2026-04.", valueName: "day"))
    var to: String?

    @Option(
        name: .shortAndLong,
        help: ArgumentHelp(
            "Days in words: last month, 2026-04, monthly in 2026, every 2 weeks.",
            valueName: "words"))
    var period: String?
}

/// Days, and which lines count.
struct RangeOptions: ParsableArguments {
    @OptionGroup var days: DayOptions

    @Flag(help: "Only expenses.")
    var expense = false

    @Flag(help: "Only income.")
    var income = false

    @Flag(help: "Only transfers.")
    var transfer = false
}
