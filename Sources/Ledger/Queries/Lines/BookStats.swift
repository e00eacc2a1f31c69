internal import EventLog

/// What a book holds, in numbers; where only some days were asked about, accounts and persons are
/// those of the whole book, and everything else is of lines and prices of these days.
package struct BookStats: Codable, Hashable, Sendable {
    /// The first day that was asked about; `nil` without one, and then left out of JSON.
    package let start: Day?
    /// The day after the last one that was asked about.
    package let end: Day?
    /// The first day with an entry that counts; `nil` without entries, and then left out of JSON.
    package let first: Day?
    /// The last one.
    package let last: Day?
    /// How many days there are from the first to the last, both counted.
    package let days: Int
    /// How many days the last one is before today; negative for one that is to come; `nil` without
    /// entries.
    package let daysSince: Int?
    /// How many entries count; a purchase of several lines, or the two sides of a transfer, are
    /// one.
    package let entries: Int64
    /// How many lines count, both sides of a transfer included.
    package let lines: Int64
    /// Entries for each day of the span, with one digit, half to even.
    package let perDay: String
    /// How many entries are of the 30 days that end today.
    package let last30Days: Int64
    /// The same of 7 days.
    package let last7Days: Int64
    /// How many accounts there are, and how many of them are closed.
    package let accounts: Int
    /// How many of ``accounts`` take no new lines.
    package let closedAccounts: Int
    /// How many categories lines have, as they are called now.
    package let categories: Int
    /// How many payees lines have; of a title that does not distinguish one, all of it.
    package let payees: Int
    /// How many tags lines have.
    package let tags: Int
    /// The codes of the currencies of lines and accounts, the ledger's own first.
    package let currencies: [String]
    /// How many prices hold.
    package let prices: Int
    /// How many persons are known.
    package let persons: Int
    /// Today in the ledger's zone.
    package let asOf: Day
    /// The position of the last event that was taken in.
    package let position: UInt64
    /// The root over all events up to and including it, lower-case hex.
    package let root: String
}

extension LedgerSnapshot {
    /// What the book holds, in numbers.
    ///
    /// - Parameters:
    ///   - today: The day in the ledger's zone.
    ///   - range: The days whose lines and prices count.
    ///   - withSums: Whether sums beside the log are believed where they can be.
    /// - Complexity: O(*n*) in the events, with sums in their numbers only; in memory are the
    ///   names, one bit an event and a number a day.
    package func stats(
        on today: Day, in range: DayRange = .all, withSums: Bool = false
    ) throws(StoreError) -> BookStats {
        let counts = try entryDays(in: range)
        let days = counts.days.filter { $0.value != 0 }
        let entries = days.values.reduce(0, +)
        func sum(_ span: Int) -> Int64 {
            let first = today.adding(days: 1 - span)
            return days.reduce(0) { $0 + ($1.key >= first && $1.key <= today ? $1.value : 0) }
        }
        let (first, last) = (days.keys.min(), days.keys.max())
        var span = 0
        if let first, let last { span = first.days(until: last) + 1 }
        let names = try nameCounts(in: range, withSums: withSums)
        let accounts = referenceData.accounts
        let head = try head()
        return BookStats(
            start: range.hasStart ? range.start : nil, end: range.hasEnd ? range.end : nil,
            first: first, last: last, days: span, daysSince: last.map { $0.days(until: today) },
            entries: entries, lines: counts.lines,
            perDay: span == 0
                ? "0.0"
                : decimalText(
                    Int128(entries * 10).dividedHalfToEven(by: Int128(span)), exponent: 1),
            last30Days: sum(30), last7Days: sum(7), accounts: accounts.count,
            closedAccounts: accounts.count(where: \.isClosed), categories: names.categories,
            payees: names.payees, tags: names.tags,
            currencies: referenceData.currencyOrder.sorted(names.currencies),
            prices: try priceList(in: range).prices.count,
            persons: referenceData.persons.count, asOf: today,
            position: head.lastPosition, root: head.root.hex)
    }

    /// How many entries count on each day of some, and how many lines in all.
    private func entryDays(
        in range: DayRange
    ) throws(StoreError) -> (days: [Day: Int64], lines: Int64) {
        var followers = PositionSet(count)
        try store.readLinks(0..<count, in: [.group]) { _, position, _ in
            followers.insert(position)
        }
        if followers.isEmpty, let found = try lineDays(in: range) { return found }
        var days: [Day: Int64] = [:]
        var lines: Int64 = 0
        try store.read(0..<count, .report) { batch throws(StoreError) in
            let targets = batch.links[.target]
            for postings in try batch.postings() where postings.areWhole {
                for index in postings.indices where postings.keys[Int(postings.codes[index])] != nil
                {
                    let day = Day(daysSince1970: Int32(clamping: postings.days[index]))
                    guard range.contains(day) else { continue }
                    lines += postings.sign
                    let row = postings.row(at: index)
                    let id =
                        targets?.value(at: row).flatMap { UInt64(exactly: $0) }
                        ?? postings.position(at: index)
                    if followers.contains(id) { continue }
                    days[day, default: 0] += postings.sign
                }
            }
            return .next
        }
        return (days, lines)
    }

