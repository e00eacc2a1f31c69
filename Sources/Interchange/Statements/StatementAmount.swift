/// An exact decimal number, to add up what a statement says before the ledger's currencies are
/// known.
struct StatementAmount: Hashable {
    private static let decimalsMax = 8

    /// In units of ten to the power of minus ``decimals``.
    private var units: Int128
    private var decimals: Int

    static let zero = StatementAmount(units: 0, decimals: 0)

    private init(units: Int128, decimals: Int) {
        (self.units, self.decimals) = (units, decimals)
    }

    /// Digits with a point before the decimals, at most 18 before and 8 behind it, and perhaps a
    /// minus in front; `nil` for anything else.
    init?(_ text: some Collection<UInt8>) {
        let isNegative = text.first == UInt8(ascii: "-")
        let parts = text.dropFirst(isNegative ? 1 : 0)
            .split(separator: UInt8(ascii: "."), omittingEmptySubsequences: false)
        guard (1...2).contains(parts.count), parts.allSatisfy({ $0.allSatisfy(\.isDigit) }),
            (1...18).contains(parts[0].count), parts.count == 1 || parts[1].count <= 8
        else { return nil }
        decimals = parts.count == 1 ? 0 : parts[1].count
        let value = parts.joined().reduce(Int128(0)) { $0 * 10 + Int128($1 - 0x30) }
        units = isNegative ? -value : value
    }

    /// The sum; 2^40 numbers can be added without an overflow.
    static func + (left: StatementAmount, right: StatementAmount) -> StatementAmount {
        let decimals = max(left.decimals, right.decimals)
        return StatementAmount(
            units: left.units(with: decimals) + right.units(with: decimals), decimals: decimals)
    }

    static prefix func - (amount: StatementAmount) -> StatementAmount {
        StatementAmount(units: -amount.units, decimals: amount.decimals)
    }

    /// Whether two amounts are the same number, whatever decimals are written.
    func isEqual(to other: StatementAmount) -> Bool { (self + -other).units == 0 }

    private func units(with decimals: Int) -> Int128 {
        (self.decimals..<max(self.decimals, decimals)).reduce(units) { value, _ in value * 10 }
    }
}

extension StatementAmount: CustomStringConvertible {
    var description: String {
        let digits = String(units.magnitude)
        let sign = units < 0 ? "-" : ""
        guard decimals > 0 else { return sign + digits }
        let padded = String(repeating: "0", count: max(0, decimals + 1 - digits.count)) + digits
        return sign + padded.dropLast(decimals) + "." + padded.suffix(decimals)
    }
}
