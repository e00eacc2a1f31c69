internal import Ledger

/// Completes transactions: amounts that are left open, and balances that are said to be.
struct JournalBalancer {
    /// What is in an account, by commodity.
    private(set) var balances: [String: [String: JournalNumber]] = [:]
    private(set) var assertions = 0
    /// Whether what is in accounts matters.
    private let isNeeded: Bool

    /// - Parameter isNeeded: Whether what is in accounts matters.
    init(isNeeded: Bool) { self.isNeeded = isNeeded }

    /// What is in an account in the commodity of a posting to it, by then.
    func balance(_ posting: JournalPosting) -> JournalNumber? {
        posting.amount.flatMap { balances[posting.account]?[$0.commodity] }
    }

    /// Completes a transaction; those before it in time come first.
    ///
    /// - Throws: The first thing that is wrong, with its line.
    mutating func complete(_ record: inout JournalRecord) throws(JournalLineFailure) {
        guard isNeeded else { return try JournalBalancer.infer(&record) }
        try fill(&record)
        try JournalBalancer.infer(&record)
        for posting in record.postings {
            if let amount = posting.amount {
                try JournalBalancer.add(amount, to: posting, &balances)
            }
            if let assertion = posting.assertion { try check(assertion, posting) }
        }
    }

    /// Puts into accounts what is missing to the balances that they are said to have.
    private func fill(_ record: inout JournalRecord) throws(JournalLineFailure) {
        guard record.postings.contains(where: { $0.amount == nil && $0.assertion != nil }) else {
            return
        }
        var before = balances
        for index in record.postings.indices {
            let posting = record.postings[index]
            guard posting.amount == nil, let assertion = posting.assertion else {
                if let amount = posting.amount {
                    try JournalBalancer.add(amount, to: posting, &before)
                }
                continue
            }
            // What is put into the account so that it has the balance.
            let commodity = assertion.amount.commodity
            let has = before[posting.account]?[commodity] ?? .zero
            guard let missing = assertion.amount.number.adding(has.negated) else {
                throw JournalLineFailure(posting.line, .tooLarge(assertion.amount.text))
            }
            let amount = JournalAmount(number: missing, commodity: commodity)
            record.postings[index].amount = amount
            try JournalBalancer.add(amount, to: posting, &before)
        }
    }

    private static func add(
        _ amount: JournalAmount, to posting: JournalPosting,
        _ balances: inout [String: [String: JournalNumber]]
    ) throws(JournalLineFailure) {
        let isAdded = balances[posting.account, default: [:]][amount.commodity, default: .zero]
            .add(amount.number)
        if !isAdded { throw JournalLineFailure(posting.line, .tooLarge(amount.text)) }
    }

    /// Gives the one posting without an amount what is missing in each commodity.
    static func infer(_ record: inout JournalRecord) throws(JournalLineFailure) {
        if record.postings.allSatisfy({ $0.amount != nil }) { return }
        // Most have one amount, and one left open.
        if record.postings.count == 2 {
            let index = record.postings[0].amount == nil ? 0 : 1
            let other = 1 - index
            if let amount = record.postings[other].amount, record.postings[other].cost == nil,
                !amount.number.isZero
            {
                record.postings[index].isOpen = true
                record.postings[index].amount = JournalAmount(
                    number: amount.number.negated, commodity: amount.commodity)
                return
            }
        }
        let open = record.postings.indices.filter { record.postings[$0].amount == nil }
        guard let index = open.first else { return }
        if open.count > 1 {
            throw JournalLineFailure(record.postings[open[1]].line, .severalMissing)
        }
        let missing = try JournalBalancer.sums(record).filter { !$0.number.isZero }
        let posting = record.postings[index]
        let amounts = missing.map {
            JournalAmount(number: $0.number.negated, commodity: $0.commodity)
        }
        record.postings[index].isOpen = true
        record.postings[index].amount =
            amounts.first ?? JournalAmount(number: .zero, commodity: "")
        for (place, amount) in amounts.dropFirst().enumerated() {
            var other = posting
            other.assertion = nil
            other.remarks = JournalRemarks()
            other.amount = amount
            other.isOpen = true
            record.postings.insert(other, at: index + 1 + place)
        }
    }

    /// What a transaction comes to in each commodity, its prices taken for what they bought.
    static func sums(_ record: JournalRecord) throws(JournalLineFailure) -> [JournalAmount] {
        var sums: [JournalAmount] = []
        for posting in record.postings {
            guard let amount = posting.cost ?? posting.amount else { continue }
            let index = sums.firstIndex { $0.commodity == amount.commodity }
            guard let index else {
                sums.append(amount)
                continue
            }
            guard let sum = sums[index].number.adding(amount.number) else {
                throw JournalLineFailure(posting.line, .tooLarge(amount.text))
            }
            sums[index].number = sum
        }
        return sums
    }

    private mutating func check(
        _ assertion: JournalPosting.Assertion, _ posting: JournalPosting
    ) throws(JournalLineFailure) {
        assertions += 1
        let commodity = assertion.amount.commodity
        var found: [String: JournalNumber] = [:]
        for (account, amounts) in balances {
            let isBelow = assertion.isInclusive && account.hasPrefix(posting.account + ":")
            guard account == posting.account || isBelow else { continue }
            for (commodity, number) in amounts {
                guard let sum = (found[commodity] ?? .zero).adding(number) else {
                    throw JournalLineFailure(posting.line, .tooLarge(number.text))
                }
                found[commodity] = sum
            }
        }
        let has = found[commodity] ?? .zero
        let others = found.filter { $0.key != commodity && !$0.value.isZero }.sorted {
            $0.key < $1.key
        }
        if has.isSame(as: assertion.amount.number), !assertion.isTotal || others.isEmpty { return }
        let all =
            [JournalAmount(number: has, commodity: commodity)]
            + (assertion.isTotal ? others : []).map { JournalAmount(number: $1, commodity: $0) }
        throw JournalLineFailure(
            posting.line,
            .badBalance(
                account: posting.account, stated: assertion.amount.text,
                found: all.map(\.text).joined(separator: ", ")))
    }
}

/// What is wrong with a transaction, and on which line.
struct JournalLineFailure: Error, Hashable, Sendable {
    let line: Int
    let reason: JournalFault.Reason

    init(_ line: Int, _ reason: JournalFault.Reason) { (self.line, self.reason) = (line, reason) }
}
