internal import EventLog
internal import Ledger
internal import ReadModels

extension ModelError: AdvisedError {
    var tries: [Try] {
        switch self {
        case .unknownProjection(let name, let known):
            Spelling.nearest(to: name, among: known).map { .replacing(name, $0) }
                + ["ledger projections"]
        case .notBuilt(let name): ["ledger projections rebuild \(name)"]
        case .outdated(let name):
            ["ledger projections upgrade \(name)", "ledger projections rebuild \(name)"]
        case .notPrepared(let name): ["ledger projections upgrade \(name)"]
        case .damaged: ["ledger projections rebuild --all"]
        case .writes: ["ledger sql 'SELECT * FROM expense LIMIT 10'", "ledger amend --help"]
        case .severalStatements: ["ledger sql 'SELECT * FROM expense LIMIT 10'", "ledger sql"]
        case .badStatement:
            [
                "ledger sql \"SELECT sql FROM sqlite_schema WHERE sql IS NOT NULL\"",
                "ledger sql --help",
            ]
        case .sumTooLarge(_, let day):
            ["ledger list -b \(day) --sort amount", "ledger report -M"]
        case .database(let path, let code): ModelError.tries(path, code)
        case .file(let path, let code): [Explanation.look(at: path, code)]
        case .failed: ["ledger projections list", "ledger verify"]
        case .store(let error): error.tries
        }
    }

    private static func tries(_ path: String, _ code: Int32) -> [Try] {
        let (busy, locked, full): (Int32, Int32, Int32) = (5, 6, 13)
        return switch code & 0xFF {
        case busy, locked: [.again]
        case full: ["df -h"]
        default: ["ls -l \(Explanation.shellWord(path))", "ledger projections drop --all"]
        }
    }
}
