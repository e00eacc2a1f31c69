internal import EventLog

/// Words for an error, and what may help.
struct Explanation {
    let what: String
    let tries: [Try]

    init(_ what: String, _ tries: Try...) {
        self.what = what
        self.tries = tries
    }

    init(_ what: String, tries: [Try]) {
        self.what = what
        self.tries = tries
    }

    /// The commands that may help, each once.
    func texts(_ typed: [String]?) -> [String] {
        var seen: Set = [""]
        return tries.map { $0.text(typed) }.filter { seen.insert($0).inserted }
    }
}

extension Explanation {
    /// Text as someone typed it, in quotes, on one line and not too long.
    static func quoted(_ text: String) -> String {
        Prose.quoted(Arguments.plain(text))
    }

    /// `; did you mean a or b?`, or nothing.
    static func meant(_ suggestions: [String]) -> String {
        Prose.meant(suggestions)
    }

    /// A word as a shell takes it.
    static func shellWord(_ text: String) -> String {
        let isSafe = text.utf8.allSatisfy { byte in
            (0x30...0x39).contains(byte) || (0x41...0x5A).contains(byte)
                || (0x61...0x7A).contains(byte) || "._-/=:,+@%".utf8.contains(byte)
        }
        if isSafe, !text.isEmpty { return text }
        return "'" + Screen.plain(text).replacing("'", with: "'\\''") + "'"
    }

    /// A file that the system refuses.
    static func file(_ path: String, _ code: Int32) -> Explanation {
        let name = path == "-" ? "standard input" : path
        let closed: Int32 = 9
        if path == "standard output", code == closed {
            return Explanation("standard output is closed: nobody would get the answer", .again)
        }
        return Explanation(
            "\(Screen.plain(name)): \(POSIX.message(of: code))", look(at: name, code))
    }

    /// Whether the system says that the disk is full, or broken.
    static func isOfSpace(_ code: Int32) -> Bool {
        let (broken, noSpaceLeft, quota): (Int32, Int32, Int32) = (5, 28, 122)
        return [broken, noSpaceLeft, quota].contains(code)
    }

    /// What may help where the system refuses a file of a log, or its folder.
    ///
    /// - Parameters:
    ///   - place: The ledger's folder.
    ///   - typed: What was typed.
    init(_ error: StorageError, in place: String, typed: [String]?) {
        guard case .failed(_, let file, let code) = error, !Explanation.isOfSpace(code) else {
            self.init(error.description, tries: error.tries)
            return
        }
        if Explanation.isOfFile(error, in: place) {
            self.init(
                "\(Screen.plain(place)) is no folder, and a ledger is one",
                .words("ledger import \(Explanation.shellWord(place))"))
            return
        }
        let log = "\(place)/log"
        let path = Explanation.shellWord(file.hasPrefix("/") ? file : "\(log)/\(file)")
        if code == POSIX.linked {
            self.init(
                error.description, .words("ls -l \(path)"),
                .words("cp --remove-destination \"$(readlink -f \(path))\" \(path)"))
            return
        }
        let look = Try.words(
            "ls -ld \(Explanation.shellWord(place)) \(Explanation.shellWord(log)) \(path)")
        // Tables in memory need no folder that can be written to.
        guard let typed, typed.first == "sql", !typed.contains("--ledger") else {
            self.init(error.description, look, "ledger doctor")
            return
        }
        let command = typed.map(Explanation.shellWord).joined(separator: " ")
        self.init(
            error.description, .words("ledger what-if -q \(Explanation.shellWord(command))"), look)
    }

    /// Whether what should be the folder of a ledger is a file.
    static func isOfFile(_ error: StorageError, in place: String?) -> Bool {
        let noFolder: Int32 = 20
        guard place != nil, case .failed(_, _, noFolder) = error else { return false }
        return true
    }

    /// Where to look for why nothing can be written to a folder.
    static func look(into path: String, _ error: LogError) -> Try {
        if case .storage(.failed(_, _, let code)) = error, !isOfSpace(code) {
            return .words("ls -ld \(shellWord(POSIX.folder(of: path)))")
        }
        return "df -h"
    }

    /// Where to look for why the system refuses a file.
    static func look(at path: String, _ code: Int32) -> Try {
        let noSpaceLeft: Int32 = 28
        return code == noSpaceLeft ? "df -h" : "ls -ld \(shellWord(path))"
    }
}
