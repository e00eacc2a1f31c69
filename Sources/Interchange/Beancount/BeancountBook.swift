internal import Ledger

/// What a ledger of beancount says by days: transactions, balances, and what is put into accounts
/// so that they have these.
struct BeancountBook {
    typealias Place = BeancountEntry.Place

    /// What is to be put into an account before its next balances.
    private struct Pad {
        let day: Day
        let place: Place
        let source: String
        var commodities: Set<String> = []
    }

    /// Whether what is in accounts matters.
    private let isNeeded: Bool
    private var balances: [String: [String: JournalNumber]] = [:]
    private var pads: [String: Pad] = [:]
    /// Accounts by those above them, and those themselves.
    private var below: [String: Set<String>] = [:]
    private(set) var assertions = 0
    /// What is put into accounts, in the order of its days, behind all else of these.
    private(set) var padded: [JournalRecord] = []
    /// Where transactions stand that are more than accounts can have.
    private var large: Set<Place> = []

    /// - Parameter isNeeded: Whether what is in accounts matters.
    init(isNeeded: Bool) { self.isNeeded = isNeeded }

    /// Takes in what is said on the next days.
    ///
    /// - Parameters:
    ///   - entries: All of these days, in order.
    ///   - fail: Takes what is wrong.
    /// - Returns: The transactions, complete.
    mutating func complete(
        _ entries: [BeancountEntry], _ fail: (JournalFault) -> Void
    ) -> [JournalRecord] {
        var records: [JournalRecord] = []
        records.reserveCapacity(entries.count)
        for entry in entries {
            let place = entry.place
            do throws(JournalLineFailure) {
                switch entry.saying {
                case .record(let said):
                    let record = try BeancountBook.inferred(said)
                    do throws(JournalLineFailure) { try take(record) } catch {
                        large.insert(place)
                        throw error
                    }
                    records.append(record)
                case .pad(let account, let source):
                    pads[account] = Pad(day: entry.day, place: place, source: source)
                case .balance(let amount, let account, let tolerance):
                    try check(amount, account, tolerance, place)
                }
            } catch { fail(JournalFault(file: place.file, line: error.line, error.reason)) }
        }
        return records
    }

    /// Nothing follows.
    mutating func close() {
        JournalReading.sort(&padded)
    }

    /// The transactions among entries, complete, once more, with what is put into accounts on their
    /// days.
    ///
    /// - Parameter padded: What is left of that; it is taken from there.
    func completed(
        _ entries: [BeancountEntry], with padded: inout ArraySlice<JournalRecord>
    ) -> [JournalRecord] {
        var records: [JournalRecord] = entries.compactMap { entry in
            guard case .record(let record) = entry.saying, !large.contains(entry.place) else {
                return nil
            }
            return try? BeancountBook.inferred(record)
        }
        guard let last = entries.last?.day else { return records }
        let here = padded.prefix { $0.day <= last }
        if here.isEmpty { return records }
        padded = padded.dropFirst(here.count)
        records += here
        JournalReading.sort(&records)
        return records
    }

    /// Gives the one posting without an amount what is missing, with as many decimals as others of
    /// its commodity have. A transaction that is complete stays as it is.
    static func inferred(_ said: JournalRecord) throws(JournalLineFailure) -> JournalRecord {
        var record = said
        try infer(&record)
        return record
    }

    /// The same in place.
    static func infer(_ record: inout JournalRecord) throws(JournalLineFailure) {
        let isOpen = record.postings.contains { $0.amount == nil }
        guard isOpen else { return }
        let hasCosts = record.postings.contains { $0.cost != nil }
        // Held for nothing, they would be copied.
        let given = hasCosts ? record.postings : []
        try JournalBalancer.infer(&record)
        guard hasCosts else { return }
        var isGiven = given[...]
        for index in record.postings.indices {
            if isGiven.first?.line == record.postings[index].line, isGiven.first?.amount != nil {
                isGiven = isGiven.dropFirst()
                continue
            }
            guard let amount = record.postings[index].amount else { continue }
            let scales = given.compactMap { posting in
                posting.amount?.commodity == amount.commodity ? posting.amount?.number.scale : nil
            }
            if let number = amount.number.rounded(max(2, scales.max() ?? 2)) {
                record.postings[index].amount?.number = number
            }
        }
    }

    private mutating func take(_ record: JournalRecord) throws(JournalLineFailure) {
        if !isNeeded { return }
        for posting in record.postings {
            guard let amount = posting.amount else { continue }
            if balances[posting.account] == nil { declare(posting.account) }
            let isAdded = balances[posting.account, default: [:]][amount.commodity, default: .zero]
                .add(amount.number)
            if !isAdded { throw JournalLineFailure(posting.line, .tooLarge(amount.text)) }
        }
    }

    /// Notes an account with those above it.
    private mutating func declare(_ account: String) {
        var path = account[...]
        while true {
            below[String(path), default: []].insert(account)
            guard let colon = path.lastIndex(of: ":") else { return }
            path = path[..<colon]
        }
    }

    /// Holds a balance against what is in an account and below it; or puts into it what is
    /// missing, where that is said.
    private mutating func check(
        _ stated: JournalAmount, _ account: String, _ tolerance: JournalNumber?, _ place: Place
    ) throws(JournalLineFailure) {
        assertions += 1
        let large = JournalLineFailure(place.line, .tooLarge(stated.text))
        var has = JournalNumber.zero
        for name in below[account] ?? [] {
            guard let number = balances[name]?[stated.commodity] else { continue }
            guard let sum = has.adding(number) else { throw large }
            has = sum
        }
        guard let missing = stated.number.adding(has.negated) else { throw large }
        // Without a tolerance of its own the last digit may be one off.
        let loose =
            tolerance
            ?? JournalNumber(
                digits: stated.number.scale > 0 ? 1 : 0, scale: stated.number.scale)
        guard let over = missing.magnitude.adding(loose.negated) else { throw large }
        let pad = pads[account]
        let isPadded = pad.map { !$0.commodities.contains(stated.commodity) } ?? false
        pads[account]?.commodities.insert(stated.commodity)
        if over.isNegative || over.isZero { return }
        guard let pad, isPadded else {
            let found = JournalAmount(number: has, commodity: stated.commodity)
            throw JournalLineFailure(
                place.line,
                .badBalance(account: account, stated: stated.text, found: found.text))
        }
        var record = JournalRecord(day: pad.day)
        (record.file, record.line) = (pad.place.file, pad.place.line)
        record.description = "balance of \(account)"
        for (name, number) in [(account, missing), (pad.source, missing.negated)] {
            var posting = JournalPosting(line: pad.place.line, account: name)
            posting.amount = JournalAmount(number: number, commodity: stated.commodity)
            record.postings.append(posting)
        }
        try take(record)
        padded.append(record)
    }
}
