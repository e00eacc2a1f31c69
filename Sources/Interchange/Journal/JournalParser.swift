internal import EventLog
internal import Ledger

/// Reads journals of hledger, and of ledger where it writes the same.
///
/// It goes on behind what it cannot read, so that all of it is told at once.
struct JournalParser {
    /// Reads a file that is named by `include`, relative to the folder of the first one.
    typealias Files = (String) -> Result<[UInt8], JournalInclude>
    /// The same in blocks.
    typealias Texts = (String) -> Result<JournalBlocks, JournalInclude>
    /// Finds the files of a pattern, in the order of their paths.
    typealias Matching = (IncludePattern) -> Result<[String], JournalInclude>

    /// Files that are included, at most.
    static let filesMax = 1_000
    /// Files that include each other, at most.
    static let depthMax = 32
    /// Faults that are kept, at most.
    static let faultsMax = 1_000

    /// What a journal is read with.
    struct Context {
        let files: Texts
        let matching: Matching
        /// Takes market prices.
        var prices: ToldPrices.Take = { _ in }

        /// That of what includes nothing.
        static var alone: Context {
            Context(
                files: { _ in .failure(JournalInclude(.unreadable)) },
                matching: { _ in .failure(JournalInclude(.unreadable)) })
        }

        /// The same where others take the prices.
        func with(_ prices: @escaping ToldPrices.Take) -> Context {
            Context(files: files, matching: matching, prices: prices)
        }
    }

    let context: Context
    private let handOn: JournalReading.Take
    private var records: [JournalRecord] = []
    /// What stopped it.
    private(set) var failure: ImportError?
    private(set) var faults: [JournalFault] = []
    private(set) var faultCount = 0
    var skipped = JournalSkipped()
    var accounts = JournalAccounts()
    /// Whether this program wrote it.
    private(set) var isOwn = false

    var amounts: JournalAmountReader
    var defaultYear: Int
    var file = ""
    var filesOpen: [String] = []
    private(set) var filesRead = 0
    var line = 0
    var block = Block.none
    var record: JournalRecord?
    var plain = PlainLines()
    /// The periodic transaction that is open.
    var rule: JournalRule?
    var isFaulty = false

    /// What the lines that are indented belong to.
    enum Block: Equatable {
        case none
        case comment
        case transaction
        /// What follows an account that is declared.
        case account(String)
        /// What follows a commodity, of which the form of amounts matters.
        case commodity
        /// What follows a periodic transaction.
        case rule
        /// What follows something that is not taken over.
        case skipped
    }

    /// - Parameters:
    ///   - year: That of dates that name none, until the journal says another.
    ///   - commodity: That of amounts that name none, until the journal says another.
    ///   - handOn: Takes the transactions, some of them at a time.
    init(
        year: Int, commodity: String, _ context: Context,
        _ handOn: @escaping JournalReading.Take
    ) {
        defaultYear = year
        amounts = JournalAmountReader(commodity)
        (self.context, self.handOn) = (context, handOn)
    }

    /// Reads a whole file, and what it includes.
    mutating func read(_ file: JournalBlocks, file name: String = "") {
        var blocks = file
        let outer = (self.file, line, filesOpen)
        let (year, amounts, parents) = (defaultYear, self.amounts, accounts.parents)
        (self.file, line) = (name, 0)
        filesOpen.append(name)
        filesRead += 1
        var isFirst = true
        do throws(ImportError) {
            while failure == nil, let bytes = try blocks.next() {
                let mark: [UInt8] = [0xEF, 0xBB, 0xBF]
                let text = isFirst && bytes.starts(with: mark) ? bytes.dropFirst(3) : bytes[...]
                if isFirst, name.isEmpty { isOwn = text.starts(with: JournalParser.ownMark.utf8) }
                isFirst = false
                read(block: text)
            }
        } catch { failure = error }
        close()
        hand()
        // A comment that is not closed ends with its file.
        block = .none
        (self.file, line, filesOpen) = outer
        // So do the year, what is before names, and what amounts are of where they do not say it.
        (defaultYear, accounts.parents) = (year, parents)
        self.amounts.endFile(in: amounts)
    }

    private mutating func read(block text: ArraySlice<UInt8>) {
        let parts = JournalParts(text)
        read(lines: parts.head)
        if case .comment = block { read(lines: parts.rest) } else { read(parts) }
        hand()
    }

