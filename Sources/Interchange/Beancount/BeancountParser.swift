internal import EventLog
internal import Ledger

/// Reads ledgers of beancount.
///
/// It goes on behind what it cannot read, so that all of it is told at once.
struct BeancountParser {
    /// Lines of one text in quotes, at most.
    private static let textLinesMax = 1_000
    private static let ownMark = "; ledger export beancount: "
    /// What lines begin with that are passed over: headings of outlines, and scripts.
    private static let passed = "*:#!&?%"

    /// Takes entries, some of them at a time.
    typealias Take = (inout [BeancountEntry]) -> Void

    private let context: JournalParser.Context
    private let handOn: Take
    private var entries: [BeancountEntry] = []
    /// What stopped it.
    private(set) var failure: ImportError?
    private(set) var faults: [JournalFault] = []
    private(set) var faultCount = 0
    private(set) var accounts = JournalAccounts()
    /// Whether this program wrote it.
    private(set) var isOwn = false
    private(set) var filesRead = 0
    /// Market prices, and documents, events, notes and such, which are not taken over.
    private(set) var skipped = JournalSkipped()

    var file = ""
    private var filesOpen: [String] = []
    var pushed = PushedTags()
    var block = Block.none
    var record: JournalRecord?
    var isFaulty = false
    var plain = PlainLines()
    /// Lines of the file before the next.
    private(set) var line = 0
    /// Lines of a text in quotes that is open, and the number of the first.
    private var (open, first): ([UInt8]?, Int) = (nil, 0)

    /// What the lines that are indented belong to.
    enum Block {
        case none
        case transaction
        /// What follows an account that is declared.
        case account(String)
        /// What follows something that is not taken over.
        case skipped
    }

    /// - Parameter handOn: Takes the entries, some of them at a time.
    init(_ context: JournalParser.Context, _ handOn: @escaping Take) {
        (self.context, self.handOn) = (context, handOn)
    }

    /// Reads a whole file, and what it includes.
    mutating func read(_ file: JournalBlocks, file name: String = "") {
        var blocks = file
        let outer = (self.file, filesOpen, pushed, line)
        (self.file, pushed, line) = (name, PushedTags(), 0)
        filesOpen.append(name)
        filesRead += 1
        var isFirst = true
        do throws(ImportError) {
            while failure == nil, let bytes = try blocks.next() {
                let mark: [UInt8] = [0xEF, 0xBB, 0xBF]
                let text = isFirst && bytes.starts(with: mark) ? bytes.dropFirst(3) : bytes[...]
                if isFirst, name.isEmpty { isOwn = text.starts(with: BeancountParser.ownMark.utf8) }
                isFirst = false
                read(block: text)
            }
        } catch { failure = error }
        if open != nil { note(.unknownLine("\""), at: first) }
        open = nil
        close()
        hand()
        (self.file, filesOpen, pushed, line) = outer
    }

    /// Hands on the entries that are read.
    private mutating func hand() {
        if !skipped.told.isEmpty { context.prices(skipped.told) }
        skipped.told = []
        if entries.isEmpty { return }
        handOn(&entries)
        entries.removeAll(keepingCapacity: true)
    }

    private mutating func read(block text: ArraySlice<UInt8>) {
        // What this program wrote says beside accounts what they were called.
        if isOwn || open != nil {
            read(lines: text)
        } else {
            let parts = JournalParts(text, plain: BeancountParser.passed + ";")
            read(lines: parts.head)
            if open != nil || !read(parts) { read(lines: parts.rest) }
        }
        hand()
    }

    /// What one core reads of a file without directives that change how others are read.
    private struct Read: Sendable {
        var entries: [BeancountEntry]
        let faults: [JournalFault]
        let faultCount: Int
        let skipped: JournalSkipped
        let line: Int
    }

