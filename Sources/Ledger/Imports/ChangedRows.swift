/// Finds out which new rows of a file are rows of an earlier file that look different now: a
/// pending payment that was settled, a text that the bank wrote anew.
///
/// A row and a missing line belong together when they have the same account, kind and currency and,
/// in this order, the same id of another system; the same title and amount a few days apart; the
/// same title a few days apart; the same day and amount and nearly the same title. Whatever could
/// belong to several of the other side belongs to none.
package struct ChangedRows {
    /// A new row of a file.
    package struct Row: Sendable {
        /// Where it stands among the rows of the file.
        package let index: Int
        /// What it says; the account is resolved where the ledger has it.
        package let facts: LineFacts
        /// What else it says.
        package let details: LineDetails

        /// A row.
        package init(index: Int, facts: LineFacts, details: LineDetails) {
            self.index = index
            self.facts = facts
            self.details = details
        }
    }

    /// A row and the line that it restates.
    package struct Pair: Sendable {
        /// The row.
        package let row: Row
        /// The line as it was imported.
        package let line: ImportedLine

        /// A pair.
        package init(row: Row, line: ImportedLine) {
            self.row = row
            self.line = line
        }
    }

    /// How far apart the days of a row and a line may be.
    static let daysApartMax = 5

    private let missing: [ImportedLine]
    private var rows: [Row] = []
    private var places: [Clue: [Int]] = [:]

    /// Something that a row and a line may have in common.
    private enum Clue: Hashable {
        case externalID(Side, String)
        case title(Side, String)
        case amount(Side, Day, Int64)
    }

    /// What they must have in common.
    private struct Side: Hashable {
        let account: Reference?
        let kind: EntryKind
        let isIncoming: Bool
        let currency: Currency

        init(_ facts: LineFacts) {
            account = facts.account
            kind = facts.kind
            isIncoming = facts.flags.contains(.incoming)
            currency = facts.amount.currency
        }
    }

    /// Begins with the lines that are missing from the file.
    package init(missing: [ImportedLine]) {
        self.missing = missing
        for (place, line) in missing.enumerated() {
            for clue in ChangedRows.clues(line.facts, line.details) {
                places[clue, default: []].append(place)
            }
        }
    }

    /// Looks at a new row; kept only if a missing line has something in common with it.
    package mutating func add(_ row: Row) {
        let isLikely = ChangedRows.clues(row.facts, row.details).contains { places[$0] != nil }
        if isLikely { rows.append(row) }
    }

    /// The pairs, in the order of the rows.
    package func pairs() -> [Pair] {
        var lines = Set(missing.indices)
        var open = Set(rows.indices)
        var found: [(row: Int, line: Int)] = []
        for strength in Strength.allCases {
            var byRow: [Int: [Int]] = [:]
            var byLine: [Int: [Int]] = [:]
            for row in open.sorted() {
                let near = candidates(of: rows[row]).filter {
                    lines.contains($0) && strength.holds(rows[row], missing[$0])
                }
                for line in near {
                    byRow[row, default: []].append(line)
                    byLine[line, default: []].append(row)
                }
            }
            for (row, candidates) in byRow where candidates.count == 1 {
                guard let line = candidates.first, byLine[line]?.count == 1 else { continue }
                found.append((row, line))
                open.remove(row)
                lines.remove(line)
            }
        }
        return found.sorted { $0.row < $1.row }.map {
            Pair(row: rows[$0.row], line: missing[$0.line])
        }
    }

    private func candidates(of row: Row) -> Set<Int> {
        Set(ChangedRows.clues(row.facts, row.details).flatMap { places[$0] ?? [] })
    }

    private static func clues(_ facts: LineFacts, _ details: LineDetails) -> [Clue] {
        let side = Side(facts)
        var clues: [Clue] = [.amount(side, facts.day, facts.amount.minor)]
        let title = details.title.collapsed.lowercased()
        if !title.isEmpty { clues.append(.title(side, title)) }
        if let id = details.externalID, !id.isEmpty { clues.append(.externalID(side, id)) }
        return clues
    }

    /// What speaks for a pair, the strongest first.
    private enum Strength: CaseIterable {
        case sameID, sameTitleAndAmount, sameTitle, sameDayAndAmount

        func holds(_ row: Row, _ line: ImportedLine) -> Bool {
            let sameAmount = row.facts.amount == line.facts.amount
            let apart = abs(
                Int(row.facts.day.daysSince1970) - Int(line.facts.day.daysSince1970))
            let isNear = apart <= ChangedRows.daysApartMax
            let titles = (Strength.title(row.details), Strength.title(line.details))
            switch self {
            case .sameID:
                guard let id = row.details.externalID, !id.isEmpty else { return false }
                return id == line.details.externalID
            case .sameTitleAndAmount:
                return isNear && sameAmount && titles.0 == titles.1 && !titles.0.isEmpty
            case .sameTitle: return isNear && titles.0 == titles.1 && !titles.0.isEmpty
            case .sameDayAndAmount:
                return apart == 0 && sameAmount && Strength.isNearly(titles.0, titles.1)
            }
        }

        private static func title(_ details: LineDetails) -> String {
            details.title.collapsed.lowercased()
        }

        /// Whether two titles have the same letters, or one begins with the letters of the other.
        private static func isNearly(_ one: String, _ other: String) -> Bool {
            let (first, second) = (one.filter(\.isLetter), other.filter(\.isLetter))
            let shorter = min(first.count, second.count)
            return shorter >= 4 && (first.hasPrefix(second) || second.hasPrefix(first))
        }
    }
}
