internal import EventLog
internal import Ledger

extension StoreError: AdvisedError {
    var tries: [Try] {
        switch self {
        case .conflict: [.again]
        case .keyConflict(_, let position):
            [
                "ledger history \(position)",
                .when(Try.repeats, "ledger repeat", otherwise: "another --key"),
            ]
        case .badReference, .undecodable: ["ledger verify"]
        case .unreadable: ["install the newest ledger", "ledger verify"]
        case .emptyCommit: ["ledger add 12.50 Lunch"]
        case .needsNewerVersion: StoreError.newerProgram
        case .log(let error): error.tries
        }
    }

    /// What reads an event that this program does not know.
    static var newerProgram: [Try] {
        ["install the newest ledger", "ledger schema list", "ledger verify"]
    }
}

extension LogError: AdvisedError {
    var tries: [Try] {
        switch self {
        case .storage(let error): error.tries
        case .missing: ["ledger init"]
        case .exists: ["ledger info"]
        case .notALog: [LogError.salvage, .options(["--ledger": "ANOTHER-FOLDER"])]
        case .newerFormat: ["install the newest ledger"]
        case .olderFormat:
            [
                "EARLIER-LEDGER export events -o events.jsonl",
                "ledger import events events.jsonl --ledger ANOTHER-FOLDER",
            ]
        case .foreignSegment: [LogError.salvage, "move it out of the folder"]
        case .corrupt(let damage):
            damage.position == 0
                ? [LogError.salvage]
                : [LogError.salvage, .words("ledger replay --to \(damage.position - 1)")]
        case .readOnly: ["df .", "ledger verify"]
        case .poisoned: [.again, "ledger verify"]
        case .unlike: ["ledger verify", .again]
        case .replaced, .badLink, .badColumn, .knownCommit: ["ledger verify"]
        case .conflict: [.again]
        case .keyConflict(_, let position): ["ledger history \(position)", "another --key"]
        case .emptyCommit: ["ledger add 12.50 Lunch"]
        case .tooLarge(.key, _): ["a shorter --key"]
        case .tooLarge(.text, _), .tooLarge(.leaf, _): ["a shorter --note"]
        case .tooLarge: ["split -l 100000 FILE.csv"]
        case .full: ["ledger init --ledger ANOTHER-FOLDER"]
        }
    }

    /// What can be done about damage: the damaged ledger is only read.
    private static var salvage: Try { "ledger salvage RESCUED" }
}

extension StorageError: AdvisedError {
    var tries: [Try] {
        switch self {
        case .failed(_, _, let code):
            Explanation.isOfSpace(code) ? ["df -h", .again] : ["ledger doctor", .again]
        case .notFound: ["ledger init"]
        case .exists: ["ledger info"]
        case .locked: [.again, "ledger list"]
        }
    }
}
