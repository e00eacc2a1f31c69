internal import EventLog

/// Reads what events add to the spending table and take from it, one by one.
///
/// `label` says of a group whether it matters: what is not 0 is handed on.
struct PostingReader<Label> {
    /// An amount that is added, or taken back.
    struct Term {
        let position: UInt64
        let label: Label
        let day: Day
        /// In minor units.
        let amount: Int64
        /// 1, or -1 for what is taken back.
        let sign: Int64
    }

    private let days: DayRange
    private let label: (SpendingTable.Group) -> Label?
    /// What keys were found to stand for; they are the same in many batches.
    private var known: [[Field]: Label?] = [:]

    /// - Parameter label: `nil` for groups that do not matter.
    init(days: DayRange, label: @escaping (SpendingTable.Group) -> Label?) {
        self.days = days
        self.label = label
    }

    /// Hands over what the events of a batch do, in their order; what an event takes back comes
    /// before what it adds.
    mutating func read(
        _ batch: ColumnBatch, _ body: (Term) throws(StoreError) -> Void
    ) throws(StoreError) {
        let types = try batch.knownTypes()
        var stated: [Label?] = []
        for (code, key) in batch.keys.enumerated() {
            let counts = types[code]?.statesFacts == true
            stated.append(counts ? try label(of: key, batch.position(ofKey: code)) : nil)
        }
        var retracted: [Label?] = []
        for (code, key) in batch.retractedKeys.enumerated() {
            retracted.append(try label(of: key, batch.position(ofRetractedKey: code)))
        }
        let takes = retracted.contains { $0 != nil }
        let adds = stated.contains { $0 != nil }
        if !takes, !adds { return }
        let (statedDays, amounts) = (batch.numbers[.day] ?? [], batch.numbers[.amount] ?? [])
        let oldDays = batch.retractedNumbers[.day] ?? []
        let oldAmounts = batch.retractedNumbers[.amount] ?? []
        guard !adds || min(statedDays.count, amounts.count) == batch.count,
            !takes || min(oldDays.count, oldAmounts.count) == batch.retractions.rows.count
        else { return }
        var next = 0
        /// What the events up to and with one of the batch take back.
        func rollBack(upTo index: Int) throws(StoreError) {
            let rows = batch.retractions.rows
            while next < rows.count, rows[next] <= index {
                let code = Int(batch.retractions.values[next])
                if let label = retracted[code], let day = day(oldDays[next]) {
                    try body(
                        Term(
                            position: batch.firstPosition + UInt64(rows[next]), label: label,
                            day: day, amount: oldAmounts[next], sign: -1))
                }
                next += 1
            }
        }
        if adds {
            for (index, code) in batch.keyCodes.enumerated() {
                guard let label = stated[Int(code)], let day = day(statedDays[index]) else {
                    continue
                }
                if takes { try rollBack(upTo: index) }
                try body(
                    Term(
                        position: batch.firstPosition + UInt64(index), label: label, day: day,
                        amount: amounts[index], sign: 1))
            }
        }
        if takes { try rollBack(upTo: batch.count) }
    }

    /// The day of a number, where it counts.
    private func day(_ number: Int64) -> Day? {
        guard let number = Int32(exactly: number) else { return nil }
        let day = Day(daysSince1970: number)
        return days.contains(day) ? day : nil
    }

    private mutating func label(
        of key: GroupKey, _ position: @autoclosure () -> UInt64
    ) throws(StoreError) -> Label? {
        guard key.has(.day), key.has(.amount) else {
            throw .undecodable(position: position(), column: key.has(.day) ? .amount : .day)
        }
        if let label = known[key.fields] { return label }
        let row = Row(type: 0, schema: 0, isCritical: false, fields: key.fields)
        let reader = RowReader(row: row, position: position())
        let found = try SpendingTable.Group(of: reader).flatMap(label)
        known[key.fields] = .some(found)
        return found
    }
}
