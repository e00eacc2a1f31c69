/// Which figure of a report is meant: a cell, or the total of several.
package struct FigureQuery: Hashable, Sendable {
    /// Which categories count.
    package enum Categories: Hashable, Sendable {
        /// All.
        case all
        /// None: lines without a category.
        case none
        /// Those that a report of some levels shows as a category; `nil` for all levels, which
        /// is the category without what lies below it.
        case shown(CategoryPath, depth: Int?)
    }

    /// The days that count.
    package var range: DayRange
    /// The kind that counts; `nil` for income less expenses.
    package var kind: EntryKind?
    /// The categories that count, as they are called now.
    package var categories: Categories
    /// The position of the account that counts; inside, `nil` is none; `nil` for all.
    package var account: UInt64??
    /// The lines that count besides.
    package var query: LineQuery

    /// Without arguments, all expenses.
    package init(
        range: DayRange = .all, kind: EntryKind? = .expense, categories: Categories = .all,
        account: UInt64?? = nil, query: LineQuery = LineQuery()
    ) {
        self.range = range
        self.kind = kind
        self.categories = categories
        self.account = account
        self.query = query
    }

    /// 1 where lines of a group are added to the figure, -1 where they are taken from it, 0 where
    /// they do not count.
    func sign(of group: SpendingTable.Group, _ referenceData: ReferenceData) -> Int64 {
        if let account, group.account != account { return 0 }
        switch categories {
        case .all: break
        case .none: if group.category != nil { return 0 }
        case .shown(let path, let depth):
            guard let category = group.category,
                referenceData.renamed(category).depth(depth ?? .max) == path
            else { return 0 }
        }
        if let kind { return group.kind == kind ? 1 : 0 }
        switch group.kind {
        case .income: return 1
        case .expense: return -1
        case .transfer: return 0
        }
    }
}

/// How a figure came to be: every event that added to it or took from it, oldest first. What is
/// `nil` is left out of JSON.
package struct FigureHistory: Codable, Hashable, Sendable {
    /// The first day that counts; `nil` for no such bound.
    package let start: Day?
    /// The day after the last one that counts; `nil` for no such bound.
    package let end: Day?
    /// `expense`, `income`, `transfer`, or `net` for income less expenses.
    package let kind: String
    /// The category; empty for none, `nil` for all.
    package let category: String?
    /// How many levels of categories the report distinguishes; `nil` for all.
    package let depth: Int?
    /// The name of the account; empty for none, `nil` for all.
    package let account: String?
    /// The terms that lines had to pass; `nil` for all lines.
    package var terms: String?
    /// Code of the currency.
    package let currency: String
    /// The figure as a report shows it: decimal, with exactly the currency's digits.
    package let sum: String
    /// How many live lines it sums up.
    package let count: Int64
    /// The events; ``FigureStep/amount`` of all of them come to ``sum``.
    package let rows: [FigureStep]
    /// How many events there are, shown or not.
    package let events: Int
    /// How many older ones were passed over; `nil` for none, and then left out of JSON.
    package let skipped: Int?
    /// Whether there are newer ones.
    package let more: Bool
    /// The position of the last event that was taken in.
    package let position: UInt64
    /// The root over all events up to and including it, lower-case hex.
    package let root: String
    /// Where nothing was found, names that may be meant; `nil` for none, and then left out of JSON.
    package var hints: [NameHint]?
}

/// What an event did to a figure. In JSON it is one flat object: the fields of ``LogRow``, and
/// these, of which those that are `nil` are left out.
package struct FigureStep: Hashable, Sendable {
    /// The event.
    package let event: LogRow
    /// What it took out of the figure: a line as it was before; `nil` for nothing.
    package let old: String?
    /// What it put in: a line as it is from then on; `nil` for nothing.
    package let new: String?
    /// By how much the figure became larger.
    package let amount: String
    /// How many lines more the figure sums up.
    package let count: Int64
    /// The figure with all events up to this one; `nil` where figures are compared, and then left
    /// out of JSON.
    package let running: String?
}

extension FigureStep: Codable {
    private enum Key: String, CodingKey {
        case old, new, amount, count, running
    }

    /// Decodes what `encode(to:)` writes.
    package init(from decoder: any Decoder) throws {
        event = try LogRow(from: decoder)
        let container = try decoder.container(keyedBy: Key.self)
        old = try container.decodeIfPresent(String.self, forKey: .old)
        new = try container.decodeIfPresent(String.self, forKey: .new)
        amount = try container.decode(String.self, forKey: .amount)
        count = try container.decode(Int64.self, forKey: .count)
        running = try container.decodeIfPresent(String.self, forKey: .running)
    }

    /// Encodes one flat object.
    package func encode(to encoder: any Encoder) throws {
        try event.encode(to: encoder)
        var container = encoder.container(keyedBy: Key.self)
        try container.encodeIfPresent(old, forKey: .old)
        try container.encodeIfPresent(new, forKey: .new)
        try container.encode(amount, forKey: .amount)
        try container.encode(count, forKey: .count)
        try container.encodeIfPresent(running, forKey: .running)
    }
}
