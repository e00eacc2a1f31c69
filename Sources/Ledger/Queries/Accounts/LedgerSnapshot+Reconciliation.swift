internal import EventLog

extension LedgerSnapshot {
    /// What is not on a statement yet: the live lines that were typed by hand and lie after the
    /// last statement that agrees; with the imported lines that look like the same payment, and
    /// with the difference of the last statement.
    ///
    /// - Parameters:
    ///   - account: The position of the only account that matters; `nil` for all that have a
    ///     statement or imported lines.
    ///   - range: The days whose lines matter; each may have its twin outside of them.
    ///   - limit: How many lines to show, at most; `nil` for all.
    /// - Complexity: O(*n*) in the links, hot columns and commits; in memory are one bit an event,
    ///   the days of accounts, and the lines that lie after the last statement that agrees.
    package func reconciliation(
        of account: UInt64?, in range: DayRange = .all, limit: Int? = nil
    ) throws(StoreError) -> Reconciliation {
        let imports = try ImportedPositions(self)
        let balances = try balances()
        let statements = try statements().statements
        var found = try openLines(of: account, statements, balances, imports)
        if account == nil {
            let shown = Set(statements.map(\.account)).union(found.importing)
            found.pots = found.pots.filter { shown.contains($0.key.account) }
        }
        for one in statements where account == nil || one.account == account {
            found.pots[pot(of: one)] = found.pots[pot(of: one)] ?? OpenLines()
        }
        for key in found.pots.keys { found.pots[key]?.keep(range) }
        let pots = found.pots.map { pot, lines in
            PotReview(
                pot: pot, name: referenceData.accountName(.position(pot.account)) ?? "",
                lines: lines,
                statements: statements.filter { self.pot(of: $0) == pot }.map {
                    row(for: $0, balances)
                })
        }.sorted(by: PotReview.isBefore)
        let all = pots.reduce(0) { $0 + $1.lines.typed.count }
        let rows = try rows(of: pots, limit: limit ?? all)
        let head = try head()
        return Reconciliation(
            rows: rows, more: rows.count < all, accounts: pots.map(\.standing),
            position: head.lastPosition, root: head.root.hex)
    }

    private func pot(of statement: Statement) -> Balances.AccountCurrency {
        Balances.AccountCurrency(account: statement.account, currency: statement.balance.currency)
    }

    /// The live lines that matter, by account and currency, and the accounts with imported lines.
    private func openLines(
        of account: UInt64?, _ statements: [Statement], _ balances: Balances,
        _ imports: ImportedPositions
    ) throws(StoreError) -> (pots: [Balances.AccountCurrency: OpenLines], importing: Set<UInt64>) {
        var agreed: [Balances.AccountCurrency: Day] = [:]
        for one in statements where row(for: one, balances).agrees {
            let pot = pot(of: one)
            agreed[pot] = max(agreed[pot] ?? one.day, one.day)
        }
        var (pots, numbers) = ([OpenPot](), [Balances.AccountCurrency: Int]())
        let superseded = try supersededVersions()
        var known = KeyMemo<AccountTable.Group?>()
        try store.read(0..<count, .report) { batch throws(StoreError) in
            let stated = try batch.statedPostings()
            let groups = try known.values(of: stated) { (reader) throws(StoreError) in
                let group = try AccountTable.Group(of: reader)
                return account == nil || group?.account == account ? group : nil
            }
            var places: [Int?] = Array(repeating: nil, count: groups.count)
            let targets = SparseIntegers(batch.links[.target], of: batch.count)
            for index in stated.indices where stated.areWhole {
                let code = Int(stated.codes[index])
                guard case .some(.some(let group)) = groups[code] else { continue }
                let position = stated.position(at: index)
                if superseded.contains(position) { continue }
                if places[code] == nil {
                    let pot = Balances.AccountCurrency(
                        account: group.account, currency: group.currency)
                    if numbers[pot] == nil {
                        numbers[pot] = pots.count
                        let opening = balances.opening(of: pot)?.day
                        pots.append(OpenPot(since: agreed[pot] ?? .min, opening: opening))
                    }
                    places[code] = numbers[pot]
                }
                guard let place = places[code] else { continue }
                let id = targets[index].flatMap { UInt64(exactly: $0) } ?? position
                let amount = Int128(stated.amounts[index])
                pots[place].add(
                    OpenLine(
                        id: id, day: Day(daysSince1970: Int32(clamping: stated.days[index])),
                        effect: group.isOutgoing ? -amount : amount),
                    isImported: imports.contains(id))
            }
            return .next
        }
        var (found, importing) = ([Balances.AccountCurrency: OpenLines](), Set<UInt64>())
        for (pot, number) in numbers {
            if pots[number].isImporting { importing.insert(pot.account) }
            if pots[number].lines.isEmpty { continue }
            pots[number].lines.pair()
            found[pot] = pots[number].lines
        }
        return (found, importing)
    }

