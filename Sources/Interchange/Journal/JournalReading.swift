internal import Ledger

/// What a journal says, whatever its language is.
///
/// Its transactions are held in memory, or read again where they are too many.
struct JournalReading {
    /// Takes transactions, which it may change.
    typealias Take = (inout [JournalRecord]) -> Void

    /// Bytes of transactions that are held, at most.
    static let heldMax = 80 << 20

    let accounts: JournalAccounts
    let isOwn: Bool
    let filesRead: Int
    let skipped: JournalSkipped
    let prices: ToldPrices
    /// Transactions.
    let count: Int
    /// Balances that agree already.
    let assertions: Int
    /// The day of the first transaction, where there are rules.
    var firstDay: Day? { days.first }
    /// Whether it matters what is in accounts.
    var needsBalances: Bool { days.needsBalances || isOwn }
    let faults: [JournalFault]
    let faultCount: Int
    /// The transactions in the order of their days, in parts.
    private var held: [[JournalRecord]]
    private let days: JournalDays
    /// Bytes of transactions that are held, at most.
    let heldMax: Int
    /// Whether all transactions are held.
    var isHeld: Bool { again == nil && ordered == nil }
    /// Reads them again; `nil` where they are held.
    private let again: ((@escaping Take) throws(ImportError) -> Void)?
    /// The same, in the order of their days.
    private let ordered: ((@escaping Take) throws(ImportError) -> Void)?

    /// - Parameter heldMax: Bytes of transactions that are held, at most.
    init(
        hledger source: any ByteSource, _ form: TextForm, year: Int, commodity: String,
        heldMax: Int, _ context: JournalParser.Context
    ) throws(ImportError) {
        let parsed = {
            (prices: @escaping ToldPrices.Take, take: @escaping Take) throws(ImportError)
                -> JournalParser in
            var parser = JournalParser(
                year: year, commodity: commodity, context.with(prices), take)
            parser.read(JournalBlocks(source, form))
            if let failure = parser.failure { throw failure }
            return parser
        }
        var (held, days) = ([[JournalRecord]](), JournalDays())
        var told = ToldPrices(heldMax)
        let takePrices: ToldPrices.Take = { told.add($0) }
        let parser = try parsed(takePrices) { records in
            days.add(records)
            JournalReading.hold(&records, in: &held, isWhole: days.bytes <= heldMax)
        }
        prices = told.closed { (take) throws(ImportError) in _ = try parsed(take) { _ in } }
        (accounts, isOwn, filesRead) = (parser.accounts, parser.isOwn, parser.filesRead)
        (skipped, faults, faultCount) = (parser.skipped, parser.faults, parser.faultCount)
        (count, assertions) = (days.count, 0)
        // What accounts begin with is told by all that is before it.
        if !days.isSorted || isOwn { JournalReading.join(&held) }
        (self.held, self.days, self.heldMax) = (held, days, heldMax)
        ordered = nil
        again =
            days.bytes <= heldMax
            ? nil : { (take) throws(ImportError) in _ = try parsed({ _ in }, take) }
    }

