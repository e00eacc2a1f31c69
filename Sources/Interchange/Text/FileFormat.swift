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
        if isOFX || (first.hasPrefix("<") && head.contains("<ofx>")) {
            self = .statement(.ofx)
        } else if first.hasPrefix("<") {
            let isPage = head.hasPrefix("<!doctype html") || head.contains("<html")
            let isReport = head.contains("camt.05") || head.contains("<bktocstmr")
            self = isPage ? .other(.html) : isReport ? .statement(.camt) : .other(.xml)
        } else if starts.contains(where: FileFormat.isCAMT) {
            self = .statement(.camt)
        } else if first.hasPrefix("{1:") || FileFormat.isMT940(lines) {
            self = .statement(.mt940)
        } else if ["!type:", "!account", "!option:", "!clear:"].contains(where: {
            first.lowercased().hasPrefix($0)
        }) {
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

    /// Whether lines begin with the tags of a statement.
    private static func isMT940(_ lines: [String]) -> Bool {
        let tags = lines.prefix(20).map { $0.trimmed }
        if tags.first(where: { !$0.isEmpty })?.hasPrefix(":20:") == true { return true }
        return [":20:", ":25:"].allSatisfy { tag in tags.contains { $0.hasPrefix(tag) } }
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
