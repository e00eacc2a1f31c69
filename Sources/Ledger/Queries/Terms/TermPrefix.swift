/// What may come before a `:` in terms of some kind.
protocol TermPrefix: Hashable, CaseIterable, Sendable {
    /// Every name that is understood, in lower case.
    static var names: [String: Self] { get }
    /// What denies the term behind it.
    static var not: Self { get }
    /// Whether names may have dots, digits, `-` and `_` behind their first letter, such as
    /// `due.before`.
    static var namesAreLong: Bool { get }
    /// Whether `="two words"` may follow.
    var takesExact: Bool { get }
    /// Whether there is but one such thing, so that of several terms one must hold.
    var isOneOfItsKind: Bool { get }
    /// Whether a word without a prefix is more than text, such as `+shop`.
    static func isTerm(_ word: String) -> Bool
}

extension TermPrefix {
    /// No.
    static func isTerm(_ word: String) -> Bool { false }

    /// The prefix of a name, in lower case.
    init?(name: String) {
        guard let prefix = Self.names[name] else { return nil }
        self = prefix
    }
}
