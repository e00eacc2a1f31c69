/// Holds what is appended against the periods whose books are closed.
///
/// A closing pins every figure of its days: sums and counts, what is in accounts, who
/// owes whom, statements, which accounts are owed, and what categories and weeks the sums are in.
/// Which events change one of them is one table, ``pinned(by:)``. What changes none, a title or a
/// note, is free.
package struct ClosingRule: Sendable {
    /// What of closed periods is in no reference data.
    package struct Known: Hashable, Sendable {
        /// The statements.
        var statements = StatementBook()
        /// The first days of the lines of accounts.
        var firstDays: [UInt64: Day] = [:]
        /// The categories of the lines of closed periods, as they are called, by closing.
        var categories: [UInt64: [CategoryPath]] = [:]

        /// Nothing.
        package init() {}
    }

    /// Which figures an event changes.
    private enum Pinned {
        /// Those of a day.
        case day(Day)
        /// What is in an account at the ends of days, from this one on.
        case balances(from: Day)
        /// Those below a category.
        case category(CategoryPath)
        /// Those of weeks.
        case weeks
        /// All.
        case everything
    }

    private let referenceData: ReferenceData
    private let closings: [ReferenceData.Closing]
    /// Why closed periods may change.
    private let correction: String?
    private let known: Known
    /// The closings that events go against, by position, with the first day that does.
    private var touched: [UInt64: Day] = [:]

    /// A rule over no events yet.
    ///
    /// - Parameters:
    ///   - referenceData: Of the ledger to which is appended.
    ///   - correction: Why closed periods may change; `nil`, or what says nothing, where they must
    ///     not.
    ///   - known: What else is known of closed periods.
    package init(_ referenceData: ReferenceData, correction: String?, known: Known = Known()) {
        self.referenceData = referenceData
        closings = referenceData.closingsInForce
        self.correction = correction.flatMap { $0.saysSomething ? $0 : nil }
        self.known = known
    }

    /// Takes in an event that is to be appended.
    ///
    /// - Complexity: O(*n*) in the closings in force.
    package mutating func take(_ event: Event) {
        if closings.isEmpty { return }
        for pinned in pinned(by: event) {
            for closing in closings where touched[closing.position] == nil {
                touched[closing.position] = day(of: pinned, in: closing)
            }
        }
    }

    /// The closings that an event goes against, by position.
    ///
    /// - Complexity: O(*n*) in the closings in force.
    func closings(against event: Event) -> Set<UInt64> {
        var found: Set<UInt64> = []
        for pinned in pinned(by: event) {
            for closing in closings where day(of: pinned, in: closing) != nil {
                found.insert(closing.position)
            }
        }
        return found
    }

    /// The days whose own figures an event changes; what it changes of others is not told.
    func days(of event: Event) -> [Day] {
        pinned(by: event).compactMap { pinned in
            if case .day(let day) = pinned { day } else { nil }
        }
    }

    /// What an event changes of what closings pin: one row for each type that is declared to
    /// change figures.
    private func pinned(by event: Event) -> [Pinned] {
        switch event {
        case .lineAdded(let line): figures(of: line.facts)
        case .lineRestored(let line): figures(of: line.facts)
        case .lineVoided(let line): figures(of: line.replaced)
        case .lineAmended(let line): figures(of: line)
        case .accountOpened(let account):
            account.opening.minor == 0 ? [] : [.balances(from: account.day.adding(days: -1))]
        case .accountChanged(let change): balances(of: change)
        case .accountTyped(let typed): balances(of: typed)
        case .statementAsserted(let statement): [.day(statement.day)]
        case .assertionWithdrawn(let withdrawal):
            withdrawal.target.position.flatMap(known.statements.day(of:)).map { [.day($0)] } ?? []
        case .categoryRenamed(let names): [.category(names.from)]
        case .settingsChanged(let change):
            change.weekStart == nil || change.weekStart == referenceData.settings?.weekStart
                ? [] : [.weeks]
        // What is declared to change figures, and not told here how, could change any.
        default: event.type?.declaration.changesFigures == true ? [.everything] : []
        }
    }

    private func figures(of facts: LineFacts) -> [Pinned] {
        guard let account = facts.account else { return [.day(facts.day)] }
        if let opened = account.position.flatMap(referenceData.account(at:))?.facts,
            opened.opening.minor != 0, opened.opening.currency == facts.amount.currency,
            facts.day < opened.day
        {
            // The opening balance contains it.
            return [.day(facts.day)]
        }
        return [.day(facts.day), .balances(from: facts.day)]
    }

    private func figures(of line: LineAmended) -> [Pinned] {
        if line.facts == line.replaced {
            // Who paid and who bears it: what persons owe.
            let isOwed = !line.changes.isDisjoint(with: [.payer, .shares])
            return isOwed ? [.day(line.facts.day)] : []
        }
        var other = line.facts
        other.category = line.replaced.category
        if other == line.replaced { return [.day(line.facts.day)] }
        return figures(of: line.replaced) + figures(of: line.facts)
    }

    /// An opening balance is in the account from the end of the day before it on; lines of earlier
    /// days count no more.
    private func balances(of change: AccountChanged) -> [Pinned] {
        guard let id = change.target.position, let old = referenceData.account(at: id)?.facts else {
            return []
        }
        let new = change.facts
        if old.opening == new.opening, old.day == new.day || new.opening.minor == 0 { return [] }
        var days = [old, new].filter { $0.opening.minor != 0 }.map { $0.day.adding(days: -1) }
        if let first = known.firstDays[id] { days.append(first) }
        return days.min().map { [.balances(from: $0)] } ?? []
    }

    /// An account on the other side of the balance sheet takes what is in it along, from the first
    /// day on at whose end there is something.
    private func balances(of typed: AccountTyped) -> [Pinned] {
        guard let id = typed.account.position, let account = referenceData.account(at: id),
            account.sheetType != typed.type ?? .asset
        else { return [] }
        let opening = account.facts.opening.minor == 0 ? nil : account.facts.day.adding(days: -1)
        let days = [opening, known.firstDays[id]].compactMap(\.self)
        return days.min().map { [.balances(from: $0)] } ?? []
    }

    /// The first day of figures that a closing pins; `nil` where it pins none of them.
    private func day(of pinned: Pinned, in closing: ReferenceData.Closing) -> Day? {
        let days = closing.closed.days
        switch pinned {
        case .day(let day): return days.contains(day) ? day : nil
        case .balances(let day): return day < days.end ? day : nil
        case .category(let category):
            let used = known.categories[closing.position] ?? []
            return used.contains(where: category.contains) ? days.start : nil
        case .weeks, .everything: return days.start
        }
    }

    /// How many events there will be besides those that were taken in.
    var eventsCount: Int { touched.count }

    /// What has to be appended with the events: a correction for each closing that they go against.
    ///
    /// - Throws: ``DecisionError/closedPeriod(_:closing:day:)`` where no correction is allowed.
    package func corrections() throws(DecisionError) -> [Event] {
        var events: [Event] = []
        for closing in closings {
            guard let day = touched[closing.position] else { continue }
            guard let correction else {
                throw .closedPeriod(closing.closed.days, closing: closing.position, day: day)
            }
            events.append(
                .booksReopened(
                    BooksReopened(
                        target: .position(closing.position), isCorrection: true,
                        reason: correction)))
        }
        return events
    }
}

extension String {
    /// Whether a reason says something: at least a letter or a digit.
    package var saysSomething: Bool { contains { $0.isLetter || $0.isNumber } }
}