    /// Reads what follows in pieces, each with what was said before all of them.
    ///
    /// - Returns: Whether no text in quotes goes on from one to the next.
    private mutating func read(_ parts: JournalParts) -> Bool {
        if parts.pieces.isEmpty { return true }
        let (accounts, pushed, file, line) = (accounts, pushed, file, line)
        var read = Parallel.map(parts.pieces.count) { index -> Read? in
            let piece = parts.pieces[index]
            var parser = BeancountParser(.alone) { _ in }
            (parser.accounts, parser.pushed) = (accounts, pushed)
            (parser.file, parser.line) = (file, line + piece.linesBefore)
            parser.read(lines: piece.text)
            if parser.open != nil { return nil }
            parser.close()
            return Read(
                entries: parser.entries, faults: parser.faults, faultCount: parser.faultCount,
                skipped: parser.skipped, line: parser.line)
        }
        var whole = read.compactMap(\.self)
        guard whole.count == read.count else { return false }
        read = []
        close()
        hand()
        for index in whole.indices {
            // Held once, they need not be copied to be changed.
            swap(&entries, &whole[index].entries)
            let part = whole[index]
            faults += part.faults.prefix(max(0, JournalParser.faultsMax - faults.count))
            faultCount += part.faultCount
            skipped.add(part.skipped)
            self.line = part.line
            hand()
        }
        return true
    }

    /// Reads whole lines.
    private mutating func read(lines text: ArraySlice<UInt8>) {
        if text.isEmpty { return }
        var end = text.startIndex - 1
        while end + 1 < text.endIndex {
            let start = end + 1
            end = text.lineEnd(from: start)
            let line = text[start..<end]
            self.line += 1
            if open == nil, takePlain(line) { continue }
            let isOpen = BeancountLine.isOpen(line, open != nil)
            if open == nil, !isOpen {
                take(line, self.line)
                continue
            }
            if open == nil {
                (open, first) = (Array(line), self.line)
            } else {
                // In place: a second reference would copy all of it for each line.
                open?.append(0x0A)
                open?.append(contentsOf: line)
            }
            if isOpen, self.line - first < BeancountParser.textLinesMax { continue }
            if isOpen { note(.unknownLine(String(decoding: line, as: UTF8.self)), at: first) }
            let text = open ?? []
            open = nil
            take(text[...], first)
        }
    }

    private mutating func note(_ reason: JournalFault.Reason, at line: Int) {
        faultCount += 1
        isFaulty = true
        if faults.count < JournalParser.faultsMax {
            faults.append(JournalFault(file: file, line: line, reason))
        }
    }

    private mutating func take(_ bytes: ArraySlice<UInt8>, _ number: Int) {
        if let first = bytes.first, BeancountParser.passed.utf8.contains(first) { return close() }
        let line = BeancountLine(bytes, number: number)
        if line.parts.isEmpty {
            // A line of comment alone ends nothing.
            if !bytes.contains(UInt8(ascii: ";")) { close() }
            return
        }
        do throws(JournalFailure) {
            if line.isIndented { return try takeIndented(line) }
            close()
            try direct(line)
        } catch { note(error.reason, at: number) }
    }

    /// Ends the transaction that is open.
    mutating func close() {
        block = .none
        guard var record else { return }
        self.record = nil
        if isFaulty { return }
        let place = BeancountEntry.Place(file: record.file, line: record.line)
        if isOwn { record = tagged(record) }
        // Here cores share the work; what is wrong is told in the order of days.
        try? BeancountBook.infer(&record)
        add(.record(record), on: record.day, at: place)
    }

    private mutating func add(
        _ saying: BeancountEntry.Saying, on day: Day, at place: BeancountEntry.Place
    ) {
        entries.append(BeancountEntry(day: day, place: place, saying: saying))
    }

    static let tags = "tags"

    private mutating func takeIndented(_ line: BeancountLine) throws(JournalFailure) {
        switch block {
        case .transaction:
            if let (key, value) = line.metadata { return say(key, value) }
            // `#` alone is the flag of a posting.
            if case .word(let word) = line.parts.first, word.utf8.count > 1,
                BeancountParser.isMark(word)
            {
                for case .word(let word) in line.parts { mark(word) }
                return
            }
            let posting = try JournalPosting(beancount: line)
            record?.postings.append(posting)
        case .account(let name):
            if let (key, value) = line.metadata, isOwn, key == JournalKey.name {
                accounts.call(name, value)
            }
        case .skipped: break
        case .none: throw JournalFailure(.unknownLine(line.words))
        }
    }

    /// What is said beside a transaction, or its last posting.
    private mutating func say(_ key: String, _ value: String) {
        let isKnown = isOwn && (JournalKey.own.contains(key) || key == BeancountParser.tags)
        // In place: a second reference would copy all postings for each line.
        let last = (record?.postings.count ?? 0) - 1
        if last < 0 {
            record?.remarks.say(key, value, isOwn: isKnown)
        } else {
            record?.postings[last].remarks.say(key, value, isOwn: isKnown)
        }
    }

