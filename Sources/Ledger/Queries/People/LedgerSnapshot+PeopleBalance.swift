internal import EventLog

extension LedgerSnapshot {
    /// Who paid and who bears what of the split lines of some days, and what settles it.
    ///
    /// - Complexity: That of ``sharedMoney(in:)``.
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

    /// The split lines of some days added up; those of all days are carried on where tables are
    /// kept.
    ///
    /// - Complexity: O(*n*) in the facts of the log, and in the links after the oldest split line;
    ///   carried on, in the facts behind what was added up before, and in the links after the
    ///   oldest line of which these say something.
    package func sharedMoney(in days: DayRange) throws(StoreError) -> SharedMoney {
        guard days == .all else { return try money(of: try splitLines(), in: days) }
        return try answer(to: KeptMoney()) { $0.money }
    }

    /// The money of some lines that are of some days.
    func money(of ids: Set<UInt64>, in days: DayRange) throws(StoreError) -> SharedMoney {
        var money = SharedMoney()
        if ids.isEmpty { return money }
        let state = try state(for: ids.sorted(), withCategories: false)
        for line in state.lines.values where days.contains(line.facts.day) { money.add(line) }
        return money
    }

    /// The lines that were ever split.
    func splitLines() throws(StoreError) -> Set<UInt64> {
        let threads = LedgerSnapshot.threads(for: count)
        let parts = try store.inParts(0..<count, threads: threads) {
            (range) throws(StoreError) -> Set<UInt64> in
            var ids: Set<UInt64> = []
            try store.read(range, [.links, .hot, .facts]) { batch throws(StoreError) in
                _ = try batch.knownTypes()
                ids.formUnion(batch.splitLines)
                return .next
            }
            return ids
        }
        return parts.reduce(into: []) { $0.formUnion($1) }
    }
}

extension ColumnBatch {
    /// The lines of which events say who bears them.
    var splitLines: [UInt64] {
        let rows = bytes[.shares]?.rows ?? []
        return rows.map { target(at: Int($0)) ?? firstPosition + UInt64($0) }
    }

    /// The line of which an event speaks; `nil` where it records one.
    func target(at row: Int) -> UInt64? {
        links[.target]?.value(at: row).flatMap { UInt64(exactly: $0) }
    }
}
