internal import Ledger

extension Environment {
    func lineReader(_ snapshot: LedgerSnapshot) throws(ApplicationError) -> LineReader {
        LineReader(
            snapshot: snapshot, today: try today(in: snapshot), settings: try settings(of: snapshot)
        )
    }
}

/// Reads what is typed into lines of a ledger.
struct LineReader {
    let snapshot: LedgerSnapshot
    let today: CalendarContext
    let settings: Settings

    /// The currency of a code, in any case; the ledger's own when left out.
    func currency(_ code: String?) throws(ApplicationError) -> Currency {
        guard let code else { return settings.baseCurrency }
        return try snapshot.referenceData.currency(typed: code)
    }

    /// An amount with or without a currency beside its digits.
    ///
    /// - Parameters:
    ///   - code: The currency that was said apart; that of the digits has to be the same.
    ///   - base: The currency where neither says one.
    func amount(
        _ text: String, _ code: String? = nil, else base: Currency
    ) throws(ApplicationError) -> Money {
        try snapshot.referenceData.amount(
            text,
            in: try code.map { code throws(ApplicationError) in
                try currency(code)
            }, else: base)
    }

    func time(_ text: String) throws(ApplicationError) -> TimeOfDay {
        guard let time = TimeOfDay(text) else { throw .badTime(text) }
        return time
    }

    /// A time that a day's clocks leave out, moved forward by what they leave out.
    private func existing(_ time: TimeOfDay, on day: Day) -> TimeOfDay {
        today.zone.timeOfDay(at: today.zone.timestamp(of: day, time))
    }

    func line(_ input: LineInput) throws(ApplicationError) -> NewLine {
        let time = try input.time.map { text throws(ApplicationError) in try self.time(text) }
        let given = try input.day.map { text throws(ApplicationError) in try today.exactDay(text) }
        let day = given ?? today.day
        var details = LineDetails(
            time: time.map { existing($0, on: day) }, externalID: input.externalId,
            note: input.note ?? "", tags: input.tags?.distinctTags ?? [])
        details.set(payee: input.payee, title: input.title)
        return NewLine(
            kind: input.kind ?? .expense,
            amount: try amount(input.amount, input.currency, else: settings.baseCurrency),
            day: day,
            category: input.category, account: input.account, isIncoming: input.incoming ?? false,
            details: details)
    }
}

extension ReferenceData {
    /// The currency of a code or symbol in any case: of the ledger's own, else of ISO 4217.
    func currency(typed code: String) throws(ApplicationError) -> Currency {
        switch currency(written: code) {
        case .one(let currency): return currency
        case .several(let codes): throw .ambiguousCurrency(code, codes)
        case .unknown(let near): throw .unknownCurrency(code, suggestions: near)
        }
    }

    /// An amount with or without a currency beside its digits, which has to be the given one.
    func amount(
        _ text: String, in given: Currency?, else base: Currency
    ) throws(ApplicationError) -> Money {
        let written = WrittenAmount(text)
        let beside = try written.unit.map { unit throws(ApplicationError) in
            try currency(beside: unit, given)
        }
        if let given, let beside, given != beside {
            throw .badAmount(text, .differentCurrencies(beside, given))
        }
        do throws(AmountError) {
            return try Money(parsing: written.digits, currency: given ?? beside ?? base)
        } catch {
            throw .badAmount(written.digits, error)
        }
    }

    /// A symbol of several currencies is that of the currency that was said.
    private func currency(
        beside unit: String, _ given: Currency?
    ) throws(ApplicationError) -> Currency {
        if let given, CurrencySymbol.codes(of: unit).contains(given.code) { return given }
        return try currency(typed: unit)
    }
}
