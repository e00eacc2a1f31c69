/// An account has another name or opening balance, was closed, or was taken up again; what it says
/// is complete.
public struct AccountChanged: Hashable, Sendable {
    /// The ``AccountOpened`` of which it speaks.
    public var target: Reference
    /// The event before that spoke of the same account.
    public var previous: Reference
    /// All of it as it is from now on.
    public var facts: AccountOpened
    /// Whether no new line may name it; its lines still count.
    public var isClosed: Bool

    /// A changed account.
    public init(
        target: Reference, previous: Reference, facts: AccountOpened, isClosed: Bool = false
    ) {
        self.target = target
        self.previous = previous
        self.facts = facts
        self.isClosed = isClosed
    }
}

/// What a statement says is in an account at the end of a day.
public struct StatementAsserted: Hashable, Sendable {
    /// The ``AccountOpened``.
    public var account: Reference
    /// What is in it.
    public var balance: Money
    /// The day at whose end it is in it.
    public var day: Day

    /// A balance to hold the ledger against.
    public init(account: Reference, balance: Money, day: Day) {
        self.account = account
        self.balance = balance
        self.day = day
    }
}

/// A statement's balance is not held against the ledger any more.
public struct AssertionWithdrawn: Hashable, Sendable {
    /// The ``StatementAsserted``.
    public var target: Reference
    /// Why; erasable, may be empty.
    public var reason: String

    /// The end of an assertion.
    public init(target: Reference, reason: String = "") {
        self.target = target
        self.reason = reason
    }
}

/// The commit that begins with this event takes back an earlier commit, whole or as far as it goes;
/// of several that are taken back together, each has one of these.
public struct CommitUndone: Hashable, Sendable {
    /// The first event of the commit that is taken back; an undo itself when it is a redo.
    public var commit: Reference
    /// Why; erasable, may be empty.
    public var reason: String

    /// The mark of an undo.
    public init(commit: Reference, reason: String = "") {
        self.commit = commit
        self.reason = reason
    }
}
