/// Finds out which new rows of a file are rows of an earlier file that look different now: a
/// pending payment that was settled, a text that the bank wrote anew, a file that is read with
/// other options.
///
/// A row and a line belong together when they have the same account and, in this order, the same
/// amount and title a few days apart; the same amount on one day; the same amount a few days apart;
/// the same amount the other way round on one day; the same title a few days apart. Of the same
/// amounts as many as can be belong together, so as long as a line of its amount is left, no row is
/// new.
package struct ChangedRows {
    /// A new row of a file.
    package struct Row: Sendable {
        /// Where it stands among the rows of the file.
        package let index: Int
        /// Its line in the file, from 1.
        package let line: Int
        /// What it says; the account is resolved where the ledger has it.
        package let facts: LineFacts
        /// What else it says.
        package let details: LineDetails
        /// How far it has come with a bank.
        package let status: LineStatus?
        /// Whether category, tags and status are what a person wrote, who may change them.
        package let hasLabels: Bool

        /// A row.
        package init(
            index: Int, line: Int, facts: LineFacts, details: LineDetails,
            status: LineStatus? = nil, hasLabels: Bool = false
        ) {
            self.index = index
            self.line = line
            self.facts = facts
            self.details = details
            (self.status, self.hasLabels) = (status, hasLabels)
        }

        fileprivate var fingerprint: LineFingerprint {
            LineFingerprint(facts, details, account: facts.account?.position.map { .known($0) })
        }
    }

    /// A line of an earlier file that no row is known to be.
    package struct Line: Sendable {
        /// As it was imported.
        package let line: ImportedLine
        /// Whether its text was erased.
        package let isErased: Bool
        /// Whether the file has its day.
        package let isOfFile: Bool
        /// Whether the file should have it.
        package let isMissing: Bool
        /// The days of its own file; `nil` where these are not known.
        package let span: DayRange?
        /// What it looked like before later files restated it.
        package let olderLooks: Set<LineFingerprint>

        /// A line.
        package init(
            _ line: ImportedLine, isErased: Bool, isOfFile: Bool, isMissing: Bool, span: DayRange?,
            olderLooks: Set<LineFingerprint> = []
        ) {
            self.olderLooks = olderLooks
            self.line = line
            self.isErased = isErased
            self.isOfFile = isOfFile
            self.isMissing = isMissing
            self.span = span
        }

        /// Whether one of the two files should have both, or the bank said that there is more to
        /// come.
        fileprivate func isNear(_ row: Row) -> Bool {
            isOfFile || span?.contains(row.facts.day) ?? false || line.details.isPending
                || row.details.isPending
        }
    }

    /// A row and the line that it restates.
    package struct Pair: Sendable {
        /// The row.
        package let row: Row
        /// The line as it was imported.
        package let line: ImportedLine
        /// Whether the text of the line was erased.
        package let isErased: Bool

        /// Whether nothing but category, tags and status can differ, so that it is surely the line.
        package var isSure: Bool { row.hasLabels && row.fingerprint == line.fingerprint }

        /// A pair.
        package init(row: Row, line: ImportedLine, isErased: Bool) {
            self.row = row
            self.line = line
            self.isErased = isErased
        }
    }

    /// What was found.
    package struct Found: Sendable {
        /// Rows that restate a line.
        package let pairs: [Pair]
        /// Rows that say what a line said before it was restated: they are known.
        package let older: [Pair]
    }

    /// How much a file has in common with what the ledger has on its days.
    package struct Overlap: Sendable {
        private let known: Int
        private let most: Int

        /// So much.
        ///
        /// - Parameters:
        ///   - known: Rows that are known by an id or by what they say.
        ///   - rows: All rows of the file.
        ///   - lines: Imported lines of its accounts and days.
        ///   - rowsAmong: Rows of the file on the days from the first of these lines to the last.
        package init(known: Int, rows: Int, lines: Int, rowsAmong: Int) {
            (self.known, most) = (known, min(rows, max(lines, rowsAmong)))
        }

        /// Whether rows that match by less are lines of the ledger: statements beside each other
        /// have a few payments that look alike, those that overlap have most in common.
        package func isReal(with pairs: Int) -> Bool {
            known >= pairs || (known + pairs) * 4 >= most
        }
    }

    /// How far apart the days of a row and a line may be.
    package static let daysApartMax = 5
    /// Pairs of a row and a line with something in common that are looked at, at most.
    static let comparedMax = 1 << 20

    private let lines: [Line]
    private var rows: [Row] = []
    private var places: [Clue: [Int]] = [:]
    private var compared = 0
    /// The lines by what they looked like before they were restated.
    private var looks: [LineFingerprint: [Int]] = [:]

    /// Whether there is more to compare than is worth it.
    package var isOverfull: Bool { compared > ChangedRows.comparedMax }

    /// Something that a row and a line may have in common.
    fileprivate enum Clue: Hashable {
        case title(Reference?, String)
        case amount(Reference?, Currency, UInt64, Day)
    }

    /// Begins with the lines that no row is known to be.
    package init(_ lines: [Line]) {
        self.lines = lines
        for (place, line) in lines.enumerated() {
            let (facts, days) = (line.line.facts, ChangedRows.daysApartMax)
            for apart in -days...days {
                places[Clue.amount(facts, facts.day.adding(days: apart)), default: []].append(place)
            }
            if let clue = Clue.title(facts, line.line.details) {
                places[clue, default: []].append(place)
            }
            for look in line.olderLooks { looks[look, default: []].append(place) }
        }
    }

    /// Looks at a new row; kept only if a line has something in common with it.
    package mutating func add(_ row: Row) {
        if isOverfull { return }
        let near = candidates(of: row).count
        compared += near
        if near > 0 || looksOlder(row) { rows.append(row) }
    }

    /// Whether it says what a line said before it was restated.
    private func looksOlder(_ row: Row) -> Bool {
        !looks.isEmpty && looks[row.fingerprint] != nil
    }

    /// The pairs, in the order of the rows; none where rows only happen to look alike.
    package func pairs(_ overlap: Overlap) -> Found {
        var matching = Matching(rows: Array(rows.indices), lines: Set(lines.indices))
        let older = takeOlderLooks(&matching)
        var found = matching.pairs
        for strength in [Strength.otherWayRound, .title] {
            let before = matching.lines
            var taken = nearest(strength, matching.rows, &matching.lines)
            if taken.contains(where: { strength.isDoubtful(lines[$0.line]) }),
                !isMost(taken.count, of: before, matching.rows.count)
            {
                // Chance: other payments that happen to look alike.
                taken.removeAll { strength.isDoubtful(lines[$0.line]) }
                matching.lines = before.subtracting(taken.map(\.line))
            }
            found += taken
            let paired = Set(taken.map(\.row))
            matching.rows.removeAll { paired.contains($0) }
        }
        if !overlap.isReal(with: found.count) { found = [] }
        return Found(pairs: pairs(of: found), older: pairs(of: older))
    }

    private func pairs(of found: [(row: Int, line: Int)]) -> [Pair] {
        found.sorted { $0.row < $1.row }.map { row, line in
            Pair(row: rows[row], line: lines[line].line, isErased: lines[line].isErased)
        }
    }

    /// Rows and lines that are open, and the pairs so far.
    private struct Matching {
        var rows: [Int]
        var lines: Set<Int>
        var pairs: [(row: Int, line: Int)] = []
    }

    /// Takes the rows and lines of the same amount together, and those rows that say what a line
    /// said before it was restated: the rows that do not go first.
    private func takeOlderLooks(_ matching: inout Matching) -> [(row: Int, line: Int)] {
        let all = matching.rows
        matching.rows = all.filter { !looksOlder(rows[$0]) }
        takeSameAmounts(&matching)
        var older: [(row: Int, line: Int)] = []
        for row in all where looksOlder(rows[row]) {
            let known = looks[rows[row].fingerprint]?.first { matching.lines.contains($0) }
            guard let known else { continue }
            older.append((row, known))
            matching.lines.remove(known)
        }
        let taken = Set(older.map(\.row)).union(matching.pairs.map(\.row))
        matching.rows = all.filter { !taken.contains($0) }
        if !looks.isEmpty { takeSameAmounts(&matching) }
        return older
    }

    /// Takes the rows and lines of the same amount together: as many as can be, the lines of the
    /// file's days first, and where there is a choice the likeliest ones.
    private func takeSameAmounts(_ matching: inout Matching) {
        let isOpen = Set(matching.rows)
        let possible = rows.indices.map { row in
            isOpen.contains(row)
                ? candidates(of: rows[row]).filter {
                    matching.lines.contains($0) && Strength.amount.holds(rows[row], lines[$0])
                } : []
        }
        var largest = LargestMatching(possible)
        for isOfFile in [true, false] {
            var left = matching.lines.filter { lines[$0].isOfFile == isOfFile }
            for strength in [Strength.titleAndAmount, .dayAndAmount, .amount] {
                let open = matching.rows.filter { largest.isFree(row: $0) }
                for (row, line) in nearest(strength, open, &left) {
                    largest.pair(row: row, line: line)
                }
            }
            for line in left.sorted() { largest.findRow(for: line) }
        }
        matching.rows.removeAll { !largest.isFree(row: $0) }
        matching.lines = matching.lines.filter { largest.isFree(line: $0) }
        matching.pairs += largest.lineOf.map { (row: $0.key, line: $0.value) }
    }

    /// Each row with the nearest line that is left.
    private func nearest(
        _ strength: Strength, _ open: [Int], _ left: inout Set<Int>
    ) -> [(row: Int, line: Int)] {
        var taken: [(row: Int, line: Int)] = []
        for row in open {
            let near = candidates(of: rows[row]).filter {
                left.contains($0) && strength.holds(rows[row], lines[$0])
            }
            let best = near.min { (apart(row, $0), $0) < (apart(row, $1), $1) }
            guard let best else { continue }
            taken.append((row, best))
            left.remove(best)
        }
        return taken
    }

    /// Whether so many are at least half of the lines of the file's days, or of the rows.
    private func isMost(_ count: Int, of left: Set<Int>, _ rows: Int) -> Bool {
        let ofFile = left.count { lines[$0].isOfFile }
        return count * 2 >= min(ofFile, rows)
    }

    private func apart(_ row: Int, _ line: Int) -> Int {
        Strength.apart(rows[row].facts, lines[line].line.facts)
    }

    private func candidates(of row: Row) -> [Int] {
        var found = places[Clue.amount(row.facts, row.facts.day)] ?? []
        if let clue = Clue.title(row.facts, row.details) { found += places[clue] ?? [] }
        return found
    }
}

