/// What every ledger keeps to, because ``decide(_:_:)`` makes nothing else. Events that a program
/// appends without deciding may break a rule; ``LedgerSnapshot/brokenRules()`` says which.
public enum LedgerRule: String, CaseIterable, Codable, Hashable, Sendable {
    /// An event of a type that is known says what the type needs.
    case readable
    /// The first event opens the ledger, and no other one does.
    case openedOnce
    /// From the first person on every commit says who acts.
    case actor
    /// A line that is typed has an amount other than zero; rows of files may have none.
    case amount
    /// A change goes on from a version of the thing that it changes.
    case version
    /// No version is changed twice: what goes on from it twice is told at its own position.
    case versionOnce
    /// What a change takes back is what the version before says.
    case takenBack
    /// Lines of closed days change only in commits that say why.
    case closedDays
}

/// An event that breaks a rule.
public struct BrokenRule: Codable, Hashable, Sendable {
    /// The rule.
    public let rule: LedgerRule
    /// The position of the event.
    public let position: UInt64

    /// An event that breaks a rule.
    package init(_ rule: LedgerRule, at position: UInt64) {
        self.rule = rule
        self.position = position
    }
}
