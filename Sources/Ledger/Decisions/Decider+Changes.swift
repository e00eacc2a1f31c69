extension Decider {
    /// - Parameter isAlone: Whether the other lines of the entry stay as they are.
    mutating func amend(
        _ id: UInt64, _ changes: LineChanges, _ reason: String, isAlone: Bool = false
    ) throws(DecisionError) {
        try checkOpened()
        let line = try line(id)
        if line.isVoided { throw .alreadyVoided(id) }
        if !isAlone, changes.amount?.minor == 0, line.facts.amount.minor != 0 {
            throw .zeroAmount(line: 0)
        }
        tellsSimilar = true
        open(
            changes.account, (changes.amount ?? line.facts.amount).currency,
            from: changes.day ?? line.facts.day)
        guard let amended = try amendment(of: line, changes, reason) else {
            throw .nothingChanged
        }
        decision.events.append(.lineAmended(amended))
        for member in isAlone ? [] : line.entry where member != id {
            let other = try self.line(member)
            let shared = changes.shared(by: line.facts, with: other.facts)
            guard !other.isVoided, let amended = try amendment(of: other, shared, reason) else {
                continue
            }
            decision.events.append(.lineAmended(amended))
        }
        if !isAlone { try checkSides(of: decision.events) }
        if case .set = changes.account { noteIfBeforeOpening(amended.facts) }
        let changed = decision.events.count { if case .lineAmended = $0 { true } else { false } }
        if changed > 1 {
            let count = String(changed)
            decision.notes.append(DecisionNote(.wholeEntry, given: String(id), used: count))
        }
        appendReopened()
    }

    /// The amendment of one line, or `nil` when nothing changes.
    mutating func amendment(
        of line: LineState, _ changes: LineChanges, _ reason: String
    ) throws(DecisionError) -> LineAmended? {
        let facts = try facts(of: line, changes)
        var mask = line.facts.changes(to: facts)
        let details = try details(of: line, changes, &mask)
        let shares = mask.contains(.shares) ? details.shares : line.details.shares
        try check(shares, of: facts.amount, id: line.id)
        if mask.isEmpty { return nil }
        return LineAmended(
            target: .position(line.id), previous: .position(line.version), facts: facts,
            replaced: line.facts, changes: mask, details: details, reason: reason)
    }

    /// Refuses amendments by which a transfer would go from an account into itself.
    func checkSides(of events: [Event]) throws(DecisionError) {
        var accounts: [UInt64: Reference?] = [:]
        for case .lineAmended(let line) in events where line.changes.contains(.account) {
            if case .position(let id) = line.target { accounts[id] = .some(line.facts.account) }
        }
        for (id, account) in accounts.sorted(by: { $0.key < $1.key }) {
            guard let account, let line = state.lines[id], line.facts.kind == .transfer else {
                continue
            }
            for member in line.entry where member != id {
                guard let other = state.lines[member], !other.isVoided else { continue }
                if (accounts[member] ?? other.facts.account) == account {
                    throw .transferShape(line: id)
                }
            }
        }
    }

    /// - Parameter isAlone: Whether the other lines of the entries stay.
    mutating func void(
        _ ids: [UInt64], _ reason: String, isAlone: Bool = false
    ) throws(DecisionError) {
        try checkOpened()
        for id in ids where try line(id).isVoided { throw .alreadyVoided(id) }
        let lines = isAlone ? ids.compactMap { state.lines[$0] } : try wholeEntries(of: ids)
        for line in lines where !line.isVoided {
            let voided = LineVoided(
                target: .position(line.id), previous: .position(line.version),
                replaced: line.facts, reason: reason)
            decision.events.append(.lineVoided(voided))
        }
    }

    mutating func restore(_ ids: [UInt64], _ reason: String) throws(DecisionError) {
        try checkOpened()
        for id in ids where !(try line(id).isVoided) { throw .notVoided(id) }
        for line in try wholeEntries(of: ids) where line.isVoided {
            let restored = LineRestored(
                target: .position(line.id), previous: .position(line.version), facts: line.facts,
                reason: reason)
            decision.events.append(.lineRestored(restored))
        }
    }

    func line(_ id: UInt64) throws(DecisionError) -> LineState {
        if let line = state.lines[id] { return line }
        throw state.todos[id] == nil ? .unknownTarget(id) : .notALine(id)
    }

    /// All lines of the entries of some lines, each once, entry by entry in the order named; a note
    /// for each entry of several lines.
    private mutating func wholeEntries(of ids: [UInt64]) throws(DecisionError) -> [LineState] {
        if ids.isEmpty { throw .nothingGiven }
        var seen: Set<UInt64> = []
        var lines: [LineState] = []
        for id in ids where !seen.contains(id) {
            let entry = try line(id).entry
            if entry.count > 1 {
                let count = String(entry.count)
                decision.notes.append(DecisionNote(.wholeEntry, given: String(id), used: count))
            }
            for member in entry where seen.insert(member).inserted {
                lines.append(try line(member))
            }
        }
        return lines
    }

    private mutating func facts(
        of line: LineState, _ changes: LineChanges
    ) throws(DecisionError) -> LineFacts {
        var facts = line.facts
        if let kind = changes.kind, kind != facts.kind {
            // The sides of a transfer are not an expense, nor are the lines of a purchase sides.
            let isTransfer = kind == .transfer || facts.kind == .transfer
            if line.entry.count > 1, isTransfer { throw .mixedKinds(line: line.id) }
            facts.kind = kind
            // A transfer that was something else for a while goes where it went.
            facts.flags = kind == .transfer ? line.transferFlags : []
            // What came in goes into the account.
            if kind == .transfer, line.facts.kind == .income { facts.flags.insert(.incoming) }
        }
        if let amount = changes.amount {
            try check(amount, line: 0)
            facts.amount = amount
        }
        if let day = changes.day { facts.day = day }
        switch changes.category {
        case .keep: break
        case .clear: facts.category = nil
        case .set(let text): facts.category = try category(text)
        }
        switch changes.account {
        case .keep: break
        case .clear: facts.account = nil
        case .set(let name): facts.account = try reference(toAccount: name)
        }
        if let isIncoming = changes.isIncoming, facts.kind == .transfer,
            isIncoming != facts.flags.contains(.incoming)
        {
            if line.entry.count > 1 { throw .transferShape(line: line.id) }
            facts.flags = isIncoming ? .incoming : []
        }
        return facts
    }

    /// The details that change, the others empty, and their marks in the mask.
    private func details(
        of line: LineState, _ changes: LineChanges, _ mask: inout FieldMask
    ) throws(DecisionError) -> LineDetails {
        let old = line.details
        var new = old
        new.time = changes.time.applied(to: old.time)
        new.payer = changes.payer.applied(to: old.payer)
        new.shares = changes.shares.applied(to: old.shares) ?? []
        new.externalID = changes.externalID.applied(to: old.externalID)
        let payee = changes.keepsPayee ? changes.title.flatMap(old.payee(keptBy:)) : nil
        new.set(payee: changes.payee ?? payee, title: changes.title)
        new.note = changes.note ?? old.note
        new.tags = changes.tags(from: old.tags)
        let changed = old.changes(to: new)
        if changed.contains(.payer) { try check(person: new.payer) }
        if changed.contains(.tags) { try check(new.tags) }
        mask.formUnion(changed)
        var details = LineDetails()
        details.take(changed, from: new)
        return details
    }
}

