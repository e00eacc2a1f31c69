internal import Application
internal import Ledger
internal import ReadModels

extension Explanation {
    init(noProgram name: String) {
        self.init(
            "there is no program \(name) in the PATH", "ledger sql 'SELECT * FROM monthly_report'",
            "apt install \(name)")
    }

    init(_ error: ModelError) {
        switch error {
        case .unknownProjection(let name, let known):
            let near = Spelling.nearest(to: name, among: known)
            self.init(
                "there is no projection \(Explanation.quoted(name))\(Explanation.meant(near))",
                tries: near.map { .replacing(name, $0) } + ["ledger projections"])
        case .notBuilt(let name):
            self.init(
                "the projection \(Explanation.quoted(name)) was not built yet, or was dropped",
                "ledger projections rebuild \(name)")
        case .outdated(let name):
            self.init(
                "the rows of \(Explanation.quoted(name)) were made by another version of the "
                    + "program",
                "ledger projections upgrade \(name)", "ledger projections rebuild \(name)")
        case .notPrepared(let name):
            self.init(
                "names, settings or the program have changed since \(Explanation.quoted(name)) was "
                    + "built anew; nothing was switched", "ledger projections upgrade \(name)")
        case .damaged(let path):
            self.init(
                "\(Screen.plain(path)) is damaged, or tells of another log; the log itself is not "
                    + "touched by that", "ledger projections rebuild --all")
        case .writes:
            self.init(
                "the statement would change something; what the tables say follows from the log "
                    + "alone", "ledger sql 'SELECT * FROM expense LIMIT 10'", "ledger amend --help")
        case .severalStatements:
            self.init(
                "more than one statement, or none; one at a time is run",
                "ledger sql 'SELECT * FROM expense LIMIT 10'", "ledger sql")
        case .badStatement(let words):
            self.init(
                "SQLite does not understand the statement: \(Screen.plain(words))",
                "ledger sql \"SELECT sql FROM sqlite_schema WHERE sql IS NOT NULL\"",
                "ledger sql --help")
        case .sumTooLarge(let table, let day):
            self.init(
                "a sum of \(table) from \(day) on does not fit into 64 bits, as SQL has them",
                "ledger list -b \(day) --sort amount", "ledger report -M")
        case .database(let path, let code): self = Explanation.database(path, code)
        case .file(let path, let code): self = Explanation.file(path, code)
        case .failed(let words):
            self.init(
                "a projection gave up: \(Screen.plain(words))", "ledger projections list",
                "ledger verify")
        case .store(let error): self.init(error)
        }
    }

    /// What SQLite's result code means for who reads it.
    private static func database(_ path: String, _ code: Int32) -> Explanation {
        let place = Screen.plain(path)
        switch code & 0xFF {
        case 5, 6:
            return Explanation("another program is writing to \(place) all the time", .again)
        case 13: return Explanation("there is no space left for \(place)", "df -h")
        default:
            return Explanation(
                "SQLite cannot use \(place) (result code \(code))",
                "ls -l \(shellWord(path))", "ledger projections drop --all")
        }
    }
}
