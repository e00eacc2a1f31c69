public import EventLog

extension StoreError: ExplainedError {
    /// What the store could not do.
    public var description: String {
        switch self {
        case .conflict(let expected, let actual):
            LogError.conflict(expected: expected, actual: actual).description
        case .keyConflict(let key, let position):
            LogError.keyConflict(key: Array(key.utf8), position: position).description
        case .badReference(let index): LogError.badLink(index: index).description
        case .unreadable(let index, let type):
            "event \(index) of the commit, of type \(type), could not be read again by this "
                + "program; nothing was written"
        case .emptyCommit: LogError.emptyCommit.description
        case .undecodable(let position, let column):
            "event \(Prose.grouped(position)) cannot be read: its column \(column.rawValue) does "
                + "not say what it should"
        case .needsNewerVersion(let position, let type, let schema):
            StoreError.words(newerEvent: position, type, schema, name: nil)
        case .log(let error): error.description
        }
    }

    /// An event that only a newer program reads.
    ///
    /// - Parameter name: What the program that wrote it calls its type.
    package static func words(
        newerEvent position: UInt64, _ type: UInt16, _ schema: UInt8, name: String?
    ) -> String {
        let called = name.map { "\(Prose.quoted($0)), " } ?? ""
        return "event \(Prose.grouped(position)) is of type \(called)\(type), version \(schema), "
            + "which only a newer program knows, and without which no figure is right; nothing is "
            + "reported or recorded"
    }

    /// The name of the case.
    public var code: String { if case .emptyCommit = self { "emptyCommit" } else { caseWithValue } }

    /// Refused where another commit would be accepted, else damage.
    public var exitClass: ExitClass {
        switch self {
        case .conflict, .keyConflict, .badReference, .unreadable, .emptyCommit: .refused
        case .log(let error): error.exitClass
        case .undecodable, .needsNewerVersion: .damage
        }
    }
}

extension ReportError: ExplainedError {
    /// Why there is no report.
    public var description: String { "nothing had been recorded by then" }

    /// The name of the case.
    public var code: String { "notOpened" }

    /// Always refused.
    public var exitClass: ExitClass { .refused }
}

extension BooksError: ExplainedError {
    /// That of the error inside.
    public var description: String {
        switch self {
        case .store(let error): error.description
        case .report(let error): error.description
        }
    }

    /// That of the error inside.
    public var code: String {
        switch self {
        case .store(let error): error.code
        case .report(let error): error.code
        }
    }

    /// That of the error inside.
    public var exitClass: ExitClass {
        switch self {
        case .store(let error): error.exitClass
        case .report(let error): error.exitClass
        }
    }
}

extension UndoError: ExplainedError {
    /// That of the error inside.
    package var description: String {
        switch self {
        case .store(let error): error.description
        case .decision(let error): error.description
        }
    }

    /// That of the error inside.
    package var code: String {
        switch self {
        case .store(let error): error.code
        case .decision(let error): error.code
        }
    }

    /// That of the error inside.
    package var exitClass: ExitClass {
        switch self {
        case .store(let error): error.exitClass
        case .decision(let error): error.exitClass
        }
    }
}
