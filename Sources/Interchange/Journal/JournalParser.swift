internal import Ledger

/// Reads journals of hledger, and of ledger where it writes the same.
///
/// It goes on behind what it cannot read, so that all of it is told at once.
struct JournalParser {
    /// Reads a file that is named by `include`, relative to the folder of the first one.
    typealias Files = (String) -> Result<[UInt8], JournalInclude>

    /// Files that are included, at most.
    static let filesMax = 1_000
    /// Files that include each other, at most.
    static let depthMax = 32
    /// Faults that are kept, at most.
    static let faultsMax = 1_000

    let files: Files
    private(set) var records: [JournalRecord] = []
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
    private var record: JournalRecord?
    private var isFaulty = false

    /// What the lines that are indented belong to.
    enum Block: Equatable {
        case none
        case comment
        case transaction
        /// What follows an account that is declared.
        case account(String)
        /// What follows a commodity, of which the form of amounts matters.
        case commodity
        /// What follows something that is not taken over.
        case skipped
    }

    /// - Parameters:
    ///   - year: That of dates that name none, until the journal says another.
    ///   - commodity: That of amounts that name none, until the journal says another.
    init(year: Int, commodity: String, files: @escaping Files) {
        defaultYear = year
        amounts = JournalAmountReader(commodity)
        self.files = files
    }

    /// Reads a whole file, and what it includes.
    mutating func read(_ bytes: [UInt8], file name: String = "") {
        let outer = (file, line, filesOpen)
        file = name
        line = 0
        filesOpen.append(name)
        filesRead += 1
        let mark: [UInt8] = [0xEF, 0xBB, 0xBF]
        let text = bytes.starts(with: mark) ? bytes.dropFirst(3) : bytes[...]
        if name.isEmpty { isOwn = text.starts(with: JournalParser.ownMark.utf8) }
        for bytes in text.split(separator: UInt8(ascii: "\n"), omittingEmptySubsequences: false) {
            line += 1
            let line = bytes.last == UInt8(ascii: "\r") ? bytes.dropLast() : bytes
            take(Substring(String(decoding: line, as: UTF8.self)))
        }
        close()
        // A comment that is not closed ends with its file.
        block = .none
        (file, line, filesOpen) = outer
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
        let isIndented = text.first.map { $0 == " " || $0 == "\t" } ?? false
        if text.trimming.isEmpty { return close() }
        do throws(JournalFailure) {
            if isIndented { return try takeIndented(text.trimming) }
            close()
            guard let first = text.first, !";#*%|".contains(first) else { return }
            if ("0"..."9").contains(first) { return try open(text) }
            try direct(text)
        } catch {
            note(error.reason)
        }
    }

    /// Ends the transaction that is open.
    private mutating func close() {
        if case .comment = block { return }
        block = .none
        guard let record else { return }
        self.record = nil
        if isFaulty { return }
        records.append(record)
    }

    private mutating func takeIndented(_ text: Substring) throws(JournalFailure) {
        switch block {
        case .transaction:
            if text.first == ";" || text.first == "#" {
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
        let date = rest.prefix { !$0.isWhitespace && $0 != "=" }
        rest = rest[date.endIndex...]
        var new = JournalRecord(day: try day(date))
        block = .transaction
        (new.file, new.line) = (file, line)
        if rest.first == "=" {
            let other = rest.dropFirst().prefix { !$0.isWhitespace }
            new.remarks.notes.append("date2 \(other)")
            rest = rest[other.endIndex...]
        }
        var comment: Substring = ""
        if let mark = rest.firstIndex(of: ";") {
            comment = rest[rest.index(after: mark)...]
            rest = rest[..<mark]
        }
        rest = rest.trimming
        if let status = rest.first, status == "!" || status == "*" {
            new.status = LineStatus(mark: status)
            rest = rest.dropFirst().trimming
        }
        if rest.first == "(", let end = rest.firstIndex(of: ")") {
            let code = rest[rest.index(after: rest.startIndex)..<end].trimming
            if !code.isEmpty { new.remarks.notes.append("code \(code)") }
            rest = rest[rest.index(after: end)...].trimming
        }
        new.description = String(rest)
        record = new
        try record?.remarks.add(comment, isOwn: isOwn)
    }

    /// `2026-04-01`, `2026/4/1`, `4.1` with the default year.
    private func day(_ text: Substring) throws(JournalFailure) -> Day {
        let parts = text.split(omittingEmptySubsequences: false) { "-/.".contains($0) }
        let numbers = parts.compactMap { part in
            part.count <= 4 && part.allSatisfy { ("0"..."9").contains($0) } ? Int(part) : nil
        }
        let marks = Set(text.filter { "-/.".contains($0) })
        guard numbers.count == parts.count, marks.count == 1, (2...3).contains(parts.count),
            parts.count == 2 || parts[0].count == 4,
            let day = Day(
                year: parts.count == 3 ? numbers[0] : defaultYear,
                month: numbers[numbers.count - 2], day: numbers[numbers.count - 1])
        else { throw JournalFailure(.badDate(String(text))) }
        return day
    }
}

/// What a journal has that is no entry.
struct JournalSkipped: Hashable, Sendable {
    /// Market prices.
    var prices = 0
    /// Those of them that can be read.
    var told: [PriceRecord] = []
    /// Periodic transactions, which are budgets and forecasts.
    var periodic = 0
    /// Rules for postings that are added.
    var automatic = 0
    /// What else is not taken over.
    var others = 0
}