    /// Whether a word is a tag or a link.
    static func isMark(_ word: String) -> Bool {
        (word.utf8.first == 0x23 || word.utf8.first == 0x5E) && "#^".contains(word.first ?? " ")
    }

    /// A tag or a link.
    mutating func mark(_ word: String) {
        if word.first == "#" {
            record?.remarks.tags.append(String(word.dropFirst()))
        } else {
            record?.remarks.notes.append(word)
        }
    }

    private mutating func direct(_ line: BeancountLine) throws(JournalFailure) {
        block = .skipped
        guard case .word(let word) = line.parts[0] else {
            throw JournalFailure(.unknownLine(line.words))
        }
        if word.first?.isNumber == true {
            let text = word.utf8.contains(UInt8(ascii: "/")) ? word.replacing("/", with: "-") : word
            guard let day = Day(text)?.filledIn else {
                throw JournalFailure(.badDate(word))
            }
            return try dated(day, Array(line.parts.dropFirst()), line)
        }
        switch (word, line.parts.count) {
        case ("option", 3):
            if case .text(let name) = line.parts[1], case .text(let value) = line.parts[2] {
                option(name, value)
            }
        case ("plugin", _): skipped.others += 1
        case ("include", 2):
            guard case .text(let path) = line.parts[1] else { fallthrough }
            include(path, at: line.number)
        case ("pushtag", 2):
            guard case .word(let tag) = line.parts[1] else { fallthrough }
            pushed.push(tag)
        case ("poptag", 2):
            guard case .word(let tag) = line.parts[1], pushed.pop(tag) else { fallthrough }
        default: throw JournalFailure(.unknownDirective(line.words))
        }
    }

    /// Roots of accounts may be called otherwise.
    private mutating func option(_ name: String, _ value: String) {
        let types = [
            "name_assets": "A", "name_liabilities": "L", "name_equity": "E", "name_income": "R",
            "name_expenses": "X",
        ]
        if let type = types[name] {
            accounts.declare(value, comment: "type:\(type)", isOwn: false)
        }
    }

    private mutating func include(_ path: String, at line: Int) {
        do throws(JournalInclude) {
            let names = try JournalParser.included(path[...], in: file, context.matching)
            for name in names {
                do throws(JournalInclude) {
                    let blocks = try JournalParser.file(
                        name, filesOpen, read: filesRead, context.files)
                    read(blocks, file: name)
                } catch { note(.badInclude(names.count == 1 ? path : name, error.why), at: line) }
            }
        } catch { note(.badInclude(path, error.why), at: line) }
    }

    private mutating func dated(
        _ day: Day, _ parts: [BeancountLine.Part], _ line: BeancountLine
    ) throws(JournalFailure) {
        let words: [String] = parts.compactMap {
            if case .word(let word) = $0 { word } else { nil }
        }
        let place = BeancountEntry.Place(file: file, line: line.number)
        // Made where it is thrown: there are as many lines as transactions.
        var bad: JournalFailure { JournalFailure(.unknownDirective(line.words)) }
        switch words.first {
        case "open":
            guard words.count > 1 else { throw bad }
            block = .account(words[1])
        case "balance":
            let isLoose = words.count == 6 && words[3] == "~"
            guard words.count == 4 || isLoose else { throw bad }
            guard let amount = JournalAmount(beancount: words[2], words[words.count - 1]) else {
                throw JournalFailure(.badAmount(words.dropFirst(2).joined(separator: " ")))
            }
            let tolerance = isLoose ? JournalNumber(beancount: words[4]) : nil
            if isLoose, tolerance == nil { throw JournalFailure(.badAmount(words[4])) }
            add(.balance(amount, of: words[1], tolerance: tolerance), on: day, at: place)
        case "pad":
            guard words.count == 3 else { throw bad }
            add(.pad(of: words[1], from: words[2]), on: day, at: place)
        case "price":
            skipped.prices += 1
            let text = ([day.description] + words).joined(separator: " ")
            if let price = JournalPrices.price(in: text, at: line.number) {
                skipped.told.append(price)
            }
        case "close", "commodity": break
        case "note", "document", "event", "query", "custom": skipped.others += 1
        case let flag?: try open(day, flag, parts, line)
        case nil: throw bad
        }
    }
}
