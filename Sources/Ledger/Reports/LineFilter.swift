/// Which lines a register shows; without arguments all live ones.
public struct LineFilter: Codable, Hashable, Sendable {
    /// The days that count.
    public var days: DayRange
    /// The kinds that count; empty for all.
    public var kinds: Set<EntryKind>
    /// A category, as it is called now, with everything below it; `nil` for any.
    public var category: CategoryPath?
    /// The position of an account; `nil` for any.
    public var account: UInt64?
    /// A tag, in any case; `nil` for any.
    public var tag: String?
    /// Something that occurs in the title or the note, in any case; `nil` or empty for any.
    public var text: String?
    /// How many lines, at most; `nil` for all.
    public var limit: Int?

    /// A filter.
    public init(
        days: DayRange = .all, kinds: Set<EntryKind> = [], category: CategoryPath? = nil,
        account: UInt64? = nil, tag: String? = nil, text: String? = nil, limit: Int? = nil
    ) {
        self.days = days
        self.kinds = kinds
        self.category = category
        self.account = account
        self.tag = tag
        self.text = text
        self.limit = limit
    }

    /// Whether lines must be read to tell.
    var needsText: Bool { tag != nil || !(text ?? "").isEmpty }

    /// Whether the words of a line pass.
    func admits(_ details: LineDetails) -> Bool {
        admits(title: details.title, note: details.note, tags: details.tags)
    }

    private func admits(title: String, note: String, tags: [String]) -> Bool {
        if let tag, !tags.contains(where: { $0.lowercased() == tag.lowercased() }) { return false }
        guard let text, !text.isEmpty else { return true }
        return Words.occurs(text, in: title) || Words.occurs(text, in: note)
    }
}

/// Searching in text without regard to case.
enum Words {
    /// Whether a text occurs in another, in any case.
    ///
    /// - Complexity: O(*n* · *m*) in the bytes.
    static func occurs(_ part: String, in text: String) -> Bool {
        let part = Array(part.lowercased().utf8)
        let text = Array(text.lowercased().utf8)
        guard part.count <= text.count else { return false }
        return (0...(text.count - part.count)).contains { start in
            text[start..<(start + part.count)].elementsEqual(part)
        }
    }

    /// The words of a text, folded: runs of letters and digits.
    static func folded(_ text: String) -> [String] {
        text.lowercased().split { !$0.isLetter && !$0.isNumber }.map(String.init)
    }
}
