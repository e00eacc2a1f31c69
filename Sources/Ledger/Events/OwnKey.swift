/// What the idempotency keys begin with that the ledger itself gives to commits. No request names
/// such a key by itself, for what is found under one is believed.
package enum OwnKey: String, CaseIterable, Sendable {
    /// Of what decides about what a merge set aside: see ``CommitSetAside/answerKey(_:)``.
    case decision = "aside-"
    /// Of what a rule of what comes again was recorded by, on a day.
    case repeated = "repeat/"

    /// Which of them a key begins as; `nil` for none.
    package init?(of key: String) {
        let found = OwnKey.allCases.first { key.utf8.starts(with: $0.rawValue.utf8) }
        guard let found else { return nil }
        self = found
    }
}
