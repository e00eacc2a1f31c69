extension LogError: ExplainedError {
    /// What is wrong with the log, or with what was to be appended.
    public var description: String {
        switch self {
        case .storage(let error): error.description
        case .corrupt(let damage): damage.description
        case .missing: "the folder has no log"
        case .exists: "the folder has a log already"
        case .readOnly:
            "nothing can be recorded here: the folder cannot be written to, or the torn end of "
                + "the log cannot be saved aside"
        case .poisoned(let durable):
            "the disk failed to keep what was written; the log is safe up to event "
                + Prose.grouped(durable == 0 ? 0 : durable - 1)
        case .full: "the log is full"
        case .notALog(let file), .newerFormat(let file, _, _), .olderFormat(let file),
            .foreignSegment(let file), .replaced(let file), .unlike(let file):
            PlainText.plain(file) + wordsOfFile
        default: wordsOfCommit
        }
    }

    /// What is wrong with a file, behind its name.
    private var wordsOfFile: String {
        switch self {
        case .notALog: " is no log of this program, or its beginning is damaged"
        case .newerFormat(_, let version, let revision):
            " is written in format \(version).\(revision), which only a newer program reads"
        case .olderFormat:
            " was written before the format was frozen; only the program that wrote it reads it: "
                + "export its events with that one, and import them"
        case .foreignSegment: " belongs to another ledger, or has the name of another file"
        case .replaced: " was deleted or replaced while it was in use"
        default:
            " was to be written anew, and what was written does not read back as it should; it "
                + "was taken away again, and the file is as it was"
        }
    }

    /// What is wrong with what was to be appended.
    private var wordsOfCommit: String {
        switch self {
        case .conflict(let expected, let actual):
            "someone recorded something meanwhile: \(expected) events were expected, there are "
                + "\(actual); nothing was written"
        case .keyConflict(let key, let position):
            "the key \(Prose.quoted(String(decoding: key, as: UTF8.self))) was used for "
                + "something else, at event \(position); nothing was written"
        case .badLink(let index):
            "event \(index) of the commit refers to something that is not there; nothing was "
                + "written"
        case .badColumn(let column, let index):
            "event \(index) of the commit sets column \(column.rawValue), which is not its own"
        case .knownCommit(let position):
            "the commit at event \(Prose.grouped(position)) has the same id; nothing was written"
        case .tooLarge(.key, _): "the key has more than 255 bytes"
        case .tooLarge(.text, let index), .tooLarge(.leaf, let index):
            "line \(index + 1) has too much text: all of it together may have 65,535 bytes"
        case .tooLarge: "this is too much for one commit"
        default: "there is nothing to record"
        }
    }

    /// The name of the case.
    public var code: String {
        switch self {
        case .missing: "missing"
        case .exists: "exists"
        case .readOnly: "readOnly"
        case .emptyCommit: "emptyCommit"
        case .full: "full"
        default: caseWithValue
        }
    }

    /// Refused where another commit would be accepted, else damage.
    public var exitClass: ExitClass {
        switch self {
        case .conflict, .keyConflict, .knownCommit, .badLink, .emptyCommit, .tooLarge, .badColumn:
            .refused
        default: .damage
        }
    }
}

extension Corruption: CustomStringConvertible {
    /// The file, the offset and what is wrong there, and which events cannot be trusted.
    public var description: String {
        let last = durable == 0 ? 0 : durable - 1
        let first = Prose.grouped(position)
        let lost =
            position == last
            ? "event \(first) cannot be trusted"
            : position > last
                ? "events from \(first) on cannot be trusted"
                : "events \(first) to \(Prose.grouped(last)) cannot be trusted"
        let name = PlainText.plain(file)
        let what =
            reason == .missingSegment
            ? "\(name) is missing: \(lost)"
            : "\(name) is damaged at byte \(Prose.grouped(offset)) (\(reason.words)): \(lost)"
        if position == 0 { return what }
        return "\(what); events 0 to \(Prose.grouped(position - 1)) are whole"
    }
}

extension Corruption.Reason {
    fileprivate var words: String {
        switch self {
        case .segmentHeader: "the head of the file"
        case .magic: "no frame begins there"
        case .length: "an impossible length"
        case .headerChecksum: "the checksum of a header"
        case .sectionChecksum: "the checksum of a section"
        case .bodyChecksum: "the checksum of a body"
        case .position(let found): "a frame of position \(Prose.grouped(found))"
        case .chain: "the chain of hashes"
        case .commitOrder: "a commit out of order"
        case .writerEpoch: "an older writer"
        case .body: "what the checksum covers makes no sense"
        case .root: "the stored root is not that of the events"
        case .missingSegment: "a file is missing"
        case .headSlot: "the slots that tell where the log ends"
        case .truncated: "zeros, or the end of the file"
        case .rule(let rule): "the rule \(rule.rawValue) of the format is broken"
        }
    }
}
