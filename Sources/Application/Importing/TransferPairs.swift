internal import EventLog
internal import Interchange
internal import Ledger

/// Finds new rows that may be one side of a transfer of which another account of the ledger, or of
/// the file, has the other: the same amount the other way, within some days.
struct TransferPairs {
    /// Banks take a weekend and a day.
    private static let daysMax = 4
    /// Lines and rows that are looked at, at most.
    private static let linesMax = 20_000
    /// Of so many rows at most only lines of their amounts are looked at.
    private static let amountsMax = 20

    /// A side of a transfer that may be.
    private struct Side {
        /// Its row, by its index; `nil` for a line.
        let row: Int?
        let id: UInt64
        let day: Day
        /// Its name as it is shown.
        let account: String
        let amount: Money
    }

    /// A row and what it may go with.
    private struct Pair {
        let row: Int
        let side: Side
        let other: Side
    }

    private var pairs: [Pair] = []
    var isEmpty: Bool { pairs.isEmpty }

    /// - Parameter isNew: The rows that are to be recorded.
    init(
        _ rows: RowReading, _ isNew: RowSet, _ days: DayRange?, _ snapshot: LedgerSnapshot
    ) throws(ApplicationError) {
        let data = snapshot.referenceData
        guard let days, rows.plan.columns.own == nil, isNew.count > 0,
            isNew.count <= TransferPairs.linesMax
        else { return }
        var sides: [Side] = []
        try rows.rows { index, row in
            guard isNew.contains(index), let name = row.accountName?.trimmed,
                let amount = TransferPairs.moved(row.facts)
            else { return true }
            let account = data.account(named: name)?.facts.name ?? name
            sides.append(
                Side(row: index, id: 0, day: row.facts.day, account: account, amount: amount))
            return true
        }
        let hasSeveral = sides.contains { $0.account != sides[0].account }
        if sides.isEmpty || data.accounts.isEmpty && !hasSeveral { return }
        var query = LineQuery()
        query.require(
            .days(
                DayRange(
                    start: days.start.adding(days: -TransferPairs.daysMax),
                    end: days.end.adding(days: TransferPairs.daysMax))))
        // Of a few rows only lines of their amounts are read.
        let texts = Set(
            sides.prefix(TransferPairs.amountsMax + 1).flatMap { side in
                [side.amount, Money(minor: -side.amount.minor, currency: side.amount.currency)]
                    .map(\.description)
            })
        let amounts = texts.compactMap { AmountRange($0) }
        if sides.count <= TransferPairs.amountsMax, amounts.count == texts.count {
            query.require(anyOf: amounts.map { .amount($0) })
        }
        let lines = try mappingError(ApplicationError.store) { () throws(StoreError) in
            try snapshot.lines(LineFilter(query, limit: TransferPairs.linesMax))
        }
        var open = OpenSides()
        for line in lines {
            guard let position = line.facts.account?.position, line.entry.count <= 1,
                let account = data.account(at: position)?.facts.name,
                let amount = TransferPairs.moved(line.facts)
            else { continue }
            open.add(
                Side(row: nil, id: line.id, day: line.facts.day, account: account, amount: amount))
        }
        // A file of several accounts may have both sides.
        if hasSeveral { for side in sides { open.add(side) } }
        var taken = RowSet()
        for side in sides {
            guard let row = side.row, !taken.contains(row), let other = open.take(for: side, taken)
            else { continue }
            pairs.append(Pair(row: row, side: side, other: other))
            taken.insert(row)
            if let other = other.row { taken.insert(other) }
        }
    }

    /// Sides that nothing was found for yet: of each amount and day those of each account, in the
    /// order in which they came. Of one amount there may be as many as there are rows.
    private struct OpenSides {
        private struct Key: Hashable {
            let amount: Money
            let day: Day
        }

        private struct Queue {
            var sides: [(number: Int, side: Side)] = []
            var next = 0
        }

        private var queues: [Key: [String: Queue]] = [:]
        private var count = 0

        mutating func add(_ side: Side) {
            let key = Key(amount: side.amount, day: side.day)
            queues[key, default: [:]][side.account, default: Queue()].sides.append((count, side))
            count += 1
        }

        /// Takes out the other side of one: the nearest of another account, and of those the first.
        mutating func take(for side: Side, _ taken: RowSet) -> Side? {
            let wanted = Money(minor: -side.amount.minor, currency: side.amount.currency)
            for apart in 0...TransferPairs.daysMax {
                var best: (number: Int, key: Key, account: String)?
                for days in apart == 0 ? [0] : [-apart, apart] {
                    let key = Key(amount: wanted, day: side.day.adding(days: days))
                    for account in queues[key].map({ Array($0.keys) }) ?? []
                    where account != side.account {
                        guard let number = first(key, account, taken) else { continue }
                        if best.map({ number < $0.number }) ?? true {
                            best = (number, key, account)
                        }
                    }
                }
                if let (_, key, account) = best { return takeFirst(key, account) }
            }
            return nil
        }

        /// The number of the first that is still open; those that are not go.
        private mutating func first(_ key: Key, _ account: String, _ taken: RowSet) -> Int? {
            while let queue = queues[key]?[account], queue.next < queue.sides.count {
                let (number, side) = queue.sides[queue.next]
                guard let row = side.row, taken.contains(row) else { return number }
                queues[key]?[account]?.next += 1
            }
            queues[key]?[account] = nil
            return nil
        }

        private mutating func takeFirst(_ key: Key, _ account: String) -> Side? {
            guard let queue = queues[key]?[account] else { return nil }
            queues[key]?[account]?.next += 1
            return queue.sides[queue.next].side
        }
    }

    /// What a line brought its account; `nil` for a transfer, and for nothing.
    private static func moved(_ facts: LineFacts) -> Money? {
        guard facts.amount.minor != 0, facts.amount.minor != .min else { return nil }
        switch facts.kind {
        case .expense: return Money(minor: -facts.amount.minor, currency: facts.amount.currency)
        case .income: return facts.amount
        case .transfer: return nil
        }
    }

    /// What is proposed.
    ///
    /// - Parameter id: The line that a row became; `nil` for none yet.
    func notes(_ id: (Int) -> UInt64?) -> [ImportCSV.TransferNote] {
        pairs.map { pair in
            ImportCSV.TransferNote(
                id: id(pair.row), day: pair.side.day, account: pair.side.account,
                amount: pair.side.amount.description, currency: pair.side.amount.currency.code,
                other: pair.other.row.map(id) ?? pair.other.id, otherDay: pair.other.day,
                otherAccount: pair.other.account)
        }
    }
}
