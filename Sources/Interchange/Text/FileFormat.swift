internal import Ledger

/// What a file of text is, known by what it says.
enum FileFormat: Hashable {
    case statement(StatementFormat)
    case other(OtherFormat)

    /// Lines that are looked at, at most.
    private static let linesMax = 200

    /// `nil` if the first lines of a file do not say so.
    init?(_ source: any ByteSource, _ form: TextForm) throws(ImportError) {
        var reader = TextLines(source, form)
        var lines: [String] = []
        while lines.count < FileFormat.linesMax, let line = try reader.next() {
            lines.append(String(decoding: line.bytes.prefix(2_000), as: UTF8.self))
        }
        guard let first = lines.first(where: { !$0.trimmed.isEmpty })?.trimmed else { return nil }
        // Texts of this program's own list of lines may have lines that look like anything.
        if OwnColumns(header: first.split(separator: ",").map(String.init)) != nil { return nil }
        let head = lines.prefix(20).joined(separator: "\n").lowercased()
        let marks = ["ofxheader", "data:ofxsgml", "<ofx>"]
        let starts = head.split(separator: "\n").map { String($0).trimmed }
        let isOFX = starts.contains { line in marks.contains(where: line.hasPrefix) }
        // A part of a statement says what it was.
        if isOFX || FileFormat.has(["<stmttrn>", "<trnamt>", "<dtposted>"], lines)
            || (first.hasPrefix("<") && head.contains("<ofx>"))
        {
            self = .statement(.ofx)
        } else if first.hasPrefix("<") {
            let isPage = head.hasPrefix("<!doctype html") || head.contains("<html")
            let isReport =
                head.contains("camt.05") || head.contains("<bktocstmr")
                || FileFormat.has(["<ntry>", "</ntry>", "</bktocstmr"], lines)
            self = isPage ? .other(.html) : isReport ? .statement(.camt) : .other(.xml)
        } else if starts.contains(where: FileFormat.isCAMT) {
            self = .statement(.camt)
        } else if first.hasPrefix("{1:") || FileFormat.isMT940(lines) {
            self = .statement(.mt940)
        } else if FileFormat.isQIF(lines, first) {
            self = .statement(.qif)
        } else if FileFormat.isJSON(first, next: lines.dropFirst().first) {
            self = .other(.json)
        } else if FileFormat.isJournal(lines) {
            self = .other(.journal)
        } else {
            return nil
        }
    }

    /// Whether a line begins with an element of such a statement.
    private static func isCAMT(_ line: String) -> Bool {
        line.hasPrefix("<") && (line.contains("camt.05") || line.contains("<bktocstmr"))
    }

    /// Whether one of the lines begins with one of some elements.
    private static func has(_ elements: [String], _ lines: [String]) -> Bool {
        lines.contains { line in
            let line = line.trimmed
            guard line.first == "<" else { return false }
            return elements.contains { line.prefix(20).lowercased().hasPrefix($0) }
        }
    }

    /// Whether the first line says so, or what stands between the ends of transactions.
    private static func isQIF(_ lines: [String], _ first: String) -> Bool {
        let lists = ["!type:", "!account", "!option:", "!clear:"]
        if lists.contains(where: first.lowercased().hasPrefix) { return true }
        guard lines.contains(where: { $0.trimmed == "^" }) else { return false }
        return lines.contains { $0.first == "D" && $0.dropFirst().first?.isNumber == true }
            && lines.contains { line in
                guard let mark = line.first, "TU".contains(mark) else { return false }
                return line.dropFirst().first.map { $0.isNumber || "+-".contains($0) } ?? false
            }
    }

    /// Whether lines begin with the tags of a statement.
    private static func isMT940(_ lines: [String]) -> Bool {
        let starts = lines.prefix(20).map { $0.trimmed }
        if starts.first(where: { !$0.isEmpty })?.hasPrefix(":20:") == true { return true }
        let tags = [":20:", ":25:", ":28C:", ":60F:", ":60M:", ":61:", ":62F:", ":62M:"]
        return tags.count { tag in starts.contains { $0.hasPrefix(tag) } } > 1
    }

    private static func isJSON(_ first: String, next: String?) -> Bool {
        guard let open = first.first, open == "{" || open == "[" else { return false }
        let rest = first.dropFirst().drop { $0.isWhitespace }.first ?? next?.trimmed.first
        return rest.map { open == "{" ? $0 == "\"" || $0 == "}" : "[{]".contains($0) } ?? false
    }

    /// Whether a line begins with a date and words, and one that is indented names an account.
    private static func isJournal(_ lines: [String]) -> Bool {
        for (line, next) in zip(lines, lines.dropFirst() + [""]) {
            let words = line.split(separator: " ", maxSplits: 1)
            guard words.count == 2, isDate(words[0]) else { continue }
            let rest = String(words[1]).trimmed
            if rest.hasPrefix("open ") && rest.contains(":") { return true }
            guard rest.first?.isNumber != true, next.first == " " || next.first == "\t" else {
                continue
            }
            let posting = next.trimmed
            if posting.first?.isLetter == true, posting.contains(":") || posting.contains("  ") {
                return true
            }
        }
        return false
    }

    private static func isDate(_ word: Substring) -> Bool {
        let parts = word.split(omittingEmptySubsequences: false) { "-/.".contains($0) }
        return (2...3).contains(parts.count)
            && parts.allSatisfy { !$0.isEmpty && $0.count <= 4 && $0.allSatisfy(\.isNumber) }
    }
}
