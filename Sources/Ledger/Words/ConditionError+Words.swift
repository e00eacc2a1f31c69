public import EventLog

extension ConditionError: ExplainedError {
    /// Why nothing was appended.
    public var description: String {
        switch self {
        case .occurred(let position):
            "event \(Prose.grouped(position)) came meanwhile, which the commit depends on; nothing "
                + "was written"
        case .store(let error): error.description
        }
    }

    /// The name of the case, or that of the store's error.
    public var code: String {
        if case .store(let error) = self { error.code } else { caseWithValue }
    }

    /// Refused, or what the store's error is.
    public var exitClass: ExitClass {
        if case .store(let error) = self { error.exitClass } else { .refused }
    }
}
