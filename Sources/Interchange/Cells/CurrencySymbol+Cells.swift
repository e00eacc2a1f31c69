internal import Ledger

extension CurrencySymbol {
    /// The codes that a cell beside an amount can stand for.
    static func codes(of unit: Cell) -> [String] { codes(of: unit.text) }
}
