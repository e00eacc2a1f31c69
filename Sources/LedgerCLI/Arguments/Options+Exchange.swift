internal import ArgumentParser
internal import Ledger

/// In which currency figures are told.
struct ExchangeOptions: ParsableArguments {
    @Option(
        name: [.customShort("X"), .customLong("exchange")],
        help: ArgumentHelp(
            "Everything in one currency, by the prices of ledger price. Each figure is added up "
                + "exactly and rounded once, half to even, totals too, which may differ from the "
                + "sum of what is shown; what has no price stands apart.",
            valueName: "currency"))
    var currency: String?

    @Option(
        help: ArgumentHelp(
            "The prices of which day: day (of each line), end (of each period), now.",
            valueName: "when"))
    var value: String?

    func validate() throws {
        if value != nil, currency == nil { throw ValidationError("--value needs --exchange") }
    }

    /// The code that was typed.
    var code: String? { currency.map(Arguments.plain) }
}
