internal import EventLog

extension LedgerSnapshot {
    /// Who paid and who bears what of the split lines of some days, and what settles it.
    ///
    /// - Complexity: O(*n*) in the facts of the log, and in the links after the oldest split line.
    package func peopleBalance(in days: DayRange) throws(StoreError) -> PeopleBalance {
        let money = try sharedMoney(in: days)
        func name(_ person: UInt64) -> String { referenceData.person(at: person)?.name ?? "" }
        var rows: [PeopleBalance.Row] = []
        var payments: [PeopleBalance.Payment] = []
        for currency in money.sums.keys.sorted(by: referenceData.currencyOrder.isBefore) {
            func text(_ minor: Int128) -> String {
                decimalText(minor, exponent: currency.exponent)
            }
            let persons = (money.sums[currency] ?? [:]).sorted { $0.key < $1.key }
            rows += persons.map { person, sums in
                PeopleBalance.Row(
                    id: person, name: name(person), currency: currency.code,
                    paid: text(sums.paid), borne: text(sums.borne), net: text(sums.net))
            }
            payments += money.payments(in: currency).map { payment in
                PeopleBalance.Payment(
                    from: payment.from, fromName: name(payment.from), to: payment.to,
                    toName: name(payment.to), amount: text(payment.minor), currency: currency.code)
            }
        }
        let head = try head()
        return PeopleBalance(
            rows: rows, payments: payments, lines: money.lines, unpaid: money.unpaid,
            position: head.lastPosition, root: head.root.hex)
    }

    /// The split lines of some days added up.
    ///
    /// - Complexity: O(*n*) in the facts of the log, and in the links after the oldest split line.
    package func sharedMoney(in days: DayRange) throws(StoreError) -> SharedMoney {
        var ids: Set<UInt64> = []
        try store.read(0..<count, [.links, .hot, .facts]) { batch throws(StoreError) in
            _ = try batch.knownTypes()
            for row in batch.bytes[.shares]?.rows ?? [] {
                let target = batch.links[.target]?.value(at: Int(row))
                ids.insert(
                    target.flatMap { UInt64(exactly: $0) } ?? batch.firstPosition + UInt64(row))
            }
            return .next
        }
        var money = SharedMoney()
        if ids.isEmpty { return money }
        let state = try state(for: ids.sorted(), withCategories: false)
        for line in state.lines.values where days.contains(line.facts.day) { money.add(line) }
        return money
    }
}
