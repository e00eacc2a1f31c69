internal import EventLog
package import Ledger

/// Sums and counts by period and kind.
package enum SpendingReportEndpoint: HashingEndpoint {
    /// What is asked for; without anything everything in one bucket.
    package struct Input: Codable, Hashable, Sendable {
        /// Name of the buckets, such as `monthly`; left out for one bucket.
        package var period: String?
        /// Days by a phrase, such as `last month` or `2026-03`; may name buckets, too.
        package var range: String?
        /// The first day, a date or a phrase.
        package var begin: String?
        /// The day after the last, a date or a phrase.
        package var end: String?
        /// What distinguishes rows: `category`, `account`, `payee`, `tag`, `tag:NAME` for the
        /// values of a tag, `person`, or several with commas between them; left out for nothing.
        package var by: String?
        /// How many segments of a category count, 1 or more; left out for all.
        package var depth: Int?
        /// Terms that lines have to pass, as `list` takes them.
        package var query: String?
        /// The kinds that count; empty or left out for those that the terms ask for, or all.
        package var kinds: [EntryKind]?
        /// English name of the day on which weeks start in this report.
        package var weekStart: String?
        /// Whether every event is hashed for it, and held against the root; left out for no.
        package var verified: Bool?
        /// Whether what comes again after today is told beside it; left out for no.
        package var forecast: Bool?
        /// Code of the currency that all figures are wanted in; each in its own when left out.
        package var exchange: String?
        /// Of which day the prices are: `day` (of each line, when left out), `end` of each period,
        /// or `now`.
        package var prices: String?

        /// A request.
        package init(
            period: String? = nil, range: String? = nil, begin: String? = nil,
            end: String? = nil, by: String? = nil, depth: Int? = nil, query: String? = nil,
            kinds: [EntryKind]? = nil, weekStart: String? = nil, verified: Bool? = nil
        ) {
            self.period = period
            self.range = range
            self.begin = begin
            self.end = end
            self.by = by
            self.depth = depth
            self.query = query
            self.kinds = kinds
            self.weekStart = weekStart
            self.verified = verified
        }
    }

    /// The report.
    package typealias Output = SpendingReport

    package static let path = "report"
    package static let summary = "sums by day, week, month and other periods"
    package static let needs: Set<Permission> = [.read]

    package static func hashing(_ input: Input) -> Input {
        var input = input
        input.verified = true
        return input
    }

    package static func run(
        _ input: Input, in env: Environment
    ) throws(ApplicationError) -> Output {
        let env = input.verified == true ? try env.provedAsOf() : env
        let snapshot = try env.snapshot()
        let today = try env.today(in: snapshot)
        var parameters = try parameters(input, today, snapshot.referenceData)
        parameters.exchange = try env.exchange(
            input.exchange, input.prices, in: snapshot, today, path: path)
        if input.forecast == true, LineTest(parameters.query).isOfRecorded {
            let terms = input.query ?? ""
            throw .badQuery(
                LineQueryError(query: terms, term: terms, column: 1, fault: .notRecordedYet))
        }
        var report = try env.report(
            parameters, of: snapshot, today: today, withSums: env.hashed == false)
        if input.forecast == true {
            let (rows, days) = try mappingError(
                ApplicationError.books, snapshot.forecast(parameters, now: today.day))
            (report.forecast, report.forecastDays) = (rows, [days.start, days.end])
        }
        if report.rows.isEmpty, report.forecast?.isEmpty != false, let query = input.query {
            let words = try today.unknownWords(of: query, in: snapshot)
            try today.refuseSlips(in: words)
            report.hints = try env.hints(of: query, words: words, in: snapshot)
        }
        report.hashed = env.hashed
        if env.hashed == nil { report.leftOut = nil }
        return report
    }

    /// What is asked for, in the ledger's own terms.
    static func parameters(
        _ input: Input, _ today: CalendarContext, _ referenceData: ReferenceData
    ) throws(ApplicationError) -> ReportParameters {
        let asked = try today.weeks(startingOn: input.weekStart)
        let expression = try input.range.map { text throws(ApplicationError) in
            try asked.expression(text)
        }
        let terms = input.query?.trimmed ?? ""
        // What is said with the days counts more than what is set for all reports.
        let named = try input.period.map { name throws(ApplicationError) in try period(name) }
        let query = try asked.query(terms, referenceData)
        let kinds = input.kinds ?? []
        return ReportParameters(
            period: expression?.period ?? named,
            range: try asked.days(
                in: expression?.range, begin: input.begin, end: input.end),
            kinds: Set(kinds.isEmpty ? query.kinds ?? [] : kinds), by: try grouping(input),
            weekStart: input.weekStart == nil ? nil : asked.weekStart,
            query: query, terms: terms.isEmpty ? nil : terms)
    }

    static func period(_ name: String) throws(ApplicationError) -> Period {
        guard let period = Period(name: name) else {
            let names = Period.named.map(\.name)
            throw .badChoice(field: "period", name, allowed: names)
        }
        return period
    }

    /// What distinguishes rows, as it is typed; kinds and currencies always do.
    package static let groupings = [
        "category", "account", "payee", "tag", "tag:NAME", "person", "kind", "currency",
    ]

    /// A depth alone asks for categories.
    private static func grouping(_ input: Input) throws(ApplicationError) -> ReportGrouping {
        if let depth = input.depth, depth < 1 { throw .outOfRange(field: "depth", depth) }
        guard let by = input.by else {
            return input.depth == nil ? .none : .category(depth: input.depth)
        }
        var keys: [ReportGrouping.Key] = []
        for name in by.split(separator: ",", omittingEmptySubsequences: false).map(
            \.description.trimmed)
        {
            guard let key = key(name, depth: input.depth) else {
                if ["kind", "currency"].contains(name) { continue }
                throw .badChoice(field: "by", by, allowed: groupings)
            }
            if keys.contains(where: { $0.isSame(as: key) }) {
                throw .badChoice(field: "by", by, allowed: groupings)
            }
            keys.append(key)
        }
        return ReportGrouping(keys)
    }

    private static func key(_ name: String, depth: Int?) -> ReportGrouping.Key? {
        switch name {
        case "category": return .category(depth: depth)
        case "account": return .account
        case "payee": return .payee
        case "tag": return .tag
        case "person": return .person
        default:
            let value = name.dropFirst("tag:".count)
            return name.hasPrefix("tag:") && !value.isEmpty ? .tagValue(String(value)) : nil
        }
    }
}

