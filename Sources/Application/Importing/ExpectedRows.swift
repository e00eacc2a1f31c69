internal import EventLog
internal import Interchange
internal import Ledger

/// Which new rows of a file are what was expected: what comes again, on about one of its days and
/// with its amount.
///
/// A rule that names an account is meant by a row of that account, and any other by a row with
/// which it has a word in common.
struct ExpectedRows {
    /// A rule of a line, and what it expects each time.
    fileprivate struct Expected {
        let rule: RepeatRule
        let facts: LineFacts
        let words: Set<String>
        /// In small letters: a name may be too short for words.
        let title: String
        let account: String?
    }

    /// The days that came, in the order of the rows.
    private(set) var came: [RepeatGap] = []
    /// What is said of them, one for each.
    private(set) var notes: [DecisionNote] = []

    private let snapshot: LedgerSnapshot
    private let rules: [Expected]
    private var taken: Set<String> = []

    /// Banks book on working days: a weekend and a holiday may lie between.
    private static let daysMax = 5

    /// - Complexity: O(*n*) in the frames; only those that hold something of what repeats are read.
    init(_ snapshot: LedgerSnapshot) throws(ApplicationError) {
        self.snapshot = snapshot
        let book = try mappingError(ApplicationError.store) { () throws(StoreError) in
            try snapshot.repeatBook()
        }
        rules = book.rules.compactMap { rule in
            guard case .line(let facts, let details) = rule.added.content else { return nil }
            let account = facts.account?.position.flatMap(snapshot.referenceData.account(at:))
            return Expected(
                rule: rule, facts: facts, words: details.words, title: details.title.lowercased(),
                account: account?.facts.name.lowercased())
        }
    }

    /// Whether there is nothing that a row could be.
    var isEmpty: Bool { rules.isEmpty }

    /// Whether a row may be what a rule expects.
    func isMeant(by row: ImportRow) -> Bool { rules.contains { $0.isMeant(by: row) } }

    /// The line that a rule recorded already and that a row is, on about its day; `nil` for none.
    mutating func recorded(_ row: ImportRow) throws(ApplicationError) -> UInt64? {
        try meet(row, wasRecorded: true)?.position
    }

    /// Looks at a row that is to be recorded.
    mutating func take(_ row: ImportRow) throws(ApplicationError) {
        if isEmpty { return }
        guard let (rule, day, _) = try meet(row, wasRecorded: false) else { return }
        came.append(RepeatGap(id: rule.id, day: day))
        notes.append(DecisionNote(.expectedCame, given: "\(day)", used: rule.added.title))
    }

    /// What is expected on about the day of a row, and meant by it, which no other row has met; and
    /// where it was recorded, if it was.
    private mutating func meet(
        _ row: ImportRow, wasRecorded: Bool
    ) throws(ApplicationError) -> (rule: RepeatRule, day: Day, position: UInt64?)? {
        for expected in rules where expected.isMeant(by: row) {
            let rule = expected.rule
            guard let day = rule.day(nearest: row.facts.day, Self.daysMax) else { continue }
            if taken.contains(rule.key(on: day)) { continue }
            let position = try mappingError(ApplicationError.store) { () throws(StoreError) in
                try snapshot.recorded(rule, on: day)
            }
            guard (position != nil) == wasRecorded else { continue }
            taken.insert(rule.key(on: day))
            return (rule, day, position)
        }
        return nil
    }
}

extension ExpectedRows.Expected {
    func isMeant(by row: ImportRow) -> Bool {
        let incoming = LineFlags.incoming
        guard row.facts.amount == facts.amount, row.facts.kind == facts.kind,
            row.facts.flags.contains(incoming) == facts.flags.contains(incoming)
        else { return false }
        if let account {
            return row.accountName?.lowercased() == account
        }
        return !words.isDisjoint(with: row.details.words) || row.details.title.lowercased() == title
    }
}

extension RepeatRule {
    /// The one of its days that is nearest to a day, the earlier of two; `nil` for none.
    ///
    /// - Parameter distance: How many days lie between at most.
    fileprivate func day(nearest day: Day, _ distance: Int) -> Day? {
        let around = DayRange(
            start: day.adding(days: -distance), end: day.adding(days: distance + 1))
        func far(_ other: Day) -> Int {
            abs(Int(other.daysSince1970) - Int(day.daysSince1970))
        }
        return days(in: around).min { far($0) < far($1) }
    }
}

extension LineDetails {
    /// The words of payee and description that have three letters at least, in small letters.
    fileprivate var words: Set<String> {
        let words = "\(payee) \(description)".lowercased()
            .split { !$0.isLetter && !$0.isNumber }
        return Set(words.filter { $0.count > 2 }.map { String($0) })
    }
}
