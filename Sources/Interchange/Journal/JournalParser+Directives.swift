extension JournalParser {
    /// What a line says that begins with a word.
    mutating func direct(_ text: Substring) throws(JournalFailure) {
        let text = text.first == "!" || text.first == "@" ? text.dropFirst() : text
        let word = text.prefix { !$0.isWhitespace }
        let rest = text[word.endIndex...]
        let value =
            JournalParser.place(of: ";", in: rest).map { rest[..<$0].trimming }
            ?? rest.trimming
        switch word {
        case "comment", "test": block = .comment
        case "account":
            // A name ends where two blanks or a comment begin.
            let end = value.firstRange(of: "  ")?.lowerBound ?? value.endIndex
            let name = accounts.full(value[..<end])
            accounts.declare(name, comment: "", isOwn: isOwn)
            if let mark = JournalParser.place(of: ";", in: rest) {
                let comment = rest[rest.index(after: mark)...]
                accounts.declare(name, comment: comment, isOwn: isOwn)
            }
            block = .account(name)
        case "commodity":
            block = .commodity
            if value.contains(where: \.isNumber) { try amounts.learn(value, isDefault: false) }
        case "D": try amounts.learn(value, isDefault: true)
        case "decimal-mark":
            guard value == "." || value == "," else {
                throw JournalFailure(.unknownDirective(String(text.trimming)))
            }
            amounts.decimalMark = value.first
        case "Y", "year": try setYear(value)
        case "apply": try apply(value)
        case "end": try end(value)
        case "alias": try accounts.alias(value)
        case "include": include(value)
        case "P", "payee", "tag", "N", "C", "bucket":
            block = .skipped
            if word == "P" {
                skipped.prices += 1
                if let price = JournalPrices.price(in: String(text), at: line) {
                    skipped.told.append(price)
                }
            }
            if word == "bucket" { throw JournalFailure(.unknownDirective(String(text.trimming))) }
        case "~": open(rule: value)
        case "=": (block, skipped.automatic) = (.skipped, skipped.automatic + 1)
        default:
            if word.first == "~" || word.first == "=" {
                if word.first == "~" {
                    return open(rule: text.dropFirst().prefix { $0 != ";" }.trimming)
                }
                (block, skipped.automatic) = (.skipped, skipped.automatic + 1)
                return
            }
            if word.first == "Y", let year = Int(word.dropFirst()), value.isEmpty {
                return try setYear("\(year)")
            }
            block = .skipped
            throw JournalFailure(.unknownDirective(String(text.trimming)))
        }
    }

    private mutating func setYear(_ text: Substring) throws(JournalFailure) {
        guard let year = Int(text), (1...9_999).contains(year), text.count <= 4 else {
            throw JournalFailure(.badDate(String(text)))
        }
        defaultYear = year
    }

    private mutating func apply(_ value: Substring) throws(JournalFailure) {
        let words = value.split(separator: " ", maxSplits: 1)
        switch words.first {
        case "account" where words.count == 2: accounts.parents.append(String(words[1].trimming))
        case "year" where words.count == 2: try setYear(words[1].trimming)
        default: throw JournalFailure(.unknownDirective("apply \(value)"))
        }
    }

    private mutating func end(_ value: Substring) throws(JournalFailure) {
        switch value {
        case "aliases": accounts.endAliases()
        case "apply account":
            if accounts.parents.popLast() == nil { fallthrough }
        default: throw JournalFailure(.unknownDirective("end \(value)"))
        }
    }

    private mutating func include(_ value: Substring) {
        let prefix = "journal:"
        let path = value.hasPrefix(prefix) ? value.dropFirst(prefix.count).trimming : value
        let names: [String]
        do throws(JournalInclude) {
            names = try JournalParser.included(path, in: file, context.matching)
        } catch { return note(.badInclude(String(path), error.why)) }
        for name in names {
            do throws(JournalInclude) {
                let blocks = try JournalParser.file(
                    name, filesOpen, read: filesRead, context.files)
                read(blocks, file: name)
            } catch { note(.badInclude(names.count == 1 ? String(path) : name, error.why)) }
        }
    }

    /// The files that are named to be included: one, or those that a pattern finds.
    static func included(
        _ path: Substring, in file: String, _ matching: Matching
    ) throws(JournalInclude) -> [String] {
        if let pattern = try IncludePattern(path, in: file) {
            return try matching(pattern).get().filter { $0 != file }
        }
        guard let name = place(of: path, beside: file) else { throw JournalInclude(.outside) }
        return [name]
    }

    /// A file that does not include itself, and is not one too many.
    ///
    /// - Parameters:
    ///   - open: The files that are being read, the outermost first.
    ///   - read: How many were read.
    static func file<Text>(
        _ name: String, _ open: [String], read: Int,
        _ files: (String) -> Result<Text, JournalInclude>
    ) throws(JournalInclude) -> Text {
        guard !open.contains(name), read < filesMax, open.count <= depthMax else {
            throw JournalInclude(.ring)
        }
        return try files(name).get()
    }

    /// A path relative to the folder of the first file; `nil` where it leaves it.
    static func place(of path: Substring, beside file: String) -> String? {
        if path.isEmpty || "/~".contains(path.first ?? "/") { return nil }
        let names = path.split(separator: "/").map(String.init)
        guard let found = parts(of: names[...], beside: file), !found.isEmpty else { return nil }
        return found.joined(separator: "/")
    }

    /// The names of a path relative to the folder of the first file; `nil` where it leaves it.
    static func parts(of names: ArraySlice<String>, beside file: String) -> [String]? {
        var parts = file.split(separator: "/").dropLast().map(String.init)
        for name in names where name != "." {
            if name != ".." {
                parts.append(name)
            } else if parts.popLast() == nil {
                return nil
            }
        }
        return parts
    }
}