    /// Hands on the transactions and the prices that are read.
    private mutating func hand() {
        if !skipped.told.isEmpty {
            context.prices(skipped.told)
            skipped.told = []
        }
        if records.isEmpty { return }
        handOn(&records)
        records.removeAll(keepingCapacity: true)
    }

    private mutating func read(lines text: ArraySlice<UInt8>) {
        if text.isEmpty { return }
        var start = text.startIndex
        while start < text.endIndex {
            let end = text.lineEnd(from: start)
            line += 1
            let bytes = text[start..<end]
            take(bytes.last == UInt8(ascii: "\r") ? bytes.dropLast() : bytes)
            start = end + 1
        }
        if text.last == UInt8(ascii: "\n") { take([]) }
    }

    private mutating func take(_ line: Cell) {
        if case .comment = block { return take(Substring(line.text)) }
        if !takePlain(line) { take(Substring(line.text)) }
    }

    /// What one core reads of a file without directives.
    private struct Read: Sendable {
        var records: [JournalRecord]
        let faults: [JournalFault]
        let faultCount: Int
        let skipped: JournalSkipped
        let line: Int
    }

    /// Reads transactions, each part with what the head said.
    private mutating func read(_ parts: JournalParts) {
        if parts.pieces.isEmpty { return }
        close()
        hand()
        let (accounts, amounts, isOwn) = (accounts, amounts, isOwn)
        let (defaultYear, file, line) = (defaultYear, file, line)
        var read = Parallel.map(parts.pieces.count) { index in
            let piece = parts.pieces[index]
            // Without a directive nothing is included.
            var parser = JournalParser(year: defaultYear, commodity: "", .alone, { _ in })
            (parser.accounts, parser.amounts, parser.isOwn) = (accounts, amounts, isOwn)
            (parser.file, parser.line) = (file, line + piece.linesBefore)
            parser.read(lines: piece.text)
            parser.close()
            return Read(
                records: parser.records, faults: parser.faults, faultCount: parser.faultCount,
                skipped: parser.skipped, line: parser.line)
        }
        for index in read.indices {
            // Held once, they need not be copied to be changed.
            swap(&records, &read[index].records)
            let part = read[index]
            faults += part.faults.prefix(max(0, JournalParser.faultsMax - faults.count))
            faultCount += part.faultCount
            skipped.add(part.skipped)
            self.line = part.line
            hand()
        }
    }

    private static let ownMark = "; ledger export hledger: "

    mutating func note(_ reason: JournalFault.Reason, at line: Int? = nil) {
        faultCount += 1
        isFaulty = true
        if faults.count < JournalParser.faultsMax {
            faults.append(JournalFault(file: file, line: line ?? self.line, reason))
        }
    }

    private mutating func take(_ text: Substring) {
        if case .comment = block {
            if text.trimming == "end comment" { block = .none }
            return
        }
        let trimmed = text.trimming
        guard !trimmed.isEmpty, let first = text.utf8.first else { return close() }
        do throws(JournalFailure) {
            if first == 0x20 || first == 0x09 { return try takeIndented(trimmed) }
            close()
            if ";#*%|".utf8.contains(first) { return }
            if (0x30...0x39).contains(first) { return try open(text) }
            try direct(text)
        } catch {
            note(error.reason)
        }
    }

    /// Ends the transaction that is open.
    mutating func close() {
        if case .comment = block { return }
        block = .none
        if let rule {
            skipped.rules.append(rule)
            self.rule = nil
        }
        guard var record else { return }
        self.record = nil
        if isFaulty { return }
        // Here cores share the work; what is wrong is told in the order of days.
        let isOpen = record.postings.contains { $0.amount == nil && $0.assertion != nil }
        if !isOpen { try? JournalBalancer.infer(&record) }
        records.append(record)
    }

    private mutating func takeIndented(_ text: Substring) throws(JournalFailure) {
        switch block {
        case .transaction:
            // What begins with `#` is a posting to hledger and ledger.
            if text.first == ";" {
                let comment = text.dropFirst()
                if let count = record?.postings.count, count > 0 {
                    try record?.postings[count - 1].remarks.add(comment, isOwn: isOwn)
                } else {
                    try record?.remarks.add(comment, isOwn: isOwn)
                }
            } else {
                let next = try posting(text)
                record?.postings.append(next)
            }
        case .account(let name):
            if text.first == ";" { accounts.declare(name, comment: text.dropFirst(), isOwn: isOwn) }
        case .commodity:
            let format = "format "
            guard text.hasPrefix(format) else { return }
            let example = text.dropFirst(format.count).prefix { $0 != ";" }
            try amounts.learn(example, isDefault: false)
        case .rule: takeRule(text)
        case .skipped, .comment: break
        case .none:
            if text.first != ";" && text.first != "#" {
                throw JournalFailure(.unknownLine(String(text)))
            }
        }
    }

