import Ledger
import Support

/// A history of lines with payees and tags that are recorded, amended, voided and restored at
/// random, over some years.
struct NamedHistory {
    private struct Line {
        var version: UInt64
        var facts: LineFacts
        var isVoided = false
    }

    private(set) var events: [Event] = Given.ledger
    private var lines: [UInt64: Line] = [:]
    private var order: [UInt64] = []
    private var random: SeededRandom
    private static let titles = [
        "", "Bakery", "Bakery | rolls", "Café", "| odd |", "bakery", "Dr. Moss | visit", "Rent",
    ]
    private static let tags: [[String]] = [
        [], ["trip"], ["trip", "food"], ["food", "trip"], ["trip:rome"], ["trip=rome", "trip"],
        [""], ["Trip:Oslo", "x", "x"],
    ]

    init(seed: UInt64, count: Int) {
        random = SeededRandom(seed: seed)
        while events.count < count { step() }
    }

    private mutating func step() {
        let position = UInt64(events.count)
        guard Int.random(in: 0..<3, using: &random) == 0,
            let target = order.randomElement(using: &random), var line = lines[target]
        else {
            let facts = facts()
            lines[position] = Line(version: position, facts: facts)
            order.append(position)
            events.append(.lineAdded(LineAdded(facts: facts, details: details())))
            return
        }
        let (entity, previous) = (Reference.position(target), Reference.position(line.version))
        if line.isVoided {
            events.append(
                .lineRestored(LineRestored(target: entity, previous: previous, facts: line.facts)))
            line.isVoided = false
        } else if Bool.random(using: &random) {
            events.append(
                .lineVoided(LineVoided(target: entity, previous: previous, replaced: line.facts)))
            line.isVoided = true
        } else {
            let facts = Bool.random(using: &random) ? facts() : line.facts
            let changes =
                [
                    FieldMask.title, .tags, [.title, .tags], [.amount, .day, .kind],
                ].randomElement(using: &random) ?? .title
            events.append(
                .lineAmended(
                    LineAmended(
                        target: entity, previous: previous, facts: facts, replaced: line.facts,
                        changes: changes, details: details())))
            line.facts = facts
        }
        line.version = position
        lines[target] = line
    }

    private mutating func facts() -> LineFacts {
        let code = ["EUR", "JPY"].randomElement(using: &random) ?? "EUR"
        let currency = Currency.iso(code) ?? Given.currency("EUR")
        let isOther = Int.random(in: 0..<9, using: &random) == 0
        return LineFacts(
            kind: isOther ? .transfer : Bool.random(using: &random) ? .expense : .income,
            amount: Money(minor: Int64.random(in: -50...500, using: &random), currency: currency),
            day: Day(daysSince1970: Int32.random(in: 19_900...20_400, using: &random)),
            category: nil, account: isOther ? .position(2) : nil,
            flags: isOther && Bool.random(using: &random) ? [.incoming, .counterpart] : [])
    }

    private mutating func details() -> LineDetails {
        LineDetails(
            title: NamedHistory.titles.randomElement(using: &random) ?? "",
            tags: NamedHistory.tags.randomElement(using: &random) ?? [])
    }
}