    /// The versions that another one follows.
    private func supersededVersions() throws(StoreError) -> PositionSet {
        var superseded = PositionSet(count)
        try store.readLinks(0..<count, in: [.previous]) { _, _, previous in
            superseded.insert(previous)
        }
        return superseded
    }

    /// The lines that were typed, with their words.
    private func rows(
        of pots: [PotReview], limit: Int
    ) throws(StoreError) -> [Reconciliation.Row] {
        var shown: [(review: PotReview, line: OpenLine)] = []
        for review in pots {
            for line in review.lines.typed where shown.count < limit {
                shown.append((review, line))
            }
        }
        let ids = shown.flatMap { [$0.line.id, $0.line.twin].compactMap(\.self) }
        let state = try state(for: ids, withCategories: false)
        return shown.compactMap { review, line in
            guard let typed = state.lines[line.id] else { return nil }
            let twin = line.twin.flatMap { state.lines[$0] }
            let row = LineRow(typed, referenceData: referenceData)
            return Reconciliation.Row(
                account: review.name, accountId: review.pot.account, id: line.id, day: row.day,
                kind: row.kind, title: row.title, category: row.category,
                effect: review.text(line.effect), currency: row.currency,
                explains: review.isExplained(by: line), status: row.status, twin: twin?.id,
                twinDay: twin?.facts.day, twinTitle: twin?.details.title,
                void: twin.map { typed.entry.count == 1 ? typed.id : $0.id })
        }
    }
}

/// The lines of an account's money of one currency, and which of them matter.
private struct OpenPot {
    /// The day of the last statement that agrees.
    let since: Day
    /// The day of the opening balance.
    let opening: Day?
    var lines = OpenLines()
    /// Whether imports brought any, on whatever day.
    var isImporting = false

    mutating func add(_ line: OpenLine, isImported: Bool) {
        if isImported { isImporting = true }
        // The twin of a line after the statement may have reached the bank before it.
        let reach = isImported ? since.adding(days: -OpenLines.twinDaysMax) : since
        guard since == .min || line.day > reach else { return }
        // What the opening balance contains needs no statement.
        if let opening, line.day < opening { return }
        lines.add(line, isImported: isImported)
    }
}

/// An account's money of one currency on the way into a reconciliation.
private struct PotReview {
    let pot: Balances.AccountCurrency
    let name: String
    let lines: OpenLines
    /// Of the pot alone.
    let statements: [StatementRow]

    static func isBefore(_ left: PotReview, _ right: PotReview) -> Bool {
        let order = NameOrder.compared(left.name, right.name)
        if order != 0 { return order < 0 }
        return (left.pot.account, left.pot.currency.code, left.pot.currency.exponent)
            < (right.pot.account, right.pot.currency.code, right.pot.currency.exponent)
    }

    private var last: StatementRow? {
        statements.max { ($0.day, $0.id ?? 0) < ($1.day, $1.id ?? 0) }
    }

    /// Whether the last statement would agree without a line.
    func isExplained(by line: OpenLine) -> Bool {
        guard let last, !last.agrees, let difference = last.difference else { return false }
        return line.day <= last.day && text(-line.effect) == difference
    }

    func text(_ minor: Int128) -> String { MoneyTotal(minor: minor, currency: pot.currency).text }

    var standing: Reconciliation.Standing {
        Reconciliation.Standing(
            account: name, accountId: pot.account, currency: pot.currency.code, statement: last,
            agreedOn: statements.filter(\.agrees).map(\.day).max(), count: lines.typed.count,
            sum: text(lines.typed.reduce(0) { $0 + $1.effect }))
    }
}
