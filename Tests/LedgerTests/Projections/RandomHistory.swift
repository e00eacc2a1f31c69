import Ledger
import Support

/// A history of lines that are recorded, amended, voided and restored at random, and what it comes
/// to by plain bookkeeping.
struct RandomHistory {
    private struct Line {
        var version: UInt64
        var facts: LineFacts
        var isVoided = false
    }

    private(set) var events: [Event] = Given.ledger
    private var lines: [UInt64: Line] = [:]
    private var order: [UInt64] = []
    private var random: SeededRandom
    /// Of how many lines one has an amount and a day of their whole width; `nil` for none.
    private let oneWildIn: Int?
    /// The days of the others.
    private let days: ClosedRange<Int32>
    /// Of how many changes one takes back what no line states, against the rules; `nil` for none.
    private let oneFalseIn: Int?

    init(
        seed: UInt64, count: Int, isWild: Bool = false, oneWildIn: Int? = nil,
        days: ClosedRange<Int32> = 20_000...20_009, oneFalseIn: Int? = nil
    ) {
        random = SeededRandom(seed: seed)
        self.oneWildIn = isWild ? 1 : oneWildIn
        self.days = days
        self.oneFalseIn = oneFalseIn
        while events.count < count { step() }
    }

    /// What the live lines come to, added up one by one.
    var totals: [String: SpendingTable.Cell] {
        var totals: [String: SpendingTable.Cell] = [:]
        for line in lines.values where !line.isVoided && !line.facts.flags.contains(.counterpart) {
            let facts = line.facts
            let key = RandomHistory.key(
                facts.day, facts.kind, facts.amount.currency, facts.category,
                facts.account?.position)
            var cell = totals[key] ?? .zero
            cell.sum += Int128(facts.amount.minor)
            cell.count += 1
            totals[key] = cell
        }
        return totals
    }

    /// What the live lines of each account do to it, added up one by one.
    var effects: [String: Int128] {
        var effects: [String: Int128] = [:]
        for line in lines.values where !line.isVoided {
            let facts = line.facts
            guard let account = facts.account?.position else { continue }
            let isIn =
                facts.kind == .transfer ? facts.flags.contains(.incoming) : facts.kind == .income
            let key = "\(facts.day.daysSince1970) \(account) \(facts.amount.currency.code)"
            let amount = Int128(facts.amount.minor)
            effects[key, default: 0] += isIn ? amount : 0 - amount
        }
        return effects.filter { $0.value != 0 }
    }

    static func key(
        _ day: Day, _ kind: EntryKind, _ currency: Currency, _ category: CategoryPath?,
        _ account: UInt64?
    ) -> String {
        "\(day.daysSince1970) \(kind) \(currency.code) \(category?.text ?? "-") \(account ?? 0)"
    }

    private mutating func step() {
        let position = UInt64(events.count)
        let target = order.randomElement(using: &random)
        guard let target, var line = lines[target], Int.random(in: 0..<3, using: &random) == 0
        else {
            let facts = facts()
            lines[position] = Line(version: position, facts: facts)
            order.append(position)
            events.append(.lineAdded(LineAdded(facts: facts)))
            return
        }
        let previous = Reference.position(line.version)
        let isFalse = oneFalseIn.map { Int.random(in: 0..<$0, using: &random) == 0 } ?? false
        if isFalse { line.facts = self.facts() }
        if line.isVoided {
            events.append(
                .lineRestored(
                    LineRestored(
                        target: .position(target), previous: previous, facts: line.facts)))
            line.isVoided = false
        } else if Bool.random(using: &random) {
            events.append(
                .lineVoided(
                    LineVoided(
                        target: .position(target), previous: previous, replaced: line.facts)))
            line.isVoided = true
        } else {
            let facts = facts()
            events.append(
                .lineAmended(
                    LineAmended(
                        target: .position(target), previous: previous, facts: facts,
                        replaced: line.facts, changes: [.amount, .day])))
            line.facts = facts
        }
        line.version = position
        lines[target] = line
    }

    private mutating func facts() -> LineFacts {
        let kind = EntryKind.allCases.randomElement(using: &random) ?? .expense
        let code = ["EUR", "JPY", "KWD"].randomElement(using: &random) ?? "EUR"
        let category = [nil, "food", "food:lunch", "home"].randomElement(using: &random) ?? nil
        let account: UInt64? = [nil, 2, 3].randomElement(using: &random) ?? nil
        let flags: LineFlags =
            Int.random(in: 0..<8, using: &random) == 0 ? [.incoming, .counterpart] : []
        let isWild = oneWildIn.map { Int.random(in: 0..<$0, using: &random) == 0 } ?? false
        let minor =
            isWild
            ? Int64.random(in: .min ... .max, using: &random)
            : Int64.random(in: -9...9, using: &random)
        let days =
            isWild
            ? Int32.random(in: .min ... .max, using: &random)
            : Int32.random(in: days, using: &random)
        return LineFacts(
            kind: kind, amount: Money(minor: minor, currency: Given.currency(code)),
            day: Day(daysSince1970: days), category: category.flatMap { try? CategoryPath($0) },
            account: account.map { .position($0) }, flags: flags)
    }
}
