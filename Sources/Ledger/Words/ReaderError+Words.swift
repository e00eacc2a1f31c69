public import EventLog

extension ReaderError: ExplainedError {
    /// Why the reader does not go on.
    public var description: String {
        switch self {
        case .store(let error): error.description
        case .cut(let events, let read):
            "the log has \(Prose.grouped(events)) events; \(Prose.grouped(read)) were read of it"
        case .replaced(let read):
            "the first \(Prose.grouped(read)) events are not those that were read: the log was "
                + "replaced, or another copy was merged into it"
        case .moved(let from, let now):
            "the place is behind event number \(Prose.grouped(now)), no longer behind "
                + "\(Prose.grouped(from)): somebody else reads under the same name"
        case .notAPlace(let path): "\(path) holds no place of a reader"
        case .file(let path, let code): "\(path): \(POSIX.message(of: code))"
        }
    }

    /// The name of the case, or that of the store's error.
    public var code: String {
        if case .store(let error) = self { error.code } else { caseWithValue }
    }

    /// Refused where somebody has to say how it goes on, else damage.
    public var exitClass: ExitClass {
        switch self {
        case .store(let error): error.exitClass
        case .cut, .replaced, .moved: .refused
        case .notAPlace, .file: .damage
        }
    }
}
