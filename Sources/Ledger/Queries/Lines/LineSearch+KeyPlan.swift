extension LineSearch {
    /// What is left of the query for lines of a key.
    final class KeyPlan {
        let facts: LineMatcher.KeyFacts
        /// `nil` where a line cannot pass.
        let open: [Int]?
        /// Whether a line passes only with findings.
        let needsFindings: Bool
        /// The findings of which a line has to have all.
        let needed: UInt64
        /// What the lines that were found come to.
        var found = SpendingTable.Cell.zero
        /// What its lines count for; `nil` for the other side of a transfer.
        let group: SpendingTable.Group?
        /// Which of the plans of its search it is.
        var number = 0
        private var place: Int32?

        init(
            _ facts: LineMatcher.KeyFacts, _ open: [Int]?, needsFindings: Bool,
            needed: UInt64 = 0, group: SpendingTable.Group?
        ) {
            self.facts = facts
            self.open = open
            self.needsFindings = needsFindings
            self.needed = needed
            self.group = group
        }

        /// What a query leaves open.
        convenience init(
            _ facts: LineMatcher.KeyFacts, _ matcher: LineMatcher, group: SpendingTable.Group?
        ) {
            let open = matcher.open(facts)
            self.init(
                facts, open, needsFindings: open.map(matcher.needFindings) ?? false,
                needed: open.map(matcher.needed) ?? 0, group: group)
        }

        /// Adds an amount in minor units.
        func count(_ amount: Int64) {
            found += SpendingTable.Cell(sum: Int128(amount), count: 1)
        }

        /// Where its lines count in the cells of the search; `nil` where they do not.
        func place(in cells: inout FoundCells?) -> Int32? {
            if let place { return place }
            place = group.flatMap { cells?.index(of: $0, .none) }
            return place
        }
    }
}
