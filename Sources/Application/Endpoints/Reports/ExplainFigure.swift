internal import EventLog
package import Ledger

/// Lists the events that make a figure of a report.
package enum ExplainFigure: Endpoint {
    /// Which figure; without anything that of all expenses.
    package struct Input: Codable, Hashable, Sendable {
        /// The days by a phrase, such as `2026-03` or `last week`.
        package var range: String?
        /// The first day, a date or a phrase.
        package var begin: String?
        /// The day after the last, a date or a phrase.
        package var end: String?
        /// What the terms ask for, or `expense`, when left out.
        package var kind: EntryKind?
        /// Whether the figure is income less expenses, whatever the kind.
        package var net: Bool?
        /// The category, empty for lines without one; all when left out.
        package var category: String?
        /// How many segments of a category the report distinguishes, 1 or more; when left out, the
        /// category counts with everything below it.
        package var depth: Int?
        /// Whether what lies below the category does not count.
        package var exact: Bool?
        /// The account: a name, `1042` or `.3`; empty for lines without one; all when left out.
        package var account: String?
        /// Terms that lines have to pass, as `list` takes them.
        package var query: String?
        /// Code of the currency; may be left out where lines of one only count.
        package var currency: String?
        /// English name of the day on which weeks start, for words such as `this week`.
        package var weekStart: String?
        /// How many events, at most.
        package var limit: Int?
        /// How many of the oldest to pass over first.
        package var skip: Int?

        /// A request.
        package init(
            range: String? = nil, begin: String? = nil, end: String? = nil,
            kind: EntryKind? = nil, net: Bool? = nil, category: String? = nil, depth: Int? = nil,
            exact: Bool? = nil, account: String? = nil, query: String? = nil,
            currency: String? = nil,
            weekStart: String? = nil, limit: Int? = nil, skip: Int? = nil
        ) {
            self.range = range
            self.begin = begin
            self.end = end
            self.kind = kind
            self.net = net
            self.category = category
            self.depth = depth
            self.exact = exact
            self.account = account
            self.query = query
            self.currency = currency
            self.weekStart = weekStart
            self.limit = limit
            self.skip = skip
        }
    }

    package typealias Output = FigureHistory

    package static let path = "explain"
    package static let summary = "list the events that make a figure of a report"
    package static let needs: Set<Permission> = [.read]

    package static func run(
        _ input: Input, in env: Environment
    ) throws(ApplicationError) -> Output {
        let snapshot = try env.snapshot()
        let page = try Page(skip: input.skip, limit: input.limit)
        let query = try query(input, snapshot, env)
        let currency = try currency(input, query, snapshot, env)
        var history = try mappingError(
            ApplicationError.store,
            snapshot.history(of: query, in: currency, skip: page.skip, limit: input.limit))
        history.terms = input.query
        if history.events == 0 {
            let today = try env.today(in: snapshot)
            let words = try today.unknownWords(of: input.query ?? "", in: snapshot)
            try today.refuseSlips(in: words)
            history.hints = try env.hints(
                of: input.query, named: input.category, words: words, in: snapshot)
        }
        return history
    }

    private static func query(
        _ input: Input, _ snapshot: LedgerSnapshot, _ env: Environment
    ) throws(ApplicationError) -> FigureQuery {
        let days = SpendingReportEndpoint.Input(
            range: input.range, begin: input.begin, end: input.end, depth: input.depth,
            query: input.query, weekStart: input.weekStart)
        let parameters = try SpendingReportEndpoint.parameters(
            days, env.today(in: snapshot), snapshot.referenceData)
        // A figure has one kind: of several that terms ask for the first.
        let said = EntryKind.allCases.first(where: parameters.kinds.contains) ?? .expense
        var query = FigureQuery(
            range: parameters.range, kind: input.net == true ? nil : input.kind ?? said,
            query: parameters.query)
        if let text = input.category, text.trimmed.isEmpty { query.categories = .none }
        if let text = input.category, !text.trimmed.isEmpty {
            do throws(CategoryPathError) {
                let path = try CategoryPath(text)
                let own = input.exact == true ? nil : path.segmentCount
                query.categories = .shown(path, depth: input.depth ?? own)
            } catch {
                throw .badCategory(text, error)
            }
        }
        if let text = input.account, text.isEmpty { query.account = .some(nil) }
        if let text = input.account, !text.isEmpty {
            query.account = .some(try env.account(text, in: snapshot).position)
        }
        return query
    }

    /// The currency that was named, else the only one there is.
    private static func currency(
        _ input: Input, _ query: FigureQuery, _ snapshot: LedgerSnapshot, _ env: Environment
    ) throws(ApplicationError) -> Currency {
        if let code = input.currency { return try snapshot.referenceData.currency(typed: code) }
        let figures = try mappingError(ApplicationError.store, snapshot.figures(query))
        if figures.count > 1 { throw .severalCurrencies(figures.keys.map(\.code).sorted()) }
        if let only = figures.keys.first { return only }
        return try env.settings(of: snapshot).baseCurrency
    }
}