    /// - Parameter heldMax: Bytes of what is said that are held, at most; of more all is read
    ///   again, to find what is missing in accounts, and to hand it on.
    init(
        beancount source: any ByteSource, _ form: TextForm, heldMax: Int,
        _ context: JournalParser.Context
    ) throws(ImportError) {
        let parsed = {
            (prices: @escaping ToldPrices.Take, take: @escaping BeancountParser.Take)
                throws(ImportError) -> BeancountParser in
            var parser = BeancountParser(context.with(prices), take)
            parser.read(JournalBlocks(source, form))
            if let failure = parser.failure { throw failure }
            return parser
        }
        var (entries, read, told) = ([[BeancountEntry]](), JournalDays(), ToldPrices(heldMax))
        let takePrices: ToldPrices.Take = { told.add($0) }
        let parser = try parsed(takePrices) { more in
            read.add(more)
            JournalReading.hold(&more, in: &entries, isWhole: read.bytes <= heldMax)
        }
        prices = told.closed { (take) throws(ImportError) in _ = try parsed(take) { _ in } }
        (accounts, isOwn, filesRead) = (parser.accounts, parser.isOwn, parser.filesRead)
        skipped = parser.skipped
        var (faults, faultCount, count) = (parser.faults, parser.faultCount, 0)
        let days = read
        var (book, held) = (BeancountBook(isNeeded: days.needsBalances), [[JournalRecord]]())
        let isHeld = days.bytes <= heldMax
        let again = { (take: @escaping BeancountParser.Take) throws(ImportError) in
            _ = try parsed({ _ in }, take)
        }
        let complete = { (entries: [BeancountEntry]) in
            let found = book.complete(entries) { fault in
                // What is missing above may be why a balance differs.
                if case .badBalance = fault.reason, faultCount > 0 { return }
                faultCount += 1
                if faults.count < JournalParser.faultsMax { faults.append(fault) }
            }
            count += found.count
            if isHeld { held.append(found) }
        }
        if isHeld {
            if days.needsBalances || !days.isSorted { BeancountEntry.join(&entries) }
            entries.reverse()
            // What is complete is not held as it was said.
            while let part = entries.popLast() { complete(part) }
        } else {
            try days.hand(heldMax, again, to: complete)
        }
        book.close()
        (self.faults, self.faultCount, assertions) = (faults, faultCount, book.assertions)
        (self.count, self.days, self.heldMax) = (count + book.padded.count, days, heldMax)
        let whole = book
        if isHeld, isOwn || !whole.padded.isEmpty {
            held.append(whole.padded)
            JournalReading.join(&held)
        }
        (self.held, self.again) = (held, nil)
        ordered =
            isHeld
            ? nil
            : { (take) throws(ImportError) in
                var padded = whole.padded[...]
                try days.hand(heldMax, again) { entries in
                    var records = whole.completed(entries, with: &padded)
                    take(&records)
                }
            }
    }

    /// Puts transactions in the order of their days.
    static func sort(_ records: inout [JournalRecord]) {
        records = records.enumerated().sorted {
            ($0.element.day, $0.offset) < ($1.element.day, $1.offset)
        }.map(\.element)
    }

    /// Takes what was read as one more part, without a copy.
    ///
    /// - Parameter isWhole: Whether all of it is held; else nothing is.
    private static func hold<Each>(
        _ more: inout [Each], in parts: inout [[Each]], isWhole: Bool
    ) {
        if isWhole {
            parts.append([])
            swap(&parts[parts.count - 1], &more)
        } else {
            parts = []
        }
    }

    /// Makes one list of the parts, in the order of their days.
    private static func join(_ parts: inout [[JournalRecord]]) {
        var records = parts.flatMap { $0 }
        let isSorted = zip(records, records.dropFirst()).allSatisfy { $0.day <= $1.day }
        if !isSorted { sort(&records) }
        parts = [records]
    }

    /// Forgets the transactions.
    mutating func forget() { held = [] }

    /// Hands the transactions on in the order of their days, some of them at a time.
    ///
    /// - Throws: ``ImportError/changed`` where the file is not what it was, and what it throws.
    mutating func handOn(_ take: @escaping Take) throws(ImportError) {
        if let ordered { return try ordered(take) }
        guard let again else {
            for index in held.indices { take(&held[index]) }
            return
        }
        var found = 0
        if days.isSorted {
            try again { records in
                found += records.count
                take(&records)
            }
        } else {
            for span in days.spans(of: heldMax) {
                var part: [JournalRecord] = []
                try again { records in part += records.filter { span.contains($0.day) } }
                JournalReading.sort(&part)
                found += part.count
                take(&part)
            }
        }
        if found != count { throw .changed }
    }
}
