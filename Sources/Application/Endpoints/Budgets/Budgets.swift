internal import EventLog
package import Ledger

/// Says what is to be spent in a category.
package enum SetBudget: KeyedEndpoint {
    /// A budget.
    package struct Input: Codable, Hashable, Sendable {
        /// Segments joined by `:`; what is below counts, too.
        package var category: String
        /// How much a period.
        package var amount: String
        /// Code of the currency; the ledger's own when left out.
        package var currency: String?
        /// Name of the periods, such as `weekly`; monthly when left out.
        package var period: String?
        /// A date or a phrase; the period that holds it is the first, today's when left out.
        package var from: String?
        /// Whether what is left of a period is carried into the next.
        package var rollover: Bool?
        /// Why.
        package var reason: String?
        /// The event that said last what the budget is; changed meanwhile, it is refused.
        package var version: UInt64?
        /// As in ``AddEntry/Input/refusesSlips``.
        package var refusesSlips: Bool?

        /// A request.
        package init(
            category: String, amount: String, currency: String? = nil, period: String? = nil,
            from: String? = nil, rollover: Bool? = nil, reason: String? = nil,
            version: UInt64? = nil
        ) {
            self.category = category
            self.amount = amount
            self.currency = currency
            self.period = period
            self.from = from
            self.rollover = rollover
            self.reason = reason
            self.version = version
        }
    }

    /// What was written; the id is that of the event.
    package typealias Output = WriteReceipt

    package static let path = "budget/set"
    package static let summary = "say what is to be spent in a category"
    package static let needs: Set<Permission> = [.read, .write]

    package static func run(
        _ input: Input, in env: Environment
    ) throws(ApplicationError) -> Output {
        let recorded = try env.recorder().record { snapshot, env throws(ApplicationError) in
            let reader = try env.lineReader(snapshot)
            let period = try SpendingReportEndpoint.period(input.period ?? Period.monthly.name)
            let day = try input.from.map { text throws(ApplicationError) in
                try reader.today.day(text)
            }
            let first = period.interval(
                containing: day ?? reader.today.day, weekStart: reader.settings.weekStart)
            let goal = try reader.amount(
                input.amount, input.currency, else: reader.settings.baseCurrency)
            if goal.minor < 0 { throw .badAmount(input.amount, .negative) }
            try snapshot.check(input.version, ofBudget: input.category, goal.currency)
            let budget = NewBudget(
                category: input.category, goal: goal, period: period, day: first.start,
                rollsOver: input.rollover ?? false, reason: input.reason ?? "")
            let decision = try snapshot.decision(.setBudget(budget))
            if input.refusesSlips == true {
                try env.refuseSlips(in: decision, of: snapshot)
            }
            return decision
        }
        guard let recorded else { throw .decision(.nothingGiven) }
        return recorded.written()
    }
}

/// Ends the budget of a category.
package enum RemoveBudget: KeyedEndpoint {
    /// Which, and from when.
    package struct Input: Codable, Hashable, Sendable {
        /// Segments joined by `:`.
        package var category: String
        /// Code of the currency; budgets in all currencies when left out.
        package var currency: String?
        /// The first day without it, a date or a phrase; that of the running period when left out.
        package var from: String?
        /// Why.
        package var reason: String?
        /// As in ``SetBudget/Input/version``.
        package var version: UInt64?

        /// A request.
        package init(
            category: String, currency: String? = nil, from: String? = nil,
            reason: String? = nil, version: UInt64? = nil
        ) {
            self.category = category
            self.currency = currency
            self.from = from
            self.reason = reason
            self.version = version
        }
    }

    /// What was written; the id is that of the event.
    package typealias Output = WriteReceipt

    package static let path = "budget/remove"
    package static let summary = "end the budget of a category"
    package static let needs: Set<Permission> = [.read, .write]

    package static func run(
        _ input: Input, in env: Environment
    ) throws(ApplicationError) -> Output {
        let recorded = try env.record { snapshot, env throws(ApplicationError) in
            let reader = try env.lineReader(snapshot)
            let currency = try input.currency.map { code throws(ApplicationError) in
                try reader.currency(code)
            }
            let day = try input.from.map { text throws(ApplicationError) in
                try reader.today.day(text)
            }
            try snapshot.check(input.version, ofBudget: input.category, currency)
            return .endBudget(
                EndBudget(
                    category: input.category, currency: currency, day: day,
                    today: reader.today.day, reason: input.reason ?? ""))
        }
        return recorded.written()
    }
}

extension LedgerSnapshot {
    /// Refuses the change of a budget about which something else was said than is known.
    ///
    /// - Parameters:
    ///   - expected: Where it was said; `nil` asks nothing.
    ///   - currency: That of the budget; `nil` for the last that was said in any.
    fileprivate func check(
        _ expected: UInt64?, ofBudget category: String, _ currency: Currency?
    ) throws(ApplicationError) {
        // What is no category is refused as such when it is decided.
        guard let expected, let typed = try? CategoryPath(category) else { return }
        let book = try mappingError(ApplicationError.store, budgetBook())
        guard let version = book.lastVersion(of: typed, currency, referenceData) else {
            throw .decision(.unknownBudget(category, suggestions: []))
        }
        if version != expected {
            throw .changedSince(
                typed.text, kind: "budget", version: version,
                expected: expected)
        }
    }
}

/// Says what was to be spent, and what was.
package enum ReportBudgets: Endpoint {
    /// What is asked for; without anything each budget in the period that is running.
    package struct Input: Codable, Hashable, Sendable {
        /// Name of the periods, such as `monthly`; left out for those of each budget.
        package var period: String?
        /// Days by a phrase, such as `last month` or `2026-03`.
        package var range: String?
        /// The first day, a date or a phrase.
        package var begin: String?
        /// The day after the last, a date or a phrase.
        package var end: String?
        /// English name of the day on which weeks start in this report.
        package var weekStart: String?

        /// A request.
        package init(
            period: String? = nil, range: String? = nil, begin: String? = nil,
            end: String? = nil, weekStart: String? = nil
        ) {
            self.period = period
            self.range = range
            self.begin = begin
            self.end = end
            self.weekStart = weekStart
        }
    }

    /// The budgets.
    package typealias Output = BudgetReport

    package static let path = "budget"
    package static let summary = "what was to be spent, and what was"
    package static let needs: Set<Permission> = [.read]

    package static func run(
        _ input: Input, in env: Environment
    ) throws(ApplicationError) -> Output {
        let snapshot = try env.snapshot()
        let today = try env.today(in: snapshot)
        let asked = try SpendingReportEndpoint.parameters(
            SpendingReportEndpoint.Input(
                period: input.period, range: input.range, begin: input.begin, end: input.end,
                weekStart: input.weekStart), today, snapshot.referenceData)
        let parameters = BudgetParameters(
            period: asked.period, range: asked.range == .all ? nil : asked.range,
            weekStart: asked.weekStart)
        return try mappingError(
            ApplicationError.books,
            snapshot.budgetReport(parameters, now: today.day, withSums: env.hashed == false))
    }
}
