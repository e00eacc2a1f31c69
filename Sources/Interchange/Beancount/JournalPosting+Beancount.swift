internal import Ledger

extension JournalPosting {
    /// A posting: an account, and what there is of amount and price.
    init(beancount line: BeancountLine) throws(JournalFailure) {
        var parts = line.parts[...]
        var status: LineStatus?
        if case .word(let flag) = parts.first, flag.utf8.count == 1 {
            status = flag.first.flatMap { LineStatus(mark: $0) }
            parts = parts.dropFirst()
        }
        guard case .word(let account) = parts.first, account.utf8.contains(UInt8(ascii: ":"))
        else {
            throw JournalFailure(.unknownLine(line.words))
        }
        self.init(line: line.number, account: account)
        self.status = status
        parts = parts.dropFirst()
        if parts.isEmpty { return }
        let hasMarks = parts.contains { if case .mark = $0 { true } else { false } }
        if !hasMarks {
            self.amount = try JournalPosting.amount(parts, line)
            return
        }
        if parts.contains(.mark("{")) { throw JournalFailure(.priced(account)) }
        let sides = parts.split(maxSplits: 1, omittingEmptySubsequences: false) {
            $0 == .mark("@") || $0 == .mark("@@")
        }
        let amount = try JournalPosting.amount(sides[0], line)
        self.amount = amount
        guard sides.count == 2 else { return }
        let price = try JournalPosting.amount(sides[1], line)
        guard !price.number.isNegative else { throw JournalFailure(.badPrice(price.text)) }
        let total: JournalNumber?
        if parts.contains(.mark("@@")) {
            total = amount.number.isNegative ? price.number.negated : price.number
        } else {
            total = amount.number.multiplied(by: price.number)
        }
        guard let total else { throw JournalFailure(.tooLarge(price.text)) }
        cost = JournalAmount(number: total, commodity: price.commodity)
    }

    private static func amount(
        _ parts: ArraySlice<BeancountLine.Part>, _ line: BeancountLine
    ) throws(JournalFailure) -> JournalAmount {
        guard parts.count == 2, case .word(let number) = parts[parts.startIndex],
            case .word(let commodity) = parts[parts.startIndex + 1],
            let amount = JournalAmount(beancount: number, commodity)
        else {
            let words = line.words.split(separator: " ").dropFirst().joined(separator: " ")
            throw JournalFailure(.badAmount(words))
        }
        return amount
    }
}
