extension Decider {
    mutating func addEntry(_ lines: [NewLine]) throws(DecisionError) {
        try checkOpened()
        guard let first = lines.first else { throw .nothingGiven }
        if first.details.title.trimmed.isEmpty { throw .emptyTitle(line: 0) }
        try checkShape(lines)
        for (index, line) in lines.enumerated() {
            if line.amount.minor == 0 { throw .zeroAmount(line: index) }
            var account: Reference?
            if let name = line.account, !name.trimmed.isEmpty {
                account = .position(try self.account(named: name).position)
            }
            let isPair = line.kind == .transfer && lines.count == 2
            let facts = try facts(of: line, index, account: account, isPair: isPair)
            let added = LineAdded(
                facts: facts, details: line.details, entry: index > 0 ? .inThisCommit(0) : nil)
            decision.events.append(.lineAdded(added))
        }
    }

    mutating func importLines(_ draft: ImportDraft) throws(DecisionError) {
        try checkOpened()
        if draft.lines.isEmpty { throw .nothingGiven }
        let started = BatchStarted(
            origin: draft.origin, fileName: draft.fileName, counts: draft.counts)
        decision.events = [.batchStarted(started)]
        decision.batch = .inThisCommit(0)
        let accounts = try openAccounts(of: draft.lines)
        for (index, line) in draft.lines.enumerated() {
            let account = line.account.flatMap { accounts[$0] }
            let facts = try facts(of: line, index, account: account, isPair: false)
            decision.events.append(.lineAdded(LineAdded(facts: facts, details: line.details)))
        }
    }

    /// The accounts that lines name; those that are not known are opened, empty, on the first day
    /// on which they are used.
    private mutating func openAccounts(
        of lines: [NewLine]
    ) throws(DecisionError) -> [String: Reference] {
        var accounts: [String: Reference] = [:]
        var opened: [String: Int] = [:]
        var new: [AccountOpened] = []
        for line in lines {
            guard let given = line.account, !given.trimmed.isEmpty else { continue }
            let name = given.trimmed
            if let index = opened[name.lowercased()] {
                new[index].day = min(new[index].day, line.day)
                accounts[given] = .inThisCommit(decision.events.count + index)
            } else if let account = chart.account(named: name) {
                accounts[given] = .position(account.position)
            } else {
                opened[name.lowercased()] = new.count
                accounts[given] = .inThisCommit(decision.events.count + new.count)
                let nothing = Money(minor: 0, currency: line.amount.currency)
                new.append(AccountOpened(name: name, opening: nothing, day: line.day))
                decision.notes.append(DecisionNote(.accountOpened, given: given, used: name))
            }
        }
        decision.events += new.map { .accountOpened($0) }
        return accounts
    }

    /// Lines of one entry are of one kind; a transfer is one line, or one out and one in.
    private func checkShape(_ lines: [NewLine]) throws(DecisionError) {
        guard lines.allSatisfy({ $0.kind == lines[0].kind }) else { throw .mixedKinds }
        guard lines[0].kind == .transfer, lines.count > 1 else { return }
        guard lines.count == 2, lines[0].isIncoming != lines[1].isIncoming else {
            throw .transferShape
        }
    }

    /// The facts of a new line. Of a transfer's pair the incoming side does not count in reports.
    private mutating func facts(
        of line: NewLine, _ index: Int, account: Reference?, isPair: Bool
    ) throws(DecisionError) -> LineFacts {
        try check(line.amount, line: index)
        try check(line.details.tags)
        try check(person: line.details.payer)
        var flags: LineFlags = []
        if line.kind == .transfer, line.isIncoming {
            flags = isPair ? [.incoming, .counterpart] : .incoming
        }
        return LineFacts(
            kind: line.kind, amount: line.amount, day: line.day,
            category: try category(line.category), account: account, flags: flags)
    }
}
