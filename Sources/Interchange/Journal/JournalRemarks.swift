/// What is said beside a transaction or a posting.
struct JournalRemarks: Sendable {
    /// Comments that are no tags.
    var notes: [String] = []
    /// Tags, with `:` between name and value.
    var tags: [String] = []
    /// Of this program's own journals what stands in tags of their own.
    var own: [String: [String]] = [:]

    /// Whether nothing is said.
    var isEmpty: Bool { notes.isEmpty && tags.isEmpty && own.isEmpty }

    /// Takes in a comment.
    ///
    /// - Parameter isOwn: Whether this program wrote the journal.
    mutating func add(_ comment: Substring, isOwn: Bool) throws(JournalFailure) {
        let text = comment.trimming
        if text.isEmpty { return }
        if isOwn, let colon = text.firstIndex(of: ":") {
            let key = String(text[..<colon])
            if JournalKey.own.contains(key) {
                let value = String(text[text.index(after: colon)...].trimming)
                own[key, default: []].append(JournalText.undone(value))
                return
            }
        }
        var isNote = false
        for part in text.split(separator: ",") {
            let part = part.trimming
            guard let colon = part.firstIndex(of: ":"), colon != part.startIndex else {
                isNote = true
                continue
            }
            let before = part[..<colon]
            let name = before.split(whereSeparator: \.isWhitespace).last ?? before
            if name.utf8.count != before.utf8.count { isNote = true }
            let value = part[part.index(after: colon)...].trimming
            if ["date", "date2"].contains(name) { throw JournalFailure(.postingDate) }
            tags.append(value.isEmpty ? String(name) : "\(name):\(value)")
        }
        if text.contains("["), JournalRemarks.hasDate(text) { throw JournalFailure(.postingDate) }
        if isNote { notes.append(String(text)) }
    }

    /// Takes in what is said under a key.
    ///
    /// - Parameter isOwn: Whether the key is one of this program's.
    mutating func say(_ key: String, _ value: String, isOwn: Bool) {
        if isOwn {
            own[key, default: []].append(value)
        } else {
            notes.append("\(key): \(value)")
        }
    }

    /// Whether a comment has a date in brackets.
    private static func hasDate(_ text: Substring) -> Bool {
        text.split(separator: "[", omittingEmptySubsequences: false).dropFirst().contains { part in
            let inside = part.prefix { $0 != "]" }
            return inside.count < part.count && inside.contains { $0.isNumber }
                && inside.allSatisfy { $0.isNumber || "-/.=".contains($0) }
        }
    }

    /// The last that was said under a key.
    func own(_ key: String) -> String? { own[key]?.last }
}
