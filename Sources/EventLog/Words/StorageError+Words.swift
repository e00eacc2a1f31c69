extension StorageError: ExplainedError {
    /// What the system refused, in its words.
    public var description: String {
        switch self {
        case .failed(.open, let file, POSIX.linked):
            "cannot open \(PlainText.plain(file)): it is a symbolic link, and files of a log are "
                + "none"
        case .failed(let operation, let file, let code):
            "cannot \(operation.words) \(PlainText.plain(file)): \(POSIX.message(of: code))"
        case .notFound(let file): "\(PlainText.plain(file)) is not there"
        case .exists(let file): "\(PlainText.plain(file)) is there already"
        case .locked(let holder): StorageError.words(lockedBy: holder)
        }
    }

    /// Who has the lock: a process and the program's name.
    package static func words(lockedBy holder: String?) -> String {
        "someone else was writing for \(LockFile.wait.components.seconds) seconds"
            + (holder.map { ": \(PlainText.plain($0))" } ?? "")
    }

    /// The name of the case.
    public var code: String { caseWithValue }

    /// Always damage.
    public var exitClass: ExitClass { .damage }
}

extension StorageError.Operation {
    fileprivate var words: String {
        switch self {
        case .truncate: "cut"
        case .inspect: "look at"
        case .makeFolder: "make the folder"
        default: rawValue
        }
    }
}