extension ChangedRows.Clue {
    fileprivate static func amount(_ facts: LineFacts, _ day: Day) -> Self {
        .amount(facts.account, facts.amount.currency, facts.amount.minor.magnitude, day)
    }

    /// `nil` without a title.
    fileprivate static func title(_ facts: LineFacts, _ details: LineDetails) -> Self? {
        let title = details.folded
        return title.isEmpty ? nil : .title(facts.account, title)
    }
}

/// What speaks for a pair, the strongest first.
private enum Strength {
    case titleAndAmount, dayAndAmount, amount, otherWayRound, title

    func holds(_ row: ChangedRows.Row, _ line: ChangedRows.Line) -> Bool {
        let (facts, other) = (row.facts, line.line.facts)
        let apart = Strength.apart(facts, other)
        guard apart <= ChangedRows.daysApartMax, line.isNear(row) else { return false }
        let isSame = facts.isAlike(other) && facts.amount == other.amount
        switch self {
        case .titleAndAmount: return isSame && Strength.sameTitle(row, line)
        case .dayAndAmount: return isSame && apart == 0
        case .amount: return isSame
        case .otherWayRound:
            return apart == 0 && facts.amount.currency == other.amount.currency
                && facts.amount.minor.magnitude == other.amount.minor.magnitude
        case .title:
            guard facts.amount.currency == other.amount.currency else { return false }
            return Strength.sameTitle(row, line)
                && (line.isMissing ? facts.isAlike(other) : apart == 0)
        }
    }

