extension FieldMask {
    /// Whether a line is voided: no field of an amendment, and never written.
    fileprivate static let voided = FieldMask(rawValue: 1 << 15)
}

extension FieldMask {
    /// The status of a line: no field of an amendment, and never written.
    fileprivate static let status = FieldMask(rawValue: 1 << 14)
}

extension LineState: Revertible {
    // Not a list of fields: millions of lines are compared, and key paths take 30 times as long.
    func fields(unlike other: LineState) -> FieldMask {
        var mask = facts.changes(to: other.facts).union(details.changes(to: other.details))
        let isShared = !details.shares.isEmpty || !other.details.shares.isEmpty
        if mask.contains(.shares) || isShared && mask.contains(.amount) {
            // Shares are parts of an amount: the one is not taken back without the other.
            mask.formUnion([.amount, .shares])
        }
        if isVoided != other.isVoided { mask.insert(.voided) }
        if status != other.status { mask.insert(.status) }
        return mask
    }

    mutating func take(_ fields: FieldMask, from other: LineState) {
        if fields.contains(.kind) { facts.kind = other.facts.kind }
        if fields.contains(.amount) { facts.amount = other.facts.amount }
        if fields.contains(.day) { facts.day = other.facts.day }
        if fields.contains(.category) { facts.category = other.facts.category }
        if fields.contains(.account) { facts.account = other.facts.account }
        if fields.contains(.flags) { facts.flags = other.facts.flags }
        details.take(fields, from: other.details)
        if fields.contains(.voided) { isVoided = other.isVoided }
        if fields.contains(.status) { status = other.status }
    }

    var isInactive: Bool { isVoided }

    mutating func leave() { isVoided = true }

    static var goneFields: FieldMask { .voided }

    static var goneField: String { "voided" }

    static var texts: FieldMask { [.title, .note, .tags] }

    func label(_ names: UndoNames) -> EntityLabel {
        EntityLabel(id: id, type: "line", title: details.name, amount: facts.amount)
    }

    /// A voided line changes while it is restored.
    func events(
        toBecome target: LineState, leavesNothing: Bool, from index: Int, reason: String
    ) -> [Event] {
        let unlike = leavesNothing ? [] : fields(unlike: target)
        let mask = unlike.subtracting([.voided, .status])
        let id = Reference.position(id)
        let marked =
            unlike.contains(.status) ? [Event.lineMarked(LineMarked(id, target.status))] : []
        if mask.isEmpty, isVoided == target.isVoided { return marked }
        var events: [Event] = []
        var previous: Reference {
            events.isEmpty ? .position(version) : .inThisCommit(index + events.count - 1)
        }
        if isVoided {
            let restored = LineRestored(
                target: id, previous: previous, facts: facts, reason: reason)
            events.append(.lineRestored(restored))
        }
        if !mask.isEmpty {
            var details = LineDetails()
            details.take(mask, from: target.details)
            let amended = LineAmended(
                target: id, previous: previous, facts: target.facts, replaced: facts,
                changes: target.facts.amount == facts.amount ? mask.subtracting(.amount) : mask,
                details: details, reason: reason)
            events.append(.lineAmended(amended))
        }
        if target.isVoided {
            let voided = LineVoided(
                target: id, previous: previous, replaced: mask.isEmpty ? facts : target.facts,
                reason: reason)
            events.append(.lineVoided(voided))
        }
        return events + marked
    }

    /// Takes in an event that speaks of the line.
    mutating func apply(_ event: Event, at position: UInt64) {
        switch event {
        case .lineAmended(let event): apply(event, at: position)
        case .lineVoided: isVoided = true
        case .lineRestored(let event):
            isVoided = false
            facts = event.facts
        case .lineMarked(let event):
            status = event.status
            return
        default: return
        }
        version = position
    }
}

extension LineDetails {
    /// What a line is called: its title, else the first line of its note.
    fileprivate var name: String {
        if !title.trimmed.isEmpty { return title }
        return note.split { $0.isNewline }.first.map(String.init) ?? ""
    }
}
