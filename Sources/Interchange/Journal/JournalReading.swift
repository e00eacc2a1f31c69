internal import EventLog
internal import Ledger

/// What a journal says, whatever its language is.
struct JournalReading {
    let accounts: JournalAccounts
    let isOwn: Bool
    let filesRead: Int
    let skipped: JournalSkipped
    /// Balances that agree already.
    private(set) var assertions = 0
    /// The transactions in the order of their days.
    private(set) var records: [JournalRecord] = []
    private(set) var balancer = JournalBalancer()
    /// What is wrong with transactions, by their places.
    private var wrong: [Int: JournalLineFailure] = [:]
    /// The places of those that make no lines.
    private var passed: Set<Int> = []
    var faults: [JournalFault]
    private(set) var faultCount: Int

    init(
        hledger text: [UInt8], year: Int, commodity: String, _ files: @escaping JournalParser.Files
    ) {
        var parser = JournalParser(year: year, commodity: commodity, files: files)
        parser.read(text)
        (accounts, isOwn, filesRead) = (parser.accounts, parser.isOwn, parser.filesRead)
        (skipped, faults, faultCount) = (parser.skipped, parser.faults, parser.faultCount)
        records = parser.records
        // Most journals are in this order already.
        let isSorted = zip(records, records.dropFirst()).allSatisfy { $0.day <= $1.day }
        if isSorted { return }
        records = records.enumerated().sorted {
            ($0.element.day, $0.offset) < ($1.element.day, $1.offset)
        }.map(\.element)
    }

    init(beancount text: [UInt8], _ files: @escaping JournalParser.Files) {
        var parser = BeancountParser(files: files)
        parser.read(text)
        (accounts, isOwn, filesRead) = (parser.accounts, parser.isOwn, parser.filesRead)
        skipped = parser.skipped
        (faults, faultCount) = (parser.faults, parser.faultCount)
        var book = parser.book
        var found: [JournalFault] = []
        records = book.completed { found.append($0) }
        assertions = book.assertions
        for fault in found { fail(fault) }
    }

    /// Takes a fault.
    mutating func fail(_ fault: JournalFault) {
        // What is missing above may be why a balance differs.
        if case .badBalance = fault.reason, faultCount > 0 { return }
        faultCount += 1
        if faults.count < JournalParser.faultsMax { faults.append(fault) }
    }

    /// Completes transactions; those before each in time come first.
    ///
    /// - Parameter isKnown: Whether a transaction only repeats what the ledger has.
    /// - Returns: How many do.
    mutating func complete(_ isKnown: (JournalRecord) -> Bool) -> Int {
        for place in records.indices {
            do throws(JournalLineFailure) {
                try balancer.complete(&records[place])
            } catch {
                wrong[place] = error
                continue
            }
            if isOwn, isKnown(records[place]) { passed.insert(place) }
        }
        return passed.count
    }

    /// What one core makes of some transactions.
    private struct Part: Sendable {
        var list: JournalList
        var owed: Set<String> = []
        var wrong: [Int: JournalLineFailure] = [:]
    }

    /// Transactions from which on they are worth a thread.
    private static let partMin = 4_096

    /// The lines of the transactions, and the accounts in which one owes; takes in what is wrong.
    mutating func list(_ mapping: JournalMapping) -> (list: JournalList, owed: Set<String>) {
        // What this program wrote has ids, each of which counts once.
        let cores = isOwn ? 1 : min(Parallel.cores, JournalList.partsMax)
        let count = max(1, min(cores, records.count / JournalReading.partMin))
        let (records, isOwn, left) = (records, isOwn, passed.union(wrong.keys))
        let parts = Parallel.map(count) { index in
            var (part, mapping) = (Part(list: JournalList(part: index)), mapping)
            let places = records.count * index / count..<records.count * (index + 1) / count
            for place in places where left.isEmpty || !left.contains(place) {
                do throws(JournalLineFailure) {
                    try part.list.add(
                        mapping.rows(of: records[place]), of: records[place], isOwn: isOwn)
                } catch {
                    part.wrong[place] = error
                }
            }
            part.owed = mapping.owed
            return part
        }
        var (list, owed) = (parts[0].list, parts[0].owed)
        wrong.merge(parts[0].wrong) { first, _ in first }
        for part in parts.dropFirst() {
            list.add(part.list)
            owed.formUnion(part.owed)
            wrong.merge(part.wrong) { first, _ in first }
        }
        for (place, failure) in wrong.sorted(by: { $0.key < $1.key }) {
            fail(JournalFault(file: records[place].file, line: failure.line, failure.reason))
        }
        return (list, owed)
    }
}