extension LineChanges {
    /// What changes in the other lines of an entry, too: its day and its kind, and the amount where
    /// both sides of a transfer have the same.
    func shared(by line: LineFacts, with other: LineFacts) -> LineChanges {
        var shared = LineChanges()
        shared.day = day
        shared.kind = kind
        if line.kind == .transfer, line.amount == other.amount { shared.amount = amount }
        return shared
    }
}

extension LineChanges {
    /// The tags of a line after the change.
    fileprivate func tags(from old: [String]) -> [String] {
        var new = tags ?? old
        if !removedTags.isEmpty {
            let removed = Set(removedTags.map { $0.lowercased() })
            new.removeAll { removed.contains($0.lowercased()) }
        }
        for tag in addedTags where !new.contains(where: { $0.lowercased() == tag.lowercased() }) {
            new.append(tag)
        }
        return new
    }
}

extension LineFacts {
    /// Which fields differ.
    func changes(to other: LineFacts) -> FieldMask {
        var mask: FieldMask = []
        if kind != other.kind { mask.insert(.kind) }
        if amount != other.amount { mask.insert(.amount) }
        if day != other.day { mask.insert(.day) }
        if category != other.category { mask.insert(.category) }
        if account != other.account { mask.insert(.account) }
        if flags != other.flags { mask.insert(.flags) }
        return mask
    }
}

extension String {
    /// Whether two texts are the same byte for byte; `==` takes texts for equal that only look it.
    func isSame(as other: String) -> Bool { utf8.elementsEqual(other.utf8) }
}

extension String? {
    /// Whether both are missing, or the same byte for byte.
    func isSame(as other: String?) -> Bool {
        (self == nil) == (other == nil) && (self ?? "").isSame(as: other ?? "")
    }
}

extension [String] {
    /// Whether two lists are the same byte for byte.
    func isSame(as other: [String]) -> Bool {
        count == other.count && zip(self, other).allSatisfy { $0.isSame(as: $1) }
    }
}
