internal import EventLog
internal import Ledger

extension Explanation {
    init(_ error: StoreError) {
        switch error {
        case .conflict(let expected, let actual):
            self.init(
                "someone recorded something meanwhile: \(expected) events were expected, there are "
                    + "\(actual); nothing was written", .again)
        case .keyConflict(let key, let position): self = Explanation.keyConflict(key, position)
        case .badReference(let index):
            self.init(
                "event \(index) of the commit refers to something that is not there; nothing was "
                    + "written", "ledger verify")
        case .unreadable(let index, let type):
            self.init(
                "event \(index) of the commit, of type \(type), could not be read again by this "
                    + "program; nothing was written", "install the newest ledger", "ledger verify")
        case .emptyCommit:
            self.init("there is nothing to record", "ledger add 12.50 Lunch")
        case .undecodable(let position, let column):
            self.init(
                "event \(grouped(position)) cannot be read: its column \(column.rawValue) does not "
                    + "say what it should", "ledger verify")
        case .needsNewerVersion(let position, let type, let schema):
            self.init(newerEvent: position, type, schema, name: nil)
        case .log(let error): self.init(error)
        }
    }

    private init(_ error: LogError) {
        switch error {
        case .storage(let error): self.init(error)
        case .missing: self.init("the folder has no log", "ledger init")
        case .exists: self.init("the folder has a log already", "ledger info")
        case .notALog(let file):
            self.init(
                "\(Screen.plain(file)) is no log of this program, or its beginning is damaged",
                Explanation.salvage, .options(["--ledger": "ANOTHER-FOLDER"]))
        case .newerFormat(let file, let version, let revision):
            self.init(
                "\(Screen.plain(file)) is written in format \(version).\(revision), which only a "
                    + "newer program reads", "install the newest ledger")
        case .olderFormat(let file):
            self.init(
                "\(Screen.plain(file)) was written before the format was frozen; only the program "
                    + "that wrote it reads it: export its events with that one, and import them",
                "EARLIER-LEDGER export events -o events.jsonl",
                "ledger import events events.jsonl --ledger ANOTHER-FOLDER")
        case .foreignSegment(let file):
            self.init(
                "\(Screen.plain(file)) belongs to another ledger, or has the name of another file",
                Explanation.salvage, "move it out of the folder")
        case .corrupt(let damage): self.init(damage)
        case .readOnly:
            self.init(
                "nothing can be recorded here: the folder cannot be written to, or the torn end of "
                    + "the log cannot be saved aside", "df .", "ledger verify")
        case .poisoned(let durable):
            self.init(
                "the disk failed to keep what was written; the log is safe up to event "
                    + "\(grouped(durable == 0 ? 0 : durable - 1))",
                .again, "ledger verify")
        case .replaced(let file):
            self.init(
                "\(Screen.plain(file)) was deleted or replaced while it was in use", "ledger verify"
            )
        case .unlike(let file):
            self.init(
                "\(Screen.plain(file)) was to be written anew, and what was written does not read "
                    + "back as it should; it was taken away again, and the file is as it was",
                "ledger verify", .again)
        case .conflict(let expected, let actual):
            self = Explanation(StoreError.conflict(expected: expected, actual: actual))
        case .keyConflict(let key, let position):
            self = Explanation.keyConflict(String(decoding: key, as: UTF8.self), position)
        case .badLink(let index): self = Explanation(StoreError.badReference(index: index))
        case .emptyCommit: self = Explanation(StoreError.emptyCommit)
        case .knownCommit(let position):
            self.init(
                "the commit at event \(grouped(position)) has the same id; nothing was written",
                "ledger verify")
        case .tooLarge(let part, let index): self = Explanation.tooLarge(part, index)
        case .badColumn(let column, let index):
            self.init(
                "event \(index) of the commit sets column \(column.rawValue), which is not its own",
                "ledger verify")
        case .full: self.init("the log is full", "ledger init --ledger ANOTHER-FOLDER")
        }
    }

    private static func keyConflict(_ key: String, _ position: UInt64) -> Explanation {
        Explanation(
            "the key \(quoted(key)) was used for something else, at event \(position); nothing was "
                + "written", "ledger history \(position)", "another --key")
    }

    private static func tooLarge(_ part: TooLarge, _ index: Int) -> Explanation {
        switch part {
        case .key: Explanation("the key has more than 255 bytes", "a shorter --key")
        case .text, .leaf:
            Explanation(
                "line \(index + 1) has too much text: all of it together may have 65,535 bytes",
                "a shorter --note")
        case .commit, .frame:
            Explanation("this is too much for one commit", "split -l 100000 FILE.csv")
        }
    }

    /// What can be done about damage: the damaged ledger is only read.
    private static var salvage: Try { "ledger salvage RESCUED" }

    private init(_ damage: Corruption) {
        let last = damage.durable == 0 ? 0 : damage.durable - 1
        var lost = "events \(grouped(damage.position)) to \(grouped(last)) cannot be trusted"
        if damage.position == last { lost = "event \(grouped(damage.position)) cannot be trusted" }
        if damage.position > last {
            lost = "events from \(grouped(damage.position)) on cannot be trusted"
        }
        var what =
            "\(Screen.plain(damage.file)) is damaged at byte \(grouped(damage.offset)) "
            + "(\(Explanation.reason(damage.reason))): \(lost)"
        if damage.reason == .missingSegment {
            what = "\(Screen.plain(damage.file)) is missing: \(lost)"
        }
        var tries: [Try] = [Explanation.salvage]
        if damage.position > 0 {
            what += "; events 0 to \(grouped(damage.position - 1)) are whole"
            tries.append(.words("ledger replay --to \(damage.position - 1)"))
        }
        self.init(what, tries: tries)
    }

    private static func reason(_ reason: Corruption.Reason) -> String {
        switch reason {
        case .segmentHeader: "the head of the file"
        case .magic: "no frame begins there"
        case .length: "an impossible length"
        case .headerChecksum: "the checksum of a header"
        case .sectionChecksum: "the checksum of a section"
        case .bodyChecksum: "the checksum of a body"
        case .position(let found): "a frame of position \(grouped(found))"
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

    private init(_ error: StorageError) {
        switch error {
        case .failed(let operation, let file, let code):
            let doing = Explanation.words(operation)
            let reason = Terminal.message(ofError: code)
            self.init(
                "cannot \(doing) \(Screen.plain(file)): \(reason)", "df -h", .again)
        case .notFound(let file):
            self.init("\(Screen.plain(file)) is not there", "ledger init")
        case .exists(let file):
            self.init("\(Screen.plain(file)) is there already", "ledger info")
        case .locked(let holder):
            self.init(Explanation.locked(holder), .again, "ledger list")
        }
    }

    /// Who has the lock: a process and the program's name.
    static func locked(_ holder: String?) -> String {
        "someone else was writing for 5 seconds" + (holder.map { ": \(Screen.plain($0))" } ?? "")
    }

    private static func words(_ operation: StorageError.Operation) -> String {
        switch operation {
        case .open: "open"
        case .read: "read"
        case .write: "write"
        case .sync: "sync"
        case .rename: "rename"
        case .remove: "remove"
        case .list: "list"
        case .lock: "lock"
        case .truncate: "cut"
        case .inspect: "look at"
        case .makeFolder: "make the folder"
        }
    }
}
