public import EventLog

extension AlternateHistoryError: ExplainedError {
    /// Why there is no such ledger.
    public var description: String {
        switch self {
        case .opening(let position):
            "the ledger begins with event \(Prose.grouped(position)), and nothing would be left"
        case .store(let error): error.description
        }
    }

    /// `opening`, or that of the store's error.
    public var code: String {
        switch self {
        case .opening: "opening"
        case .store(let error): error.code
        }
    }

    /// Not understood where the opening is to go, else that of the store's error.
    public var exitClass: ExitClass {
        switch self {
        case .opening: .usage
        case .store(let error): error.exitClass
        }
    }
}