extension Environment {
    /// What may be meant by names that nothing has; `nil` for nothing, and for pages, which show
    /// none.
    ///
    /// - Parameter words: Looked for only where they help.
    func hints(
        of terms: String?, named category: String? = nil, tag: String? = nil,
        words: @autoclosure () throws(ApplicationError) -> [String], in snapshot: LedgerSnapshot
    ) throws(ApplicationError) -> [NameHint]? {
        if memo != nil { return nil }
        let withSums = hashed == false
        let tellsNames = try mappingError(
            ApplicationError.store, snapshot.tellsNames(withSums: withSums))
        let unknown = tellsNames ? try words() : []
        let found = try mappingError(
            ApplicationError.store,
            snapshot.hints(
                of: terms, category: category, tag: tag, words: unknown, withSums: withSums))
        return found.isEmpty ? nil : found
    }
}

extension ReportGrouping.Key {
    /// Whether both ask for the same column of rows.
    fileprivate func isSame(as other: Self) -> Bool {
        self == other || column == "tag" && other.column == "tag"
    }

    private var column: Substring { name.prefix { $0 != ":" } }
}

extension CalendarContext {
    /// The words of a query that no live line has.
    func unknownWords(
        of query: String, in snapshot: LedgerSnapshot
    ) throws(ApplicationError) -> [String] {
        var unknown: [String] = []
        for word in LineQuery.plainWords(of: query) {
            // One that stood in quotes may look like a term.
            let text = LineQuery.text(of: [word])
            guard let one = try? self.query(text, snapshot.referenceData) else { continue }
            let found = try mappingError(ApplicationError.store) { () throws(StoreError) in
                try snapshot.list(LineFilter(one, limit: 1)).count
            }
            if found == 0 { unknown.append(word) }
        }
        return unknown
    }

    /// Refuses a word that nothing has and that may be a slip in days, such as `lst month`.
    func refuseSlips(in unknown: [String]) throws(ApplicationError) {
        // Of lst month the first is the slip; a word that is like none of days is text.
        let slip = unknown.first { word in
            !DatePhrase.words.contains(word.lowercased())
                && (word.contains(where: \.isNumber)
                    || !Spelling.nearest(to: word, among: DatePhrase.words).isEmpty)
        }
        if let slip { _ = try expression(slip) }
    }
}