    /// Begins a transaction.
    private mutating func open(_ text: Substring) throws(JournalFailure) {
        isFaulty = false
        block = .skipped
        var rest = text
        let date = JournalParser.date(in: rest)
        rest = rest[date.endIndex...]
        var new = JournalRecord(day: try day(date))
        block = .transaction
        (new.file, new.line) = (file, line)
        if rest.utf8.first == UInt8(ascii: "=") {
            let other = rest.dropFirst().prefix { !$0.isWhitespace }
            new.remarks.notes.append("date2 \(other)")
            rest = rest[other.endIndex...]
        }
        var comment: Substring = ""
        if let mark = rest.utf8.firstIndex(of: UInt8(ascii: ";")) {
            comment = rest[rest.index(after: mark)...]
            rest = rest[..<mark]
        }
        rest = rest.trimming
        if let status = JournalParser.status(of: rest) {
            new.status = status
            rest = rest.dropFirst().trimming
        }
        if rest.utf8.first == UInt8(ascii: "("), let end = rest.firstIndex(of: ")") {
            let code = rest[rest.index(after: rest.startIndex)..<end].trimming
            if !code.isEmpty { new.remarks.notes.append("code \(code)") }
            rest = rest[rest.index(after: end)...].trimming
        }
        new.description = String(rest)
        record = new
        try record?.remarks.add(comment, isOwn: isOwn)
    }

    /// What stands before white space or a second date.
    private static func date(in text: Substring) -> Substring {
        let end = text.utf8.firstIndex { $0 <= 0x20 || $0 == UInt8(ascii: "=") || $0 >= 0x7F }
        guard let end else { return text }
        if text.utf8[end] < 0x7F { return text[..<end] }
        return text.prefix { !$0.isWhitespace && $0 != "=" }
    }

    /// `2026-04-01`, as most are; `nil` for others.
    private static func plainDay(_ text: Substring) -> Day? {
        var (place, mark) = (0, UInt8(0))
        var numbers = (year: 0, month: 0, day: 0)
        for byte in text.utf8 {
            let digit = Int(byte) - 0x30
            switch place {
            case 4 where "-/.".utf8.contains(byte): mark = byte
            case 7 where byte == mark: break
            case 0..<4 where (0...9).contains(digit): numbers.year = numbers.year * 10 + digit
            case 5...6 where (0...9).contains(digit): numbers.month = numbers.month * 10 + digit
            case 8...9 where (0...9).contains(digit): numbers.day = numbers.day * 10 + digit
            default: return nil
            }
            place += 1
        }
        guard place == 10 else { return nil }
        return Day(year: numbers.year, month: numbers.month, day: numbers.day)?.filledIn
    }

    /// `2026-04-01`, `2026/4/1`, `4.1` with the default year.
    private func day(_ text: Substring) throws(JournalFailure) -> Day {
        if let day = JournalParser.plainDay(text) { return day }
        let parts = text.split(omittingEmptySubsequences: false) { "-/.".contains($0) }
        let numbers = parts.compactMap { part in
            part.count <= 4 && part.allSatisfy { ("0"..."9").contains($0) } ? Int(part) : nil
        }
        let marks = Set(text.filter { "-/.".contains($0) })
        guard numbers.count == parts.count, marks.count == 1, (2...3).contains(parts.count),
            parts.count == 2 || parts[0].count == 4,
            let day = Day(
                year: parts.count == 3 ? numbers[0] : defaultYear,
                month: numbers[numbers.count - 2], day: numbers[numbers.count - 1])?.filledIn
        else { throw JournalFailure(.badDate(String(text))) }
        return day
    }
}

/// What a journal has that is no entry.
struct JournalSkipped: Hashable, Sendable {
    /// Market prices.
    var prices = 0
    /// Those of them that can be read and were not handed on yet.
    var told: [PriceRecord] = []
    /// Periodic transactions, which are budgets and forecasts.
    var rules: [JournalRule] = []
    /// Rules for postings that are added.
    var automatic = 0
    /// What else is not taken over.
    var others = 0

    /// Adds what a later part of the journal has.
    mutating func add(_ other: JournalSkipped) {
        prices += other.prices
        told += other.told
        rules += other.rules
        automatic += other.automatic
        others += other.others
    }
}