    /// Whether a pair may be two payments that look alike by chance, if it is one of few.
    func isDoubtful(_ line: ChangedRows.Line) -> Bool {
        switch self {
        case .titleAndAmount, .dayAndAmount, .amount: false
        case .otherWayRound: line.line.facts.account == nil
        case .title: !line.isMissing
        }
    }

    static func apart(_ one: LineFacts, _ other: LineFacts) -> Int {
        abs(one.day.days(until: other.day))
    }

    private static func sameTitle(_ row: ChangedRows.Row, _ line: ChangedRows.Line) -> Bool {
        let title = row.details.folded
        return !title.isEmpty && title == line.line.details.folded
    }
}

extension LineFacts {
    /// Whether they go the same way.
    fileprivate func isAlike(_ other: LineFacts) -> Bool {
        kind == other.kind && flags.contains(.incoming) == other.flags.contains(.incoming)
    }
}

extension LineDetails {
    /// The title, to be compared.
    fileprivate var folded: String { title.collapsed.lowercased() }

    /// Whether the bank says that the payment is not settled yet.
    fileprivate var isPending: Bool {
        let text = folded + " " + note.lowercased()
        return ["pending", "vorgemerkt", "en attente", "pendiente", "in behandeling"]
            .contains { text.contains($0) }
    }
}
