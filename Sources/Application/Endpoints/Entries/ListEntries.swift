internal import EventLog
package import Ledger

/// Lists lines, newest first unless asked otherwise.
package enum ListEntries: Endpoint {
    /// Which lines; without anything all live ones. All that is given must hold.
    package struct Input: Codable, Hashable, Sendable {
        /// Terms such as `lunch cat:food amt:>20`; see ``LineQuery``.
        package var query: String?
        /// Days by a phrase, such as `last month` or `2026-03`.
        package var range: String?
        /// The first day, a date or a phrase.
        package var begin: String?
        /// The day after the last, a date or a phrase.
        package var end: String?
        /// The kinds that count; empty or left out for all.
        package var kinds: [EntryKind]?
        /// A category with everything below it, in any case.
        package var category: String?
        /// Name of an account.
        package var account: String?
        /// A tag, in any case.
        package var tag: String?
        /// Name of the person who paid, or a part of it.
        package var payer: String?
        /// `12.50`, `>100`, `>=100`, `<5`, `<=5` or `10..20`, both included; in any currency.
        package var amount: String?
        /// Whether voided lines are listed as well.
        package var voided: Bool?
        /// `day`, `amount` or `position`.
        package var sort: String?
        /// How many lines, at most.
        package var limit: Int?
        /// How many lines to pass over first.
        package var skip: Int?
        /// Whether each line says what is in its account after it.
        package var balance: Bool?
        /// Code of the currency that the sums are wanted in; each in its own when left out.
        package var exchange: String?
        /// Of which day the prices are: `day` (of each line, when left out), `end` of the days
        /// asked for, or `now`.
        package var prices: String?

        /// A request.
        package init(
            query: String? = nil, range: String? = nil, begin: String? = nil, end: String? = nil,
            kinds: [EntryKind]? = nil, category: String? = nil, account: String? = nil,
            tag: String? = nil, payer: String? = nil, amount: String? = nil,
            voided: Bool? = nil, sort: String? = nil, limit: Int? = nil,
            skip: Int? = nil, balance: Bool? = nil
        ) {
            self.query = query
            self.range = range
            self.begin = begin
            self.end = end
            self.kinds = kinds
            self.category = category
            self.account = account
            self.tag = tag
            self.payer = payer
            self.amount = amount
            self.voided = voided
            self.sort = sort
            self.limit = limit
            self.skip = skip
            self.balance = balance
        }
    }

    /// The lines.
    package typealias Output = LineList

    package static let path = "list"
    package static let summary = "list entries, newest first"
    package static let needs: Set<Permission> = [.read]

    package static func run(
        _ input: Input, in env: Environment
    ) throws(ApplicationError) -> Output {
        let snapshot = try env.snapshot()
        let today = try env.today(in: snapshot)
        let page = try Page(skip: input.skip, limit: input.limit)
        let query = try query(input, snapshot, today)
        let exchange = try env.exchange(
            input.exchange, input.prices, in: snapshot, today, path: path)
        let filter = LineFilter(
            query, withVoided: input.voided ?? false,
            order: try order(input.sort), limit: page.end)
        var list = try mappingError(ApplicationError.store, snapshot.list(filter))
            .skipping(page.skip)
        if let exchange {
            list = try mappingError(
                ApplicationError.store, snapshot.exchanged(list, of: query, exchange))
        }
        if list.count == 0 {
            list.hints = try env.hints(
                of: input.query, named: input.category, tag: input.tag,
                words: try today.unknownWords(of: input.query ?? "", in: snapshot), in: snapshot)
        }
        guard input.balance == true else { return list }
        return try mappingError(ApplicationError.store, snapshot.withBalances(list))
    }

    private static func order(
        _ text: String?
    ) throws(ApplicationError) -> LineFilter.Order {
        guard let text else { return .day }
        if let order = LineFilter.Order(rawValue: text.lowercased()) { return order }
        throw .badChoice(
            field: "sort", text, allowed: LineFilter.Order.allCases.map(\.rawValue))
    }

    /// What the fields ask for together.
    private static func query(
        _ input: Input, _ snapshot: LedgerSnapshot, _ today: CalendarContext
    ) throws(ApplicationError) -> LineQuery {
        var query = try today.query(input.query ?? "", snapshot.referenceData)
        let days = try today.days(in: input.range, begin: input.begin, end: input.end)
        if days != .all { query.require(.days(days)) }
        query.require(anyOf: Set(input.kinds ?? []).map { .kind($0) })
        if let text = input.category {
            query.require(.category(try path(text), exactly: false))
        }
        if let name = input.account {
            query.require(.account([try snapshot.account(name)]))
        }
        if let tag = input.tag { query.require(.tag(tag)) }
        if let name = input.payer {
            query = query.and(
                try today.query(LineQuery.text(of: ["who:" + name]), snapshot.referenceData))
        }
        if let text = input.amount {
            guard let amounts = AmountRange(text) else { throw .badAmountFilter(text) }
            query.require(.amount(amounts))
        }
        return query
    }

    private static func path(_ text: String) throws(ApplicationError) -> CategoryPath {
        do throws(CategoryPathError) { return try CategoryPath(text) } catch {
            throw .badCategory(text, error)
        }
    }
}

extension CalendarContext {
    /// The query that terms make.
    func query(_ text: String, _ referenceData: ReferenceData) throws(ApplicationError) -> LineQuery
    {
        do throws(LineQueryError) {
            return try LineQuery(
                parsing: text, referenceData: referenceData, today: day, weekStart: weekStart)
        } catch {
            throw .badQuery(error)
        }
    }
}

extension LedgerSnapshot {
    /// The position of an account.
    fileprivate func account(_ name: String) throws(ApplicationError) -> UInt64 {
        if let account = referenceData.account(named: name) { return account.position }
        let near = Spelling.nearest(to: name, among: referenceData.accounts.map(\.facts.name))
        throw .decision(.unknownAccount(name, suggestions: near))
    }
}
