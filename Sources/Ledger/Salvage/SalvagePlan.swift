internal import EventLog

/// What stands in the place of lost events of which others speak.
///
/// An event that changes a line repeats the facts that it replaces, so that what was lost before it
/// is known as far as reports go: it is put back, and the additive tables come to what the last
/// event that is kept says of each line.
struct SalvagePlan {
    /// What a line was before an event.
    private struct Version {
        var position: UInt64
        var facts: LineFacts
        var isVoided = false
    }

    /// Events for lost positions.
    private(set) var rows: [UInt64: Row] = [:]
    /// Positions among them of which nothing is known.
    private(set) var made: Set<UInt64> = []

    private let survey: SalvageSurvey
    private var versions: [UInt64: Version] = [:]

    /// - Parameter opening: What position 0 says where it is lost.
    init(
        _ remains: DamagedLogScan, _ survey: SalvageSurvey, opening: LedgerOpened?
    ) throws(LogError) {
        self.survey = survey
        if survey.isLost(0), let opening { make(.ledgerOpened(opening), at: 0) }
        if survey.isLost(1) { make(.personAdded(PersonAdded(name: "person 1")), at: 1) }
        let needsLook =
            !survey.brokenLines.isEmpty
            || survey.entities.keys.contains { $0.what == .task || $0.what == .account }
        if needsLook {
            try remains.read { events throws(LogError) in
                for (index, row) in events.rows.enumerated() {
                    take(row, at: events.firstPosition + UInt64(index))
                }
            }
        }
        for (entity, mentions) in survey.entities where rows[entity.position] == nil {
            fill(entity, mentions)
        }
    }

    private mutating func make(_ event: Event, at position: UInt64) {
        put(event, at: position, toldBy: position)
        made.insert(position)
    }

    private mutating func put(_ event: Event, at position: UInt64, toldBy teller: UInt64) {
        var row = event.row
        row[.toldBy] = .integer(Int64(clamping: teller))
        rows[position] = row
    }

    /// What is spoken of, and of which no event says what it was.
    private mutating func fill(_ entity: SalvageSurvey.Entity, _ mentions: SalvageSurvey.Mentions) {
        let position = entity.position
        switch entity.what {
        case .person: make(.personAdded(PersonAdded(name: "person \(position)")), at: position)
        case .task:
            make(
                .taskAdded(TaskAdded(facts: TodoFacts(title: "task \(position)"))), at: position)
        case .unit:
            make(
                .unitAdded(UnitAdded(facts: UnitFacts(name: "unit \(position)"))), at: position)
        case .account:
            var row = Row(type: 0, schema: 0, isCritical: false, fields: [])
            row[.currency] = mentions.currency
            row[.day] = mentions.day
            let reader = RowReader(row: row, position: position)
            let currency = (try? reader.currency(.currency)) ?? Currency.iso("EUR")
            guard let currency else { return }
            let day = (try? reader.day(.day)) ?? Day(daysSince1970: 0)
            let account = AccountOpened(
                name: "account \(position)", opening: Money(minor: 0, currency: currency),
                day: day)
            make(.accountOpened(account), at: position)
        default: return
        }
    }

    private mutating func take(_ row: Row, at position: UInt64) {
        let id = row.target ?? position
        let isWanted =
            survey.brokenLines.contains(id)
            || survey.entities[SalvageSurvey.Entity(what: .task, position: id)] != nil
            || survey.entities[SalvageSurvey.Entity(what: .account, position: id)] != nil
        guard isWanted, !survey.isLost(position), let event = try? Event(row: row, at: position)
        else { return }
        switch event {
        case .lineAdded(let line):
            versions[id] = Version(position: position, facts: line.facts)
        case .lineAmended(let line):
            mend(id, before: position, line.previous, live: line.replaced)
            versions[id] = Version(position: position, facts: line.facts)
        case .lineVoided(let line):
            mend(id, before: position, line.previous, live: line.replaced)
            versions[id] = Version(position: position, facts: line.replaced, isVoided: true)
        case .lineRestored(let line):
            mend(id, before: position, line.previous, voided: line.facts)
            versions[id] = Version(position: position, facts: line.facts)
        case .taskEdited(let task) where rows[id] == nil && survey.isLost(id):
            var facts = task.facts
            if let assignee = facts.assignee?.position, assignee >= id { facts.assignee = nil }
            put(.taskAdded(TaskAdded(facts: facts)), at: id, toldBy: position)
        case .accountChanged(let account) where rows[id] == nil && survey.isLost(id):
            put(.accountOpened(account.facts), at: id, toldBy: position)
        default: return
        }
    }

    /// Puts the creation of a line back where it is lost.
    private mutating func begin(_ id: UInt64, _ facts: LineFacts, toldBy position: UInt64) {
        guard versions[id] == nil, survey.isLost(id) else { return }
        var facts = facts
        // It cannot have named what came later: a lost version in between did.
        if let account = facts.account?.position, account >= id { facts.account = nil }
        put(.lineAdded(LineAdded(facts: facts)), at: id, toldBy: position)
        versions[id] = Version(position: id, facts: facts)
    }

    /// Puts a lost version back, after which a line counts with some facts.
    private mutating func mend(
        _ id: UInt64, before position: UInt64, _ previous: Reference, live facts: LineFacts
    ) {
        begin(id, facts, toldBy: position)
        guard let lost = previous.position, survey.isLost(lost), let version = versions[id],
            version.position < lost, version.isVoided || version.facts != facts
        else { return }
        let (target, before) = (Reference.position(id), Reference.position(version.position))
        let event: Event =
            version.isVoided
            ? .lineRestored(LineRestored(target: target, previous: before, facts: facts))
            : .lineAmended(
                LineAmended(
                    target: target, previous: before, facts: facts, replaced: version.facts,
                    changes: FieldMask(changing: version.facts, to: facts)))
        put(event, at: lost, toldBy: position)
        versions[id] = Version(position: lost, facts: facts)
    }

    /// Puts a lost void back.
    private mutating func mend(
        _ id: UInt64, before position: UInt64, _ previous: Reference, voided facts: LineFacts
    ) {
        begin(id, facts, toldBy: position)
        guard let lost = previous.position, survey.isLost(lost), let version = versions[id],
            version.position < lost, !version.isVoided
        else { return }
        let event = LineVoided(
            target: .position(id), previous: .position(version.position), replaced: version.facts)
        put(.lineVoided(event), at: lost, toldBy: position)
        versions[id] = Version(position: lost, facts: facts, isVoided: true)
    }
}

extension FieldMask {
    /// The fields in which facts differ.
    fileprivate init(changing old: LineFacts, to new: LineFacts) {
        self = []
        if old.kind != new.kind { insert(.kind) }
        if old.amount != new.amount { insert(.amount) }
        if old.day != new.day { insert(.day) }
        if old.category != new.category { insert(.category) }
        if old.account != new.account { insert(.account) }
        if old.flags != new.flags { insert(.flags) }
    }
}
