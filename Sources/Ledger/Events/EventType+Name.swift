extension EventType {
    /// What events of the type speak of, such as `line` or `account`.
    public var thing: String {
        switch self {
        case .ledgerOpened: "ledger"
        case .personAdded, .personChanged: "person"
        case .settingsChanged: "settings"
        case .currencyDeclared: "currency"
        case .accountOpened, .accountChanged: "account"
        case .batchStarted: "batch"
        case .categoryRenamed: "category"
        case .lineAdded, .lineAmended, .lineVoided, .lineRestored: "line"
        case .taskAdded, .taskEdited, .taskCompleted, .taskReopened, .taskRescheduled,
            .taskDropped:
            "task"
        case .statementAsserted, .assertionWithdrawn: "statement"
        case .commitUndone: "commit"
        case .schemasDeclared: "schema"
        case .booksClosed, .booksReopened: "closing"
        case .textErased: "text"
        case .unitAdded, .unitChanged: "unit"
        case .membershipSet, .membershipEnded: "membership"
        case .rightsGranted, .rightsRevoked: "rights"
        }
    }

    /// What happened to it, such as `added` or `amended`.
    public var deed: String {
        switch self {
        case .ledgerOpened, .accountOpened: "opened"
        case .personAdded, .lineAdded, .taskAdded, .unitAdded: "added"
        case .settingsChanged, .accountChanged, .personChanged, .unitChanged: "changed"
        case .currencyDeclared, .schemasDeclared: "declared"
        case .batchStarted: "started"
        case .categoryRenamed: "renamed"
        case .lineAmended: "amended"
        case .lineVoided: "voided"
        case .lineRestored: "restored"
        case .taskEdited: "edited"
        case .taskCompleted: "completed"
        case .taskReopened: "reopened"
        case .taskRescheduled: "rescheduled"
        case .taskDropped: "dropped"
        case .statementAsserted: "asserted"
        case .assertionWithdrawn: "withdrawn"
        case .commitUndone: "undone"
        case .booksClosed: "closed"
        case .booksReopened: "reopened"
        case .textErased: "erased"
        case .membershipSet: "set"
        case .membershipEnded: "ended"
        case .rightsGranted: "granted"
        case .rightsRevoked: "revoked"
        }
    }

    /// The types that a word means: a ``thing``, a ``deed``, or both joined by `-`.
    public static func named(_ word: String) -> [EventType] {
        let word = word.lowercased()
        return allCases.filter { type in
            word == type.thing || word == type.deed || word == "\(type.thing)-\(type.deed)"
        }
    }

    /// Every word that means some types, in the order of the types.
    public static var names: [String] {
        var names: [String] = []
        for name in allCases.map(\.thing) + allCases.map(\.deed) where !names.contains(name) {
            names.append(name)
        }
        return names
    }
}
