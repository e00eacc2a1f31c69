internal import Ledger

/// Whether the balances of a file agree with its amounts.
package struct BalanceEvidence: Hashable, Sendable {
    /// How rows follow each other.
    package enum Order: String, Codable, Hashable, Sendable {
        case oldestFirst
        case newestFirst
    }

    /// The order in which the balances agree best.
    package let order: Order
    /// Balances that were compared with the one before.
    package let compared: Int
    /// How many of them agree: the balance before, and the amounts since, make the balance.
    package let agreeing: Int
    /// The line of the first that does not; `nil` if all do.
    package let firstBreak: Int?
    /// Whether amounts without a side are added to the balance as they are written (`account`) or
    /// taken from it (`spend`).
    package let sign: AmountSign

    /// The signs with which all agree, in either order.
    let provenSigns: Set<AmountSign>

    /// Whether all agree, so no row is missing between the first and the last.
    package var isProven: Bool { compared > 0 && agreeing == compared }
}

/// Compares balances with amounts before it is known how either is read: in both decimal marks,
/// both orders and both signs at once.
struct BalanceCollector {
    private static let accountsMax = 64
    /// Decimals that are compared; what does not fit 64 bits is compared modulo 2^64.
    private static let exponent = 8

    private struct State {
        var balance: Int64?
        var pending: Int64 = 0
    }

    private struct Tally {
        var compared = 0
        var agreeing = 0
        var firstBreak: Int?
    }

    /// The account of the rows that are read, and what they said so far.
    private var current = ""
    private var isCounted = true
    private var states = [State](repeating: State(), count: 8)
    private var others: [String: [State]] = [:]
    private var tallies = [Tally](repeating: Tally(), count: 8)

    /// Adds a row.
    ///
    /// - Parameters:
    ///   - amount: The amount that is not zero, or the only one; `nil` if it cannot be read.
    ///   - side: On which side the row says that it is.
    ///   - balance: The cell of the balance; an empty one means that the next is after both rows.
    mutating func add(
        _ amount: AmountCell?, side: Side?, balance: Cell, account: String, line: Int
    ) {
        if account != current { go(to: account) }
        guard isCounted else { return }
        let isEmpty = balance.trimmedCell.isEmpty
        let cell = isEmpty ? nil : AmountCell(balance)
        for mark in 0..<2 {
            let value = amount.flatMap { BalanceCollector.value(of: $0, isComma: mark == 1) }
            let after = cell.flatMap { BalanceCollector.value(of: $0, isComma: mark == 1) }
            for variant in 0..<4 {
                let index = mark * 4 + variant
                guard let value, isEmpty || after != nil else {
                    states[index] = State()
                    continue
                }
                let isReversed = variant & 1 != 0
                let isChange = variant & 2 == 0 || side == .credit
                let change = isChange ? value : 0 &- value
                add(change, after, isReversed, line, to: index)
            }
        }
    }

    /// Puts the states of an account in the place of those of the one before.
    private mutating func go(to account: String) {
        if isCounted { others[current] = states }
        current = account
        let known = others.removeValue(forKey: account)
        isCounted = known != nil || others.count < BalanceCollector.accountsMax
        states = known ?? [State](repeating: State(), count: tallies.count)
    }

    private mutating func add(
        _ change: Int64, _ after: Int64?, _ isReversed: Bool, _ line: Int, to index: Int
    ) {
        var state = states[index]
        defer { states[index] = state }
        if !isReversed { state.pending &+= change }
        if let after {
            if let before = state.balance {
                let expected = isReversed ? before &- state.pending : before &+ state.pending
                tallies[index].compared += 1
                if expected == after {
                    tallies[index].agreeing += 1
                } else if tallies[index].firstBreak == nil {
                    tallies[index].firstBreak = line
                }
            }
            state = State(balance: after, pending: 0)
        }
        if isReversed { state.pending &+= change }
    }

    /// What the balances say, read with a decimal mark; `nil` if there were none to compare.
    func decided(_ mark: MoneyFormat.DecimalMark) -> BalanceEvidence? {
        let own = tallies[(mark == .comma ? 4 : 0)..<(mark == .comma ? 8 : 4)]
        guard let most = own.map(\.agreeing).max(),
            let index = own.firstIndex(where: { $0.agreeing == most }), own[index].compared > 0
        else { return nil }
        let proven = own.indices.filter { own[$0].agreeing == own[$0].compared }
        return BalanceEvidence(
            order: index & 1 == 0 ? .oldestFirst : .newestFirst, compared: own[index].compared,
            agreeing: most, firstBreak: own[index].firstBreak,
            sign: index & 2 == 0 ? .account : .spend,
            provenSigns: Set(proven.map { $0 & 2 == 0 ? AmountSign.account : .spend }))
    }

    static func value(of amount: AmountCell, isComma: Bool) -> Int64? {
        let fitting = NumberFormat.fitting(amount.number)
        for index in isComma ? 3..<6 : 0..<3 {
            let format = NumberFormat(index: index)
            guard fitting.contains(format) else { continue }
            guard let value = try? format.value(of: amount.number, exponent: exponent) else {
                return nil
            }
            let bits = Int64(truncatingIfNeeded: value)
            let isOut = amount.isNegative != (amount.side == .debit)
            return isOut ? 0 &- bits : bits
        }
        return nil
    }
}