    /// The same where every line is an entry; `nil` where a line is not as it should be.
    private func lineDays(
        in range: DayRange
    ) throws(StoreError) -> (days: [Day: Int64], lines: Int64)? {
        let table: LineTotals
        do throws(StoreError) {
            table = try fold { $0.lines }
        } catch .undecodable { return nil } catch { throw error }
        var days: [Day: Int64] = [:]
        var lines: Int64 = 0
        for (day, count) in table.days where range.contains(day) {
            days[day, default: 0] += count
            lines += count
        }
        return (days, lines)
    }

    private typealias NameCounts = (
        categories: Int, payees: Int, tags: Int, currencies: Set<String>
    )

    /// How many names live lines of some days have.
    private func nameCounts(
        in range: DayRange, withSums: Bool
    ) throws(StoreError) -> NameCounts {
        if range == .all {
            let summed = withSums ? try summedNameCounts() : nil
            var names = if let summed { summed } else { try allNameCounts() }
            let balances = try balances()
            for account in referenceData.accounts {
                names.currencies.formUnion(balances.currencies(of: account.position).map(\.code))
            }
            return names
        }
        var query = LineQuery()
        query.require(.days(range))
        let categories = try self.names(.category, of: query, withSums: withSums).rows
        let payees = try self.names(.payee, of: query, withSums: withSums).rows
        let tags = try self.names(.tag, of: query, withSums: withSums).rows
        func count(_ rows: [NameRow]) -> Int { Set(rows.map(\.name)).subtracting([""]).count }
        return (
            count(categories), count(payees), count(tags), Set(categories.map(\.currency))
        )
    }

    /// How many names live lines have, by sums beside the log; `nil` where they cannot tell it.
    private func summedNameCounts() throws(StoreError) -> NameCounts? {
        // Payees and tags are in one table: the events behind the sums are taken in once.
        guard try sums()?.hasNames == true, let table = try nameTable(byMonth: false),
            let cells = try summedCells(for: ReportParameters(by: .category(depth: nil)))
        else { return nil }
        return nameCounts(cells, table)
    }

    private func nameCounts(_ cells: any SpendingCells, _ table: NameTable) -> NameCounts {
        var lines = [Int64](repeating: 0, count: cells.groups.count)
        cells.forEachRow { _, row in row.forEachCell { lines[$0] += $1.count } }
        var (categories, currencies) = (Set<String>(), Set<String>())
        for (group, count) in zip(cells.groups, lines) where count > 0 {
            currencies.insert(group.currency.code)
            if let path = group.category { categories.insert(referenceData.renamed(path).text) }
        }
        return (
            categories.count, table.texts(of: .payee).subtracting([""]).count,
            table.texts(of: .tags).count, currencies
        )
    }

    /// How many names live lines have.
    private func allNameCounts() throws(StoreError) -> NameCounts {
        if let found = try countedNames() { return found }
        var (categories, payees, tags, currencies) = (
            Set<String>(), Set<String>(), Set<String>(), Set<String>()
        )
        try forEachLine(of: LineQuery()) { line in
            categories.formUnion(line.names(.category, referenceData))
            payees.formUnion(line.names(.payee, referenceData))
            tags.formUnion(line.names(.tag, referenceData))
            currencies.insert(line.facts.amount.currency.code)
        }
        categories.remove("")
        payees.remove("")
        return (categories.count, payees.count, tags.count, currencies)
    }

    /// The same, of columns; `nil` where the lines themselves have to be asked.
    private func countedNames() throws(StoreError) -> NameCounts? {
        guard let table = try nameTable(NameTable(isByMonth: false), from: 0) else { return nil }
        let cells = try cells(for: ReportParameters(by: .category(depth: nil)))
        return nameCounts(cells, table)
    }
}

extension NameTable {
    /// The names that lines have.
    fileprivate func texts(of sort: Sort) -> Set<String> {
        let texts = names[sort.rawValue].texts
        var found: Set<String> = []
        for key in cells[sort.rawValue].keys { found.formUnion(texts[Int(key.name)]) }
        return found
    }
}

extension Int128 {
    /// The quotient rounded to the nearest, of two the even one.
    fileprivate func dividedHalfToEven(by divisor: Int128) -> Int128 {
        let (quotient, rest) = quotientAndRemainder(dividingBy: divisor)
        let twice = rest.magnitude * 2
        let isUp =
            twice > divisor.magnitude || twice == divisor.magnitude && quotient % 2 != 0
        return isUp ? quotient + 1 : quotient
    }
}
