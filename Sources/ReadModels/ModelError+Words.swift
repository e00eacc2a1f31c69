public import EventLog
internal import Ledger

extension ModelError: ExplainedError {
    /// Why the tables could not be used.
    public var description: String {
        switch self {
        case .unknownProjection(let name, let known):
            "there is no projection \(Prose.quoted(name))"
                + Prose.meant(Spelling.nearest(to: name, among: known))
        case .notBuilt(let name):
            "the projection \(Prose.quoted(name)) was not built yet, or was dropped"
        case .outdated(let name):
            "the rows of \(Prose.quoted(name)) were made by another version of the program"
        case .notPrepared(let name):
            "names, settings or the program have changed since \(Prose.quoted(name)) was built "
                + "anew; nothing was switched"
        case .damaged(let path):
            "\(PlainText.plain(path)) is damaged, or tells of another log; the log itself is not "
                + "touched by that"
        case .writes:
            "the statement would change something; what the tables say follows from the log alone"
        case .severalStatements: "more than one statement, or none; one at a time is run"
        case .badStatement(let words):
            "SQLite does not understand the statement: \(PlainText.plain(words))"
        case .sumTooLarge(let table, let day):
            "a sum of \(table) from \(day) on does not fit into 64 bits, as SQL has them"
        case .database(let path, let code):
            ModelError.words(PlainText.plain(path), code)
        case .file(let path, let code):
            "\(PlainText.plain(path)): \(POSIX.message(of: code))"
        case .failed(let words): "a projection gave up: \(PlainText.plain(words))"
        case .store(let error): error.description
        }
    }

    /// What SQLite's result code means for who reads it.
    private static func words(_ path: String, _ code: Int32) -> String {
        let (busy, locked, full): (Int32, Int32, Int32) = (5, 6, 13)
        return switch code & 0xFF {
        case busy, locked: "another program is writing to \(path) all the time"
        case full: "there is no space left for \(path)"
        default: "SQLite cannot use \(path) (result code \(code))"
        }
    }

    /// The name of the case.
    public var code: String {
        if case .severalStatements = self { "severalStatements" } else { caseWithValue }
    }

    /// Not understood, refused, or damage.
    public var exitClass: ExitClass {
        switch self {
        case .unknownProjection, .badStatement, .severalStatements: .usage
        case .notBuilt, .outdated, .notPrepared, .writes: .refused
        case .damaged, .sumTooLarge, .database, .file, .failed: .damage
        case .store(let error): error.exitClass
        }
    }
}
