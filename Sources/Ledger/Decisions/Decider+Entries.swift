extension Decider {
    mutating func addEntry(_ lines: [NewLine]) throws(DecisionError) {
        try checkOpened()
        guard let first = lines.first else { throw .nothingGiven }
        if first.details.title.trimmed.isEmpty { throw .emptyTitle(line: 0) }
        try checkShape(lines)
        tellsSimilar = true
        for (index, line) in lines.enumerated() {
            if line.amount.minor == 0 { throw .zeroAmount(line: index) }
            var account: Reference?
            if let name = line.account, !name.trimmed.isEmpty {
                account = .position(try usableAccount(named: name).position)
            }
            let isPair = line.kind == .transfer && lines.count == 2
            let facts = try facts(of: line, index, account: account, isPair: isPair)
            let added = LineAdded(
                facts: facts, details: line.details, entry: index > 0 ? .inThisCommit(0) : nil)
            decision.events.append(.lineAdded(added))
            noteIfBeforeOpening(facts)
        }
        appendReopened()
    }

    /// Lines of one entry are of one kind; a transfer is one line, or one out and one in.
    private func checkShape(_ lines: [NewLine]) throws(DecisionError) {
        guard lines.allSatisfy({ $0.kind == lines[0].kind }) else { throw .mixedKinds(line: nil) }
        guard lines[0].kind == .transfer, lines.count > 1 else { return }
        guard lines.count == 2, lines[0].isIncoming != lines[1].isIncoming else {
            throw .transferShape
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
