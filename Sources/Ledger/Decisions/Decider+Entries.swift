extension Decider {
    /// Lines of one entry, and before them the accounts that they name and that are not known:
    /// empty, from the day of the line on.
    mutating func addEntry(
        _ lines: [NewLine], _ status: LineStatus?
    ) throws(DecisionError) {
        try checkOpened()
        guard let first = lines.first else { throw .nothingGiven }
        if first.details.title.trimmed.isEmpty { throw .emptyTitle(line: 0) }
        try checkShape(lines)
        tellsSimilar = true
        for line in lines {
            guard let name = line.account else { continue }
            open(.set(name.trimmed), line.amount.currency, from: line.day)
        }
        // What was opened is told last.
        let opened = decision.notes
        decision.notes = []
        let start = decision.events.count
        for (index, line) in lines.enumerated() {
            if line.amount.minor == 0 { throw .zeroAmount(line: index) }
            var account: Reference?
            if let name = line.account, !name.trimmed.isEmpty {
                account = try reference(toAccount: name)
            }
            let isPair = line.kind == .transfer && lines.count == 2
            let facts = try facts(of: line, index, account: account, isPair: isPair)
            let added = LineAdded(
                facts: facts, details: line.details,
                entry: index > 0 ? .inThisCommit(start) : nil)
            decision.events.append(.lineAdded(added))
            noteIfBeforeOpening(facts)
        }
        if let status {
            for index in lines.indices {
                decision.events.append(
                    .lineMarked(LineMarked(.inThisCommit(start + index), status)))
            }
        }
        appendReopened()
        decision.notes += opened
    }

    /// Lines of one entry are of one kind; a transfer is one line, or one out and one in.
    private func checkShape(_ lines: [NewLine]) throws(DecisionError) {
        guard lines.allSatisfy({ $0.kind == lines[0].kind }) else { throw .mixedKinds(line: nil) }
        guard lines[0].kind == .transfer, lines.count > 1 else { return }
        guard lines.count == 2, lines[0].isIncoming != lines[1].isIncoming else {
            throw .transferShape(line: nil)
        }
    }

    /// The facts of a new line. Of a transfer's pair the incoming side does not count in reports.
    mutating func facts(
        of line: NewLine, _ index: Int, account: Reference?, isPair: Bool
    ) throws(DecisionError) -> LineFacts {
        try check(line.amount, line: index)
        try check(line.details.tags)
        try check(person: line.details.payer)
        try check(line.details.shares, of: line.amount, id: nil)
        var flags: LineFlags = []
        if line.kind == .transfer, line.isIncoming {
            flags = isPair ? [.incoming, .counterpart] : .incoming
        }
        return LineFacts(
            kind: line.kind, amount: line.amount, day: line.day,
            category: try category(line.category), account: account, flags: flags)
    }
}
