internal import EventLog
internal import Ledger

extension Environment {
    /// What a request asks for with a currency and the day of prices; `nil` where it names no
    /// currency.
    ///
    /// - Parameter moment: `day` when left out.
    func exchange(
        _ code: String?, _ moment: String?, in snapshot: LedgerSnapshot, _ today: CalendarContext,
        path: String
    ) throws(ApplicationError) -> Exchange? {
        guard let code else {
            if moment != nil { throw .badInput(path: path, field: "prices", .badValue) }
            return nil
        }
        let currency = try snapshot.referenceData.currency(typed: code)
        let allowed = Exchange.Moment.allCases.map(\.rawValue)
        guard let at = Exchange.Moment(rawValue: moment ?? Exchange.Moment.day.rawValue) else {
            throw .badChoice(field: "value", moment ?? "", allowed: allowed)
        }
        let book = try mappingError(ApplicationError.store, snapshot.priceBook())
        return Exchange(currency, at: at, book, today: today.day)
    }
}
