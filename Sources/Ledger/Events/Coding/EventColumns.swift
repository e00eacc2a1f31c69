internal import EventLog

/// The columns of a batch, laid out so that the events of common types are put together without a
/// search.
///
/// What many events share is decoded once: the facts of a key, and text that occurs again. An event
/// of a rare type or an older schema version, and one that does not say what its type needs, goes
/// the long way over a ``Row``, which alone decides what is an error.
final class EventColumns: Sendable {
    let batch: ColumnBatch
    private let upcasting: Upcasting
    private let codes: [UInt16]
    /// For each key the type of its events; `nil` for one that this program does not know.
    private let known: [EventType?]
    /// The same, but `nil` also for those that go over rows.
    private let types: [EventType?]

    private let stated: SharedFacts
    private let retracted: SharedFacts
    private let retractionPlaces: Places

    let target: SparseIntegers
    let previous: SparseIntegers
    private let group: SparseIntegers
    private let changes: SparseIntegers
    let time: SparseIntegers
    private let payer: SparseIntegers
    private let shares: SparseBytes<StoredShares>
    private let urgency: SparseIntegers
    private let colour: SparseIntegers
    private let priority: SparseIntegers
    private let assignee: SparseIntegers
    private let deadlineDay: SparseIntegers
    private let deadlineInstant: SparseIntegers
    private let externalID: SparseBytes<String>
    private let project: SparseBytes<CategoryPath>
    let title: SparseBytes<String>
    let payee: SparseBytes<String>
    let note: SparseBytes<String>
    let reason: SparseBytes<String>
    let tags: SparseBytes<[String]>

    private static let texts: [ColumnID] = [
        .shares, .externalID, .project, .title, .payee, .note, .reason, .tags,
    ]
    private static let numbers: [ColumnID] = [
        .changes, .timeOfDay, .payer, .urgency, .colour, .priority, .assignee, .deadlineDay,
        .deadlineInstant,
    ]

    /// - Complexity: O(*n*) in the events, of which later each costs its own values.
    init(_ batch: ColumnBatch, upcasting: Upcasting = .current) {
        self.batch = batch
        self.upcasting = upcasting
        codes = batch.keyCodes
        let isMixed =
            EventColumns.texts.contains { batch.integers[$0] != nil }
            || EventColumns.numbers.contains { batch.bytes[$0] != nil }
        known = batch.keys.map { key in
            EventType(rawValue: key.type).flatMap { key.schema <= $0.schema ? $0 : nil }
        }
        types = zip(batch.keys, known).map { key, type in
            isMixed || key.schema != type?.schema ? nil : type
        }
        let count = batch.count
        stated = SharedFacts(batch.keys, batch.numbers)
        retracted = SharedFacts(batch.retractedKeys, batch.retractedNumbers)
        retractionPlaces = Places(batch.retractions.rows, of: count)
        func integers(_ column: ColumnID) -> SparseIntegers {
            SparseIntegers(batch.links[column] ?? batch.integers[column], of: count)
        }
        target = integers(.target)
        previous = integers(.previous)
        group = integers(.group)
        changes = integers(.changes)
        time = integers(.timeOfDay)
        payer = integers(.payer)
        shares = SparseBytes(batch.bytes[.shares], of: count)
        urgency = integers(.urgency)
        colour = integers(.colour)
        priority = integers(.priority)
        assignee = integers(.assignee)
        deadlineDay = integers(.deadlineDay)
        deadlineInstant = integers(.deadlineInstant)
        externalID = SparseBytes(batch.bytes[.externalID], of: count)
        project = SparseBytes(batch.bytes[.project], of: count)
        title = SparseBytes(batch.bytes[.title], of: count)
        payee = SparseBytes(batch.bytes[.payee], of: count)
        note = SparseBytes(batch.bytes[.note], of: count)
        reason = SparseBytes(batch.bytes[.reason], of: count)
        tags = SparseBytes(batch.bytes[.tags], of: count)
    }

    /// The type of the event at an index; `nil` for one that this program does not know.
    @inline(__always)
    func type(at index: Int) -> EventType? { known[Int(codes[index])] }

    /// The event at an index.
    ///
    /// - Throws: As ``Event/init(row:at:upcasting:)`` does.
    func event(at index: Int) throws(StoreError) -> Event {
        let position = batch.firstPosition &+ UInt64(index)
        if let event = common(at: index, position) { return event }
        return try Event(row: batch.row(at: index), at: position, upcasting: upcasting)
    }

