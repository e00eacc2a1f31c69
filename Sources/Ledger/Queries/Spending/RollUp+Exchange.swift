extension RollUp {
    /// Sums in one currency on their way to be rounded: by bucket, then by the index of the label.
    struct Converted {
        fileprivate(set) var sums: [Day: [Int: ExactSum]] = [:]
        fileprivate var factors: [Moment: ExactSum.Factor?] = [:]

        fileprivate struct Moment: Hashable {
            let currency: Currency
            let day: Day
        }

        fileprivate mutating func factor(
            _ currency: Currency, _ day: Day, _ exchange: Exchange
        ) -> ExactSum.Factor? {
            let moment = Moment(currency: currency, day: day)
            if let known = factors[moment] { return known }
            let found = exchange.factor(of: currency, on: day)
            factors[moment] = .some(found)
            return found
        }
    }

    /// Adds a table, all that has a price in the currency that is asked for. Once.
    mutating func add(_ table: some SpendingCells, _ exchange: Exchange) {
        let own = table.groups.enumerated().map { number, group in
            parameters.admits(group.kind) ? index(of: group, table.names(of: number)) : -1
        }
        let wanted = table.groups.enumerated().map { number, group in
            parameters.admits(group.kind)
                ? index(of: group, table.names(of: number), in: exchange.target) : -1
        }
        let last = lastDay(of: table, own)
        table.forEachRow { day, row in
            guard parameters.range.contains(day) else { return }
            let bucket = bucket(of: day)
            let priced = exchange.day(for: day, in: bucket, of: parameters.range, last: last)
            row.forEachCell { group, cell in
                guard own[group] >= 0 else {
                    if cell.count != 0 { leave(out: table.groups[group].kind) }
                    return
                }
                let currency = table.groups[group].currency
                let factor =
                    currency == exchange.target
                    ? nil : converted.factor(currency, priced, exchange)
                let index = wanted[group]
                if let factor,
                    converted.sums[bucket.start, default: [:]][index, default: ExactSum()]
                        .add(cell.sum, times: factor)
                {
                    add(SpendingTable.Cell(sum: 0, count: cell.count), index, bucket, on: day)
                } else {
                    add(cell, own[group], bucket, on: day)
                }
            }
        }
    }

    /// The last day with money that counts; `nil` for none.
    private func lastDay(of table: some SpendingCells, _ indexes: [Int]) -> Day? {
        var last: Day?
        table.forEachRow { day, row in
            guard parameters.range.contains(day) else { return }
            row.forEachCell { group, _ in
                if indexes[group] >= 0 { last = max(last ?? day, day) }
            }
        }
        return last
    }
}

extension Exchange {
    /// Of which day the price of a line is.
    func day(
        for day: Day, in bucket: DayRange, of range: DayRange, last: Day?
    ) -> Day {
        switch moment {
        case .day: return day
        case .now: return today
        case .end:
            let days = bucket.intersection(range)
            return days.hasEnd ? days.end.adding(days: -1) : last ?? day
        }
    }
}
