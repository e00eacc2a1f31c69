internal import Ledger

/// Reads what is typed into lines of a ledger.
struct LineReader {
    let books: Books
    let today: Today
    let settings: Settings

    /// The currency of a code, in any case; the ledger's own when left out.
    func currency(_ code: String?) throws(ApplicationError) -> Currency {
        guard let code else { return settings.baseCurrency }
        return try books.chart.currency(typed: code)
    }

    func amount(_ text: String, _ currency: Currency) throws(ApplicationError) -> Money {
        do throws(AmountError) { return try Money(parsing: text, currency: currency) } catch {
            throw .badAmount(text, error)
        }
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
        let given = try input.day.map { text throws(ApplicationError) in try today.day(text) }
        let day = given ?? today.day
        var details = LineDetails(
            time: time.map { existing($0, on: day) }, externalID: input.externalId,
            note: input.note ?? "", tags: input.tags ?? [])
        details.set(payee: input.payee, title: input.title)
        return NewLine(
            kind: input.kind ?? .expense,
            amount: try amount(input.amount, try currency(input.currency)), day: day,
            category: input.category, account: input.account, isIncoming: input.incoming ?? false,
            details: details)
    }
}

extension Chart {
    /// The currency of a code in any case: of the ledger's own, else of ISO 4217.
    func currency(typed code: String) throws(ApplicationError) -> Currency {
        if let currency = currency(code: code) ?? currency(code: code.uppercased()) {
            return currency
        }
        let own = Spelling.nearest(to: code, among: currencies.map(\.code))
        let near = own + Currency.nearest(to: code)
        throw .unknownCurrency(code, suggestions: Array(near.prefix(3)))
    }
}

extension Environment {
    func lineReader(_ books: Books) throws(ApplicationError) -> LineReader {
        LineReader(books: books, today: try today(in: books), settings: try settings(of: books))
    }
}
