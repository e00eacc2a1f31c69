internal import Application
internal import Ledger

extension Explanation {
    /// Why a file of an entry or a task cannot be kept, found or read.
    init(_ error: AttachmentError) {
        switch error {
        case .missing(let id, let name, let content):
            self.init(
                "\(Explanation.named(name)) of \(id) is missing: there is no files/"
                    + "\(content.prefix(12))… in the ledger's folder",
                tries: [Explanation.attach(id, name)])
        case .changed(let id, let name, let content):
            self.init(
                "\(Explanation.named(name)) of \(id) is not what was attached: "
                    + "files/\(content.prefix(12))… was changed",
                tries: [Explanation.attach(id, name)])
        case .tooLarge(let path, let bytes):
            self.init(
                "\(Screen.plain(path)) has \(counted(bytes, "byte")); a file of an entry has at "
                    + "most \(grouped(1 << 26)), which are 64 MiB",
                "ls -lh \(Explanation.shellWord(path))")
        case .badName(let id, let path, let name, let possible):
            let place = path == Screen.plain(path) && !path.isEmpty ? path : "FILE"
            self.init(
                "a file of an entry cannot be called "
                    + "\(Explanation.quoted(Screen.cut(Screen.plain(name), to: 60))): a name has "
                    + "at most 255 bytes and no control characters",
                .words(
                    "ledger attach \(Explanation.shellWord(id)) \(Explanation.shellWord(place)) "
                        + "--name \(Explanation.shellWord(possible))"))
        case .unknown(let id, let name, let known):
            self = Explanation.unknownFile(id, name, known)
        }
    }

    private static func unknownFile(_ id: UInt64, _ name: String, _ known: [String]) -> Explanation
    {
        guard let first = known.first else {
            return Explanation("\(id) has no files", "ledger attachments")
        }
        let what =
            name.isEmpty
            ? "\(id) has \(counted(known.count, "file")): say which"
            : "\(id) has not one file \(quoted(name))"
        let names = Screen.wrapped(known.map { Screen.plain($0) }.joined(separator: ", "), to: 76)
        return Explanation(
            "\(what); there \(known.count == 1 ? "is" : "are")"
                + names.map { "\n    \($0)" }.joined(),
            tries: [
                name.isEmpty
                    ? .words("ledger attachment \(id) \(shellWord(first))")
                    : .replacing(name, first)
            ])
    }

    /// Puts the same bytes back in the place of a file.
    private static func attach(_ id: UInt64, _ name: String) -> Try {
        "ledger attach \(id) \(name.isEmpty ? "FILE" : shellWord(name))"
    }

    private static func named(_ name: String) -> String {
        name.isEmpty ? "a file" : Screen.plain(name)
    }
}
