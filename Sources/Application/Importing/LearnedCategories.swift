internal import EventLog
internal import Interchange
internal import Ledger

/// The categories of rows that have none, by what lines of the same payee or text have.
///
/// A row gets one where at least two thirds of those lines agree, and no rule finds the row that
/// says another. Words with digits in them, as numbers of cards and receipts, do not count.
struct LearnedCategories {
    /// Whose rows, of which kind.
    private struct Key: Hashable {
        let kind: EntryKind
        let text: String
    }

    /// What lines say of a key.
    private struct Choice {
        let category: String
        /// The newest line that has it.
        let like: UInt64
        let agreeing: Int
        let count: Int
    }

    /// The lines of a key, by category.
    private struct Tally {
        let key: Key
        var count = 0
        var byCategory: [String: (count: Int, like: UInt64)] = [:]
    }

    /// Lines that are looked at: the latest.
    private static let linesMax = 20_000
    /// Of rows of so many payees and texts at most only lines of these are looked at.
    private static let keysMax = 1_000

    private var choices: [Key: Choice] = [:]
    private var given = RowSet()
    /// What was given, the most rows first.
    private(set) var notes: [ImportCSV.Learned] = []

    /// Nothing is learned.
    init() {}

    /// - Parameters:
    ///   - rows: The rows of a file.
    ///   - isNew: Those that are to be recorded.
    init(
        _ rows: RowReading, _ isNew: RowSet, _ snapshot: LedgerSnapshot, _ rules: [LineTest]
    ) throws(ApplicationError) {
        if rows.plan.columns.own != nil || isNew.count == 0 { return }
        var open: Set<Key> = []
        try rows.rows { index, row in
            if isNew.contains(index), let key = LearnedCategories.key(of: row) { open.insert(key) }
            return open.count <= LearnedCategories.keysMax
        }
        if open.isEmpty { return }
        choices = try LearnedCategories.choices(snapshot, of: open)
        if choices.isEmpty { return }
        let data = snapshot.referenceData
        var found: [Key: (title: String, rows: Int)] = [:]
        var given = RowSet()
        let choices = choices
        try rows.rows { index, row in
            guard isNew.contains(index), let key = LearnedCategories.key(of: row),
                choices[key] != nil
            else { return true }
            let account = row.accountName.flatMap { data.account(named: $0.trimmed)?.position }
            let isRuled = rules.contains {
                $0.admits(row.facts, row.details, account: account)
            }
            if isRuled { return true }
            given.insert(index)
            found[key, default: (row.details.title, 0)].rows += 1
            return true
        }
        self.given = given
        notes = found.compactMap { key, found in
            choices[key].map { choice in
                ImportCSV.Learned(
                    title: found.title, category: choice.category, rows: found.rows,
                    like: choice.like, agreeing: choice.agreeing, of: choice.count)
            }
        }.sorted { ($1.rows, $0.title, $0.like) < ($0.rows, $1.title, $1.like) }
    }

    /// The category that a row gets; `nil` for none.
    func category(_ index: Int, _ row: ImportRow) -> String? {
        guard given.contains(index) else { return nil }
        return LearnedCategories.key(of: row).flatMap { choices[$0]?.category }
    }

    /// What the latest lines say of some keys; of more than are looked at, of all.
    private static func choices(
        _ snapshot: LedgerSnapshot, of open: Set<Key>
    ) throws(ApplicationError) -> [Key: Choice] {
        let isOfAll = open.count > keysMax
        let search = NameSearch(Set(open.map(\.text)))
        let lines = try mappingError(ApplicationError.store) { () throws(StoreError) in
            isOfAll
                ? try snapshot.lines(LineFilter(limit: linesMax))
                : try snapshot.latestLines(linesMax) { search.finds($0) }
        }
        var tallies: [Tally] = []
        // Most lines have a payee and a category that others have, too.
        var places: [Key: Int?] = [:]
        var asked: [Key: Int] = [:]
        var categories: [CategoryPath: String] = [:]
        for line in lines {
            guard let path = line.facts.category, line.facts.kind != .transfer else { continue }
            let called = Key(kind: line.facts.kind, text: name(line.details))
            let place: Int?
            if let known = places[called] {
                place = known
            } else {
                let key = Key(kind: called.kind, text: NameWords.words(of: called.text))
                let isAsked = !key.text.isEmpty && (isOfAll || open.contains(key))
                place = isAsked ? asked[key] ?? tallies.count : nil
                if place == tallies.count {
                    asked[key] = tallies.count
                    tallies.append(Tally(key: key))
                }
                places[called] = .some(place)
            }
            guard let place else { continue }
            if categories[path] == nil {
                categories[path] = snapshot.referenceData.renamed(path).text
            }
            let category = categories[path] ?? path.text
            // The newest come first.
            tallies[place].byCategory[category, default: (0, line.id)].count += 1
            tallies[place].count += 1
        }
        var choices: [Key: Choice] = [:]
        for tally in tallies {
            guard let best = tally.byCategory.max(by: { $0.value.count < $1.value.count }),
                best.value.count * 3 >= tally.count * 2
            else { continue }
            choices[tally.key] = Choice(
                category: best.key, like: best.value.like, agreeing: best.value.count,
                count: tally.count)
        }
        return choices
    }

    /// `nil` for a row that has a category, or can have none.
    private static func key(of row: ImportRow) -> Key? {
        row.facts.category == nil ? key(row.facts.kind, row.details) : nil
    }

    private static func key(_ kind: EntryKind, _ details: LineDetails) -> Key? {
        if kind == .transfer { return nil }
        let text = NameWords.words(of: name(details))
        return text.isEmpty ? nil : Key(kind: kind, text: text)
    }

    private static func name(_ details: LineDetails) -> String {
        details.payee.isEmpty ? details.title : details.payee
    }
}
