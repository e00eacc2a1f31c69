/// A search for lines: of what was recorded since the last one, the lines are all that has to be
/// looked at.
struct KeptSearch: KeptQuestion {
    struct Key: Hashable, Sendable {
        let query: LineQuery
        let order: LineFilter.Order
        /// What categories are called by now.
        let renames: [ReferenceData.Rename]
    }

    /// What was found.
    struct Found: Sendable {
        /// How many of the first lines are here, or all.
        let limit: Int
        let count: UInt64
        let sums: [LineSum.Key: SpendingTable.Cell]
        let hits: [LineSearch.Hit]
        /// No line that is not here ranks so high.
        let least: Int128
        /// Whether lines of that rank are missing, which would come behind the limit.
        let lacksTies: Bool
        /// The batches in which lines were found; not kept.
        var spans: [Range<UInt64>]
    }

    let key: Key
    /// That has found nothing yet.
    let search: LineSearch
    /// How many of the first lines are wanted.
    let limit: Int

    static let countMax = 16
    static let readsText = true
    /// So many of the first lines are kept, or more: pages behind the first come from them, too.
    private static let keptMin = 512
    /// Of a question of more terms nothing is kept.
    private static let termsMax = 64
    /// Neither is where more lines share a rank.
    private static let hitsMax = 4_096

    func answer(
        in snapshot: LedgerSnapshot, after known: (answer: Found, end: UInt64)?
    ) throws(StoreError) -> Found {
        let most = max(limit, KeptSearch.keptMin)
        var search = search
        search.filter.limit = most
        var isFound = false
        if let known, known.answer.limit >= limit {
            isFound = try search.carryOn(known.answer, from: known.end, limit)
        }
        if !isFound {
            try search.findAll()
            search.addSums()
        }
        return Found(
            limit: most, count: search.count, sums: search.sums, hits: search.hits,
            least: search.least, lacksTies: search.lacksTies, spans: search.spans)
    }

    func kept(_ found: Found) -> Found? {
        let terms = key.query.clauses.reduce(0) { $0 + $1.count }
        guard terms <= KeptSearch.termsMax, found.hits.count <= KeptSearch.hitsMax else {
            return nil
        }
        var kept = found
        kept.spans = []
        return kept
    }
}
