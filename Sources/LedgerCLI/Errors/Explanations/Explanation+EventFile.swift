internal import Application
internal import EventLog
internal import Ledger

extension Explanation {
    /// Why a file of events made no ledger.
    init(_ error: EventFileError, path: String) {
        let file = Explanation.shellWord(path)
        let anew = Try.words("there: ledger export events -o FILE.jsonl")
        switch error {
        case .notEvents:
            self.init(
                "this is no file of events: its first line does not say so",
                .words("head -n 1 \(file)"), .words("ledger import \(file)"))
        case .newerVersion(let found, let supported):
            self.init(
                "the file is of version \(found), this program reads version \(supported); "
                    + "nothing was written", "use the program that wrote it, or a newer one")
        case .badLine(let line, _), .gap(let line, _), .changed(let line, _), .refused(let line, _):
            self.init(
                "line \(line)\(Explanation.words(error)); nothing was written",
                .words("sed -n \(line)p \(file)"), anew)
        case .cut(let events, let whole):
            let found = counted(events, "event")
            self.init(
                "the file ends after \(found) of \(grouped(whole)); nothing was written", anew)
        case .otherRoot:
            self.init(
                "the events make another root than the file says; nothing was written", anew)
        }
    }

    /// What is wrong with a line.
    private static func words(_ error: EventFileError) -> String {
        switch error {
        case .badLine(_, let field):
            (field.isEmpty ? "" : ", field \(quoted(field))")
                + ": this is not an event as it was exported"
        case .gap(_, let expected): ": event \(expected) should stand here"
        case .changed(_, let position):
            ": event \(position) is not what was exported, its hash differs"
        case .refused(_, let error): ": " + error.description
        default: ""
        }
    }
}