    private func common(at index: Int, _ position: UInt64) -> Event? {
        switch types[Int(codes[index])] {
        case .lineAdded:
            guard let facts = stated(at: index),
                let details = details(at: index, position, facts),
                let entry = optional(group[index], before: position)
            else { return nil }
            return .lineAdded(LineAdded(facts: facts, details: details, entry: entry.value))
        case .lineAmended:
            guard let link = link(at: index, position), let facts = stated(at: index),
                let replaced = replaced(at: index),
                let details = details(at: index, position, facts),
                let changes = changes[index].flatMap({ UInt16(exactly: $0) }),
                let reason = reason[index, default: ""]
            else { return nil }
            return .lineAmended(
                LineAmended(
                    target: link.target, previous: link.previous, facts: facts, replaced: replaced,
                    changes: FieldMask(rawValue: changes), details: details, reason: reason))
        case .lineVoided:
            guard let link = link(at: index, position), let replaced = replaced(at: index),
                let reason = reason[index, default: ""]
            else { return nil }
            return .lineVoided(
                LineVoided(
                    target: link.target, previous: link.previous, replaced: replaced,
                    reason: reason))
        case .lineRestored:
            guard let link = link(at: index, position), let facts = stated(at: index),
                let reason = reason[index, default: ""]
            else { return nil }
            return .lineRestored(
                LineRestored(
                    target: link.target, previous: link.previous, facts: facts, reason: reason))
        case .taskAdded: return todo(at: index, position).map { .taskAdded(TaskAdded(facts: $0)) }
        case .taskCompleted: return change(at: index, position).map { .taskCompleted($0) }
        case .taskReopened: return change(at: index, position).map { .taskReopened($0) }
        case .taskDropped: return change(at: index, position).map { .taskDropped($0) }
        default: return nil
        }
    }

    /// The facts that an event states; `nil` where it states none, or not all that it takes.
    func stated(at index: Int) -> LineFacts? {
        stated.facts(
            of: Int(codes[index]), at: index, before: batch.firstPosition &+ UInt64(index))
    }

    /// The facts that an event takes back; `nil` as for those that it states.
    func replaced(at index: Int) -> LineFacts? {
        guard let place = retractionPlaces[index] else { return nil }
        return retracted.facts(
            of: Int(batch.retractions.values[place]), at: place,
            before: batch.firstPosition &+ UInt64(index))
    }

    /// The amount that an event states.
    @inline(__always)
    func amount(at index: Int) -> Money? { stated.amount(of: Int(codes[index]), at: index) }

    /// The day on which an event states something.
    @inline(__always)
    func day(at index: Int) -> Day? { stated.day(of: Int(codes[index]), at: index) }

    /// The category that an event states.
    @inline(__always)
    func category(at index: Int) -> CategoryPath? { stated.category(of: Int(codes[index])) }
}

/// A value that may be missing, unlike one that cannot be read.
private struct Maybe<Value> {
    var value: Value?
}

// Everything here gives `nil` for what has to go over a row.
extension EventColumns {
    @inline(__always)
    private func reference(_ link: Int64?, before position: UInt64) -> Reference? {
        guard let link, link >= 0, UInt64(link) < position else { return nil }
        return .position(UInt64(link))
    }

    @inline(__always)
    private func optional(_ link: Int64?, before position: UInt64) -> Maybe<Reference>? {
        guard let link else { return Maybe() }
        return reference(link, before: position).map { Maybe(value: $0) }
    }

    @inline(__always)
    private func details(
        at index: Int, _ position: UInt64, _ facts: LineFacts
    ) -> LineDetails? {
        var time: TimeOfDay?
        if let seconds = self.time[index] {
            time = Int(exactly: seconds).flatMap { TimeOfDay(secondsSinceMidnight: $0) }
            if time == nil { return nil }
        }
        var externalID: String?
        if self.externalID.has(index) {
            externalID = self.externalID[index]
            if externalID == nil { return nil }
        }
        var shares: [Share] = []
        if self.shares.has(index) {
            guard let found = self.shares[index]?.shares, let last = found.last,
                last.person < position, found.addUp(to: facts.amount.minor)
            else { return nil }
            shares = found
        }
        guard let payer = optional(payer[index], before: position),
            let payee = payee[index, default: ""], let description = title[index, default: ""],
            let note = note[index, default: ""], let tags = tags[index, default: []]
        else { return nil }
        return LineDetails(
            time: time, payer: payer.value, shares: shares, externalID: externalID,
            payee: payee, description: description, note: note, tags: tags)
    }

