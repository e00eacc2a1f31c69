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
    let faults: [JournalFault]
    let faultCount: Int
    /// The transactions in the order of their days.
    private var held: [JournalRecord]
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
        var (held, days) = ([JournalRecord](), JournalDays())
        var told = ToldPrices(heldMax)
        let takePrices: ToldPrices.Take = { told.add($0) }
        let parser = try parsed(takePrices) { records in
            days.add(records)
            if days.bytes <= heldMax { held += records } else { held = [] }
        }
        prices = told.closed { (take) throws(ImportError) in _ = try parsed(take) { _ in } }
        (accounts, isOwn, filesRead) = (parser.accounts, parser.isOwn, parser.filesRead)
        (skipped, faults, faultCount) = (parser.skipped, parser.faults, parser.faultCount)
        (count, assertions) = (days.count, 0)
        if !days.isSorted { JournalReading.sort(&held) }
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
        var (entries, read, told) = ([BeancountEntry](), JournalDays(), ToldPrices(heldMax))
        let takePrices: ToldPrices.Take = { told.add($0) }
        let parser = try parsed(takePrices) { more in
            read.add(more)
            if read.bytes <= heldMax { entries += more } else { entries = [] }
        }
        prices = told.closed { (take) throws(ImportError) in _ = try parsed(take) { _ in } }
        (accounts, isOwn, filesRead) = (parser.accounts, parser.isOwn, parser.filesRead)
        skipped = parser.skipped
        var (faults, faultCount, count) = (parser.faults, parser.faultCount, 0)
        var (book, held) = (BeancountBook(), [JournalRecord]())
        let days = read
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
            if isHeld { held += found }
        }
        if isHeld {
            BeancountEntry.sort(&entries)
            entries.reverse()
            // What is complete is not held as it was said.
            while !entries.isEmpty {
                let part = Array(entries.suffix(4_096).reversed())
                entries.removeLast(part.count)
                complete(part)
            }
        } else {
            try days.hand(heldMax, again, to: complete)
        }
        book.close()
        (self.faults, self.faultCount, assertions) = (faults, faultCount, book.assertions)
        (self.count, self.days, self.heldMax) = (count + book.padded.count, days, heldMax)
        let whole = book
        if isHeld, !whole.padded.isEmpty {
            held += whole.padded
            JournalReading.sort(&held)
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

    /// Hands the transactions on in the order of their days, some of them at a time.
    ///
    /// - Throws: ``ImportError/changed`` where the file is not what it was, and what it throws.
    mutating func handOn(_ take: @escaping Take) throws(ImportError) {
        if let ordered { return try ordered(take) }
        guard let again else {
            take(&held)
            held = []
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
