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
        guard days == .all, let folds, let file = store as? FileEventStore else {
            return try money(of: try splitLines(), in: days)
        }
        // Asked before they are read, as for ``KeptFold``.
        let durable = try mappingError(StoreError.ofLog, file.log.durableCount())
        var money: SharedMoney?
        if let known = folds.money.known(of: file), known.count <= count {
            money = try carried(known.money, from: known.count)
        }
        let all: SharedMoney
        if let money { all = money } else { all = try self.money(of: try splitLines(), in: days) }
        if durable >= count { folds.money.keep(all, count, of: file) }
        return all
    }

    /// Where more lines were changed since, split or not, all split lines are added up.
    private static let changedMax = 1_024

    private func money(
        of ids: Set<UInt64>, in days: DayRange
    ) throws(StoreError) -> SharedMoney {
        var money = SharedMoney()
        if ids.isEmpty { return money }
        let state = try state(for: ids.sorted(), withCategories: false)
        for line in state.lines.values where days.contains(line.facts.day) { money.add(line) }
        return money
    }

    /// The lines that were ever split.
    private func splitLines() throws(StoreError) -> Set<UInt64> {
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

    /// The money of the first events with what later ones say; `nil` where they say it of too many
    /// lines, which are all held in memory.
    private func carried(
        _ known: SharedMoney, from start: UInt64
    ) throws(StoreError) -> SharedMoney? {
        var changed: Set<UInt64> = []
        try store.read(start..<count, [.links, .hot, .facts]) { batch throws(StoreError) in
            changed.formUnion(batch.splitLines)
            changed.formUnion(try batch.changedLines())
            return changed.count > LedgerSnapshot.changedMax ? .stop : .next
        }
        guard changed.count <= LedgerSnapshot.changedMax else { return nil }
        var money = known
        if changed.isEmpty { return money }
        let ids = changed.sorted()
        let old = ids.filter { $0 < start }
        if !old.isEmpty {
            let state = try before(start).state(for: old, withCategories: false)
            // Other lines of their entries are in the state, too.
            for line in old.compactMap({ state.lines[$0] }) { money.remove(line) }
        }
        let state = try state(for: ids, withCategories: false)
        for line in ids.compactMap({ state.lines[$0] }) { money.add(line) }
        return money
    }
}

extension ColumnBatch {
    /// The lines of which events say who bears them.
    fileprivate var splitLines: [UInt64] {
        let rows = bytes[.shares]?.rows ?? []
        return rows.map { target(at: Int($0)) ?? firstPosition + UInt64($0) }
    }

    /// The lines of which events say that something changed that counts.
    fileprivate func changedLines() throws(StoreError) -> [UInt64] {
        let changes = try knownTypes().map { type in
            switch type {
            case .lineAmended, .lineVoided, .lineRestored: true
            default: false
            }
        }
        guard changes.contains(true) else { return [] }
        return keyCodes.indices.compactMap { changes[Int(keyCodes[$0])] ? target(at: $0) : nil }
    }

    private func target(at row: Int) -> UInt64? {
        links[.target]?.value(at: row).flatMap { UInt64(exactly: $0) }
    }
}
