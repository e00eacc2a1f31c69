package import Ledger

/// Lists live lines, newest first.
package enum ListEntries: Endpoint {
    /// Which lines; without anything all of them.
    package struct Input: Codable, Hashable, Sendable {
        /// Days by a phrase, such as `last month` or `2026-03`.
        package var range: String?
        /// The first day, a date or a phrase.
        package var begin: String?
        /// The day after the last, a date or a phrase.
        package var end: String?
        /// The kinds that count; empty or left out for all.
        package var kinds: [EntryKind]?
        /// A category with everything below it.
        package var category: String?
        /// Name of an account.
        package var account: String?
        /// A tag, in any case.
        package var tag: String?
        /// Something that occurs in title or note, in any case.
        package var text: String?
        /// `12.50`, `>100`, `>=100`, `<5`, `<=5` or `10..20`, both included; in any currency.
        package var amount: String?
        /// How many lines, at most.
        package var limit: Int?

        /// A request.
        package init(
            range: String? = nil, begin: String? = nil, end: String? = nil,
            kinds: [EntryKind]? = nil, category: String? = nil, account: String? = nil,
            tag: String? = nil, text: String? = nil, amount: String? = nil, limit: Int? = nil
        ) {
            self.range = range
            self.begin = begin
            self.end = end
            self.kinds = kinds
            self.category = category
            self.account = account
            self.tag = tag
            self.text = text
            self.amount = amount
            self.limit = limit
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
        let books = try env.books()
        let today = try env.today(in: books)
        let range = try input.range.flatMap { text throws(ApplicationError) in
            try today.expression(text).range
        }
        if let limit = input.limit, limit < 0 { throw .outOfRange(field: "limit", limit) }
        let amount = try input.amount.map { text throws(ApplicationError) in
            try AmountFilter(text)
        }
        var filter = LineFilter(
            days: try today.days(in: range, begin: input.begin, end: input.end),
            kinds: Set(input.kinds ?? []),
            category: try input.category.map { text throws(ApplicationError) in
                try books.category(text)
            },
            account: try input.account.map { name throws(ApplicationError) in
                try books.account(name)
            },
            tag: input.tag, text: input.text)
        guard let amount else {
            filter.limit = input.limit
            return try lift { () throws(StoreError) in try books.list(filter) }
        }
        return try lift { () throws(StoreError) in
            let lines = try books.lines(filter).filter { amount.admits($0.facts.amount) }
            return LineList(
                lines, limit: input.limit, chart: books.chart, head: try books.head())
        }
    }
}

extension Books {
    /// A category in the spelling that is known.
    fileprivate func category(_ text: String) throws(ApplicationError) -> CategoryPath {
        let path: CategoryPath
        do throws(CategoryPathError) { path = try CategoryPath(text) } catch {
            throw .badCategory(text, error)
        }
        let known = try lift { () throws(StoreError) in try categories() }
        return known.spelling(of: path)
    }

    /// The position of an account.
    fileprivate func account(_ name: String) throws(ApplicationError) -> UInt64 {
        if let account = chart.account(named: name) { return account.position }
        let near = Spelling.nearest(to: name, among: chart.accounts.map(\.facts.name))
        throw .decision(.unknownAccount(name, suggestions: near))
    }
}

/// Which amounts are looked for, whatever the currency.
struct AmountFilter: Hashable {
    /// In units of the smallest part that any currency has.
    private var min = Int128.min
    private var max = Int128.max

    /// A filter of a text such as `12.50`, `>100`, `<=5` or `10..20`.
    init(_ text: String) throws(ApplicationError) {
        func units(_ part: Substring) throws(ApplicationError) -> Int128 {
            guard let finest = Currency(code: "X", exponent: Currency.exponentMax),
                let amount = try? Money(parsing: part, currency: finest)
            else { throw .badAmountFilter(text) }
            return Int128(amount.minor)
        }
        if let dots = text.firstRange(of: "..") {
            let (low, high) = (text[..<dots.lowerBound], text[dots.upperBound...])
            if low.isEmpty, high.isEmpty { throw .badAmountFilter(text) }
            if !low.isEmpty { min = try units(low) }
            if !high.isEmpty { max = try units(high) }
        } else if text.hasPrefix(">=") {
            min = try units(text.dropFirst(2))
        } else if text.hasPrefix("<=") {
            max = try units(text.dropFirst(2))
        } else if text.hasPrefix(">") {
            min = try units(text.dropFirst()) + 1
        } else if text.hasPrefix("<") {
            max = try units(text.dropFirst()) - 1
        } else {
            min = try units(text[...])
            max = min
        }
    }

    func admits(_ amount: Money) -> Bool {
        var units = Int128(amount.minor)
        for _ in amount.currency.exponent..<Currency.exponentMax { units *= 10 }
        return min <= units && units <= max
    }
}
