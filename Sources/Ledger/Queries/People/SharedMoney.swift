/// What persons paid and bear, per currency: the figures of a ``PeopleBalance``.
package struct SharedMoney: Hashable, Sendable {
    /// Minor units of a person.
    package struct Sums: Hashable, Sendable {
        /// What the person paid.
        package var paid: Int128 = 0
        /// What the person bears.
        package var borne: Int128 = 0
        /// How many times lines say so: who is in none has no sums.
        fileprivate(set) var mentions = 0

        /// What was paid beyond what is borne.
        package var net: Int128 { paid - borne }
    }

    /// What one person gives another one.
    package struct Payment: Hashable, Sendable {
        /// Who gives, by position.
        package let from: UInt64
        /// Who gets, by position.
        package let to: UInt64
        /// Minor units, above zero.
        package let minor: Int128
    }

    /// The sums of each person, by currency.
    package private(set) var sums: [Currency: [UInt64: Sums]] = [:]
    /// How many lines were taken in.
    package private(set) var lines = 0
    /// How many lines are split but do not say who paid.
    package private(set) var unpaid = 0

    /// No money.
    package init() {}

    /// Takes in a line; one that is voided, not split, or the other side of a transfer is nothing.
    ///
    /// Of an income the payer is who got it, and the shares are due: the signs are the other ones.
    package mutating func add(_ line: LineState) { take(line, times: 1) }

    /// Takes out a line that was taken in.
    mutating func remove(_ line: LineState) { take(line, times: -1) }

    private mutating func take(_ line: LineState, times: Int) {
        let (facts, details) = (line.facts, line.details)
        if line.isVoided || details.shares.isEmpty || facts.flags.contains(.counterpart) { return }
        lines += times
        guard let payer = details.payer?.position else {
            unpaid += times
            return
        }
        let sign = Int128(facts.kind == .income ? -times : times)
        let currency = facts.amount.currency
        mention(payer, currency, times) { $0.paid += sign * Int128(facts.amount.minor) }
        for share in details.shares {
            mention(share.person, currency, times) { $0.borne += sign * Int128(share.minor) }
        }
    }

    private mutating func mention(
        _ person: UInt64, _ currency: Currency, _ times: Int, _ change: (inout Sums) -> Void
    ) {
        var persons = sums.removeValue(forKey: currency) ?? [:]
        var own = persons[person] ?? Sums()
        change(&own)
        own.mentions += times
        persons[person] = own.mentions == 0 ? nil : own
        if !persons.isEmpty { sums[currency] = persons }
    }

    /// How many sums there are.
    var count: Int { sums.values.reduce(0) { $0 + $1.count } }

    /// Payments that bring everyone in a currency to zero, fewer than there are persons: the one
    /// who owes most gives the one to whom most is due, as much as both allow, and so on.
    ///
    /// - Complexity: O(*n* · log *n*) in the persons.
    package func payments(in currency: Currency) -> [Payment] {
        let nets = (sums[currency] ?? [:]).mapValues(\.net)
        func ranked(_ sign: Int128) -> [(person: UInt64, left: Int128)] {
            nets.filter { $0.value.signum() == sign }.map { ($0.key, sign * $0.value) }
                .sorted { ($1.1, $0.0) < ($0.1, $1.0) }
        }
        var (givers, getters) = (ranked(-1), ranked(1))
        var payments: [Payment] = []
        var (giver, getter) = (0, 0)
        while giver < givers.count, getter < getters.count {
            let minor = min(givers[giver].left, getters[getter].left)
            payments.append(
                Payment(from: givers[giver].person, to: getters[getter].person, minor: minor))
            givers[giver].left -= minor
            getters[getter].left -= minor
            if givers[giver].left == 0 { giver += 1 }
            if getters[getter].left == 0 { getter += 1 }
        }
        return payments
    }
}
