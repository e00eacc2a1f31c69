public import Ledger
public import Testing

/// What comes of a command after some events: the store, the books and the decision.
public func decision(given: [Event], when command: Command) throws -> Decision {
    let store = try Given.store(given.isEmpty ? [] : [given])
    return try decide(command, LedgerSnapshot(store: store).state(for: command))
}

/// Expects the events, and the notes, that a command makes after others.
public func expect(
    given: [Event], when command: Command, then events: [Event], notes: [DecisionNote] = [],
    sourceLocation: SourceLocation = #_sourceLocation
) throws {
    let decision = try decision(given: given, when: command)
    #expect(decision.events == events, sourceLocation: sourceLocation)
    #expect(decision.notes == notes, sourceLocation: sourceLocation)
}

/// Expects that a command is refused after some events.
public func expect(
    given: [Event], when command: Command, refused error: DecisionError,
    sourceLocation: SourceLocation = #_sourceLocation
) {
    #expect(throws: error, sourceLocation: sourceLocation) {
        try decision(given: given, when: command)
    }
}
