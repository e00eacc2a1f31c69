/// Makes the events of an import, first those with which it begins, then one for each row; so an
/// import of any length is decided without being in memory.
///
/// A copy goes on from where it was made.
package struct ImportDecision: Sendable {
    private var decider: Decider
    private var accounts: [String: Reference] = [:]
    /// Accounts that take no new lines, by name.
    private var refused: [String: DecisionError] = [:]
    private var lines = 0
    private var rule: ClosingRule

    /// The events before the first row: the batch, the accounts that are opened, what is restated.
    /// The first opens the commit's batch.
    package let opening: [Event]

    /// What was understood differently from what the file says, so far.
    package var notes: [DecisionNote] { decider.decision.notes }

    /// Begins an import.
    ///
    /// - Parameters:
    ///   - start: What it begins with.
    ///   - state: The ledger, with the categories in use and the lines that are restated.
    /// - Throws: ``DecisionError``.
    package init(_ start: ImportStart, _ state: LedgerState) throws(DecisionError) {
        var decider = Decider(state)
        try decider.checkOpened()
        let batch = BatchStarted(
            origin: start.origin, fileName: start.fileName, counts: start.counts)
        decider.decision.events = [.batchStarted(batch)]
        accounts = try decider.openAccounts(start.accounts, &refused)
        decider.appendReopened()
        for change in start.changes {
            var changes = change.changes
            if let line = state.lines[change.id], let amount = changes.amount,
                !line.details.shares.addUp(to: amount.minor)
            {
                changes.shares = .clear
                decider.decision.notes.append(
                    DecisionNote(.splitEnded, given: "\(change.id)", used: amount.description))
            }
            // Each line of an entry has a row of its own, which says what it is.
            do throws(DecisionError) {
                try decider.amend(change.id, changes, "", isAlone: true)
            } catch .nothingChanged {
                // Somebody made it so by hand.
                continue
            }
        }
        if !start.voids.isEmpty { try decider.void(start.voids, "", isAlone: true) }
        decider.decision.events += start.came.map { gap in
            .repeatSkipped(
                RepeatSkipped(
                    target: .position(gap.id), day: gap.day, stops: gap.stops, reason: gap.reason))
        }
        // Imported lines are entries of their own.
        decider.decision.notes.removeAll { $0.kind == .wholeEntry }
        opening = decider.decision.events
        rule = ClosingRule(state.referenceData, correction: state.correction)
        for event in opening { rule.take(event) }
        decider.decision.events = []
        self.decider = decider
    }

    /// The event of a row. An empty title and an amount of zero are allowed.
    ///
    /// - Parameters:
    ///   - line: The row.
    ///   - first: The index of the row with the first line of its entry; `nil` for an entry of its
    ///     own.
    ///   - isCounterpart: Whether it is the side of a transfer that reports do not count.
    /// - Throws: ``DecisionError``; `line` in it is the index of the row.
    package mutating func event(
        of line: NewLine, ofEntryAt first: Int? = nil, isCounterpart: Bool = false
    ) throws(DecisionError) -> Event {
        var account: Reference?
        if let name = line.account, !name.trimmed.isEmpty {
            if let error = refused[name.trimmed] { throw error }
            account = accounts[name.trimmed]
        }
        let facts = try decider.facts(of: line, lines, account: account, isPair: isCounterpart)
        lines += 1
        let entry = first.map { Reference.inThisCommit(opening.count + $0) }
        let event = Event.lineAdded(LineAdded(facts: facts, details: line.details, entry: entry))
        rule.take(event)
        return event
    }

    /// The events behind the last row: corrections of closed books.
    ///
    /// - Throws: ``DecisionError/closedPeriod(_:closing:day:)`` where rows go against closed books
    ///   and no correction is allowed.
    package func ending() throws(DecisionError) -> [Event] { try rule.corrections() }
}

/// What an import begins with.
package struct ImportStart: Hashable, Sendable {
    /// An account that rows name.
    package struct Account: Hashable, Sendable {
        /// Its name, as in the file.
        package var name: String
        /// The currency of the first row that names it.
        package var currency: Currency
        /// The earliest day of the rows that name it, or that of its opening balance.
        package var day: Day
        /// What is in it at the start of that day; `nil` for an account that begins empty, or is
        /// there.
        package var opening: Money?
        /// What it is in a balance sheet, if it is opened; `nil` where nothing says so.
        package var type: AccountType?

        /// An account.
        package init(name: String, currency: Currency, day: Day) {
            self.name = name
            self.currency = currency
            self.day = day
        }
    }

    /// What a row restates.
    package struct Change: Hashable, Sendable {
        /// The line.
        package var id: UInt64
        /// What changes.
        package var changes: LineChanges

        /// A change.
        package init(id: UInt64, changes: LineChanges) {
            self.id = id
            self.changes = changes
        }
    }

    /// Where the rows came from, such as `import`.
    package var origin: String
    /// The name of the file; empty for none.
    package var fileName: String
    /// Counts for the receipt, by name.
    package var counts: [String: Int64]
    /// The accounts that rows name, in the order of the file; those that are not known are opened.
    package var accounts: [Account]
    /// What rows restate of lines that were imported before.
    package var changes: [Change]
    /// Lines that were imported before and are taken back.
    package var voids: [UInt64] = []
    /// The days of what comes again that come with rows of the file, and are not expected any more.
    package var came: [RepeatGap] = []

    /// A beginning.
    package init(
        origin: String, fileName: String = "", counts: [String: Int64] = [:],
        accounts: [Account] = [], changes: [Change] = []
    ) {
        self.origin = origin
        self.fileName = fileName
        self.counts = counts
        self.accounts = accounts
        self.changes = changes
    }
}

extension Decider {
    /// The accounts that rows name, by name; those that are not known are opened, empty, on the
    /// first day on which they are used. Those that are closed matter only when a row is new.
    fileprivate mutating func openAccounts(
        _ named: [ImportStart.Account], _ refused: inout [String: DecisionError]
    ) throws(DecisionError) -> [String: Reference] {
        var accounts: [String: Reference] = [:]
        var opened: [String: Int] = [:]
        var new: [AccountOpened] = []
        var types: [(index: Int, type: AccountType)] = []
        for named in named {
            let name = named.name.trimmed
            if let opening = named.opening {
                try check(opening, line: 0)
                if let other = referenceData.account(named: name) {
                    throw .duplicateAccount(other.facts.name, other.position)
                }
            }
            if let index = opened[name.lowercased()] {
                if let opening = named.opening {
                    (new[index].opening, new[index].day) = (opening, named.day)
                } else if new[index].opening.minor == 0 {
                    new[index].day = min(new[index].day, named.day)
                }
                accounts[name] = .inThisCommit(decision.events.count + index)
            } else if referenceData.account(named: name) != nil {
                do throws(DecisionError) {
                    accounts[name] = .position(try usableAccount(named: name).position)
                } catch {
                    refused[name] = error
                }
            } else {
                opened[name.lowercased()] = new.count
                accounts[name] = .inThisCommit(decision.events.count + new.count)
                if let type = named.type { types.append((new.count, type)) }
                let nothing = Money(minor: 0, currency: named.currency)
                new.append(
                    AccountOpened(name: name, opening: named.opening ?? nothing, day: named.day))
                decision.notes.append(DecisionNote(.accountOpened, given: named.name, used: name))
            }
        }
        let start = decision.events.count
        decision.events += new.map { .accountOpened($0) }
        decision.events += types.map { index, type in
            .accountTyped(AccountTyped(.inThisCommit(start + index), type))
        }
        return accounts
    }
}
