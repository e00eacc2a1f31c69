internal import EventLog

/// What comes again, in the order of the log.
package struct RepeatList: Codable, Hashable, Sendable {
    /// A rule; flat.
    package struct Row: Codable, Hashable, Sendable {
        /// The position at which it was recorded.
        package let id: UInt64
        /// `expense`, `income`, `transfer` or `task`.
        package let kind: String
        /// Payee and description, or the title of a task; empty where it was erased.
        package let title: String
        /// The amount, decimal; empty for a task.
        package let amount: String
        /// Code of its currency; empty for a task.
        package let currency: String
        /// The category, as it is called now; empty for none.
        package let category: String
        /// The name of the account; empty for none.
        package let account: String
        /// The project of a task; empty for none.
        package let project: String
        /// Tags.
        package let tags: [String]
        /// What else was said; empty for nothing, or where it was erased.
        package let note: String
        /// When, such as `month on the 1st`.
        package let every: String
        /// The first day that may be meant.
        package let from: Day
        /// The last day that may be meant; `nil` for no end, and then left out of JSON.
        package let until: Day?
        /// Whether all that is due is recorded together.
        package let post: Bool
        /// The first day that is expected and not recorded; `nil` for none, and then left out of
        /// JSON.
        package let next: Day?
        /// Days that were passed over, ascending.
        package let skipped: [Day]
    }

    /// The rules that hold.
    package let rows: [Row]
    /// The position of the last event that was taken in.
    package let position: UInt64
    /// The root over all events up to and including it, lower-case hex.
    package let root: String
}

extension RepeatList.Row {
    init(_ rule: RepeatRule, next: Day?, _ referenceData: ReferenceData) {
        let added = rule.added
        id = rule.id
        title = added.title
        every = added.recurrence.description
        from = added.first
        until = rule.end < .max ? rule.end.adding(days: -1) : nil
        post = added.posts
        self.next = next
        skipped = rule.skipped.sorted()
        switch added.content {
        case .line(let facts, let details):
            kind = facts.kind.name
            amount = facts.amount.description
            currency = facts.amount.currency.code
            category = facts.category.map { referenceData.renamed($0).text } ?? ""
            account = referenceData.accountName(facts.account) ?? ""
            project = ""
            tags = details.tags
            note = details.note
        case .task(let facts, _):
            kind = "task"
            (amount, currency, category, account) = ("", "", "", "")
            project = facts.project?.text ?? ""
            tags = facts.tags
            note = facts.note
        }
    }
}

extension LedgerSnapshot {
    /// What comes again.
    ///
    /// - Parameters:
    ///   - id: The position of the only rule that matters; `nil` for all.
    ///   - withSums: Whether sums beside the log are believed where they can be.
    /// - Complexity: O(*n*) in the days of the rules up to the next that is not recorded, each of
    ///   which is looked up; with sums only those are that were not recorded before.
    package func repeatList(
        of id: UInt64? = nil, withSums: Bool = false
    ) throws(StoreError) -> RepeatList {
        var rows: [RepeatList.Row] = []
        let known = withSums ? try summedDays() : [:]
        for rule in try repeatBook().rules where id == nil || rule.id == id {
            var next = rule.next(onOrAfter: rule.added.first)
            while let day = next {
                let isKnown = known[rule.id]?.has(day) == true
                if !isKnown, try recorded(rule, on: day) == nil { break }
                next = rule.next(onOrAfter: day.adding(days: 1))
            }
            rows.append(RepeatList.Row(rule, next: next, referenceData))
        }
        let head = try head()
        return RepeatList(
            rows: rows, position: head.count > 0 ? head.count - 1 : 0, root: head.root.hex)
    }
}