    @inline(__always)
    private func link(
        at index: Int, _ position: UInt64
    ) -> (target: Reference, previous: Reference)? {
        guard let target = reference(target[index], before: position),
            let previous = reference(previous[index], before: position)
        else { return nil }
        return (target, previous)
    }

    private func change(at index: Int, _ position: UInt64) -> TaskChange? {
        guard let link = link(at: index, position), let reason = reason[index, default: ""] else {
            return nil
        }
        return TaskChange(target: link.target, previous: link.previous, reason: reason)
    }

    private func todo(at index: Int, _ position: UInt64) -> TodoFacts? {
        guard let urgency = urgency[index].flatMap({ UInt8(exactly: $0) }),
            let urgency = TodoUrgency(rawValue: urgency),
            let colour = colour[index].flatMap({ UInt8(exactly: $0) }),
            let colour = TodoColour(rawValue: colour),
            let assignee = optional(assignee[index], before: position),
            let deadline = deadline(at: index),
            let title = title[index, default: ""], let note = note[index, default: ""],
            let tags = tags[index, default: []]
        else { return nil }
        var priority: UInt8?
        if let number = self.priority[index] {
            guard (1...9).contains(number) else { return nil }
            priority = UInt8(number)
        }
        var project: CategoryPath?
        if self.project.has(index) {
            project = self.project[index]
            if project == nil { return nil }
        }
        return TodoFacts(
            title: title, note: note, deadline: deadline.value, urgency: urgency, colour: colour,
            priority: priority, project: project, tags: tags, assignee: assignee.value)
    }

    private func deadline(at index: Int) -> Maybe<Deadline>? {
        switch (deadlineDay[index], deadlineInstant[index]) {
        case (nil, nil): Maybe()
        case (let day?, nil):
            Int32(exactly: day).map { Maybe(value: .day(Day(daysSince1970: $0))) }
        case (nil, let instant?):
            Maybe(value: .instant(Timestamp(millisecondsSince1970: instant)))
        case (_?, _?): nil
        }
    }
}

/// The facts of lines by key, with their days and amounts.
private struct SharedFacts: Sendable {
    /// The facts of each key, each time with the same day and amount; `nil` for what is no line.
    private let facts: [LineFacts?]
    private let currencies: [Currency?]
    private let categories: [CategoryPath?]
    private let days: [Int64]
    private let amounts: [Int64]

    init(_ keys: [GroupKey], _ numbers: [ColumnID: [Int64]]) {
        days = numbers[.day] ?? []
        amounts = numbers[.amount] ?? []
        let facts: [LineFacts?] = keys.map { key in
            guard key.has(.day), key.has(.amount) else { return nil }
            let none = [Field(.day, .integer(0)), Field(.amount, .integer(0))]
            let row = Row(type: 0, schema: 0, isCritical: false, fields: key.fields + none)
            return try? LineFacts(from: RowReader(row: row, position: .max), .stated)
        }
        currencies = facts.map { $0?.amount.currency }
        categories = facts.map { $0?.category }
        self.facts = facts
    }

    /// The facts of a key with the numbers of a place.
    @inline(__always)
    func facts(of code: Int, at place: Int, before position: UInt64) -> LineFacts? {
        guard let shared = facts[code], let day = Int32(exactly: days[place]) else { return nil }
        if let account = shared.account?.position, account >= position { return nil }
        return LineFacts(
            kind: shared.kind,
            amount: Money(minor: amounts[place], currency: shared.amount.currency),
            day: Day(daysSince1970: day), category: shared.category, account: shared.account,
            flags: shared.flags)
    }

    @inline(__always)
    func amount(of code: Int, at place: Int) -> Money? {
        guard let currency = currencies[code] else { return nil }
        return Money(minor: amounts[place], currency: currency)
    }

    @inline(__always)
    func day(of code: Int, at place: Int) -> Day? {
        guard facts[code] != nil else { return nil }
        return Int32(exactly: days[place]).map { Day(daysSince1970: $0) }
    }

    @inline(__always)
    func category(of code: Int) -> CategoryPath? { categories[code] }
}
