package import Application
internal import Ledger

/// What went wrong, in words: what, where, and the exact next command. Words of errors are made here
/// and in the `ErrorText+….swift` beside it, and nowhere else.
package struct ErrorText {
    /// What and where, one sentence without an end mark; further lines are indented.
    package let what: String
    /// Commands that may help, the likeliest first.
    package let tries: [String]
    /// 1 refused, 2 not understood, 3 damage or a file that cannot be used.
    package let exitCode: Int32

    /// All of it, each line ended by a newline.
    package var message: String {
        "ledger: \(what)\n" + tries.map { "  try: \($0)\n" }.joined()
    }

    /// The words for a request that came to nothing.
    package init(_ error: ApplicationError) {
        self.init(Explanation(error), exitCode: error.exitClass.rawValue)
    }

    private init(_ words: Explanation, exitCode: Int32) {
        what = words.what
        tries = words.tries
        self.exitCode = exitCode
    }

    init(_ failure: CommandFailure) {
        switch failure {
        case .application(let error): self.init(error)
        case .usage(let fault):
            self.init(Explanation(fault), exitCode: 2)
        case .file(let failure):
            self.init(Explanation.file(failure.path, failure.code), exitCode: 3)
        case .rowsRefused(let receipt, let path):
            self.init(Explanation(refusedIn: receipt, path: path), exitCode: 1)
        }
    }
}

/// Words for an error.
struct Explanation {
    let what: String
    let tries: [String]

    init(_ what: String, _ tries: String...) {
        self.what = what
        self.tries = tries
    }

    init(_ what: String, tries: [String]) {
        self.what = what
        self.tries = tries
    }

    /// Text as someone typed it, in quotes, on one line and not too long.
    static func quoted(_ text: String) -> String { "'\(Screen.cut(Screen.plain(text), to: 60))'" }

    /// `; did you mean a or b?`, or nothing.
    static func meant(_ suggestions: [String]) -> String {
        if suggestions.isEmpty { return "" }
        let names = suggestions.map(quoted)
        guard let last = names.last, names.count > 1 else { return "; did you mean \(names[0])?" }
        return "; did you mean \(names.dropLast().joined(separator: ", ")) or \(last)?"
    }

    static func file(_ path: String, _ code: Int32) -> Explanation {
        let reason = Terminal.message(ofError: code)
        let place = path == "-" ? "standard input" : path
        return Explanation("\(Screen.plain(place)): \(reason)", "ls -ld \(shellWord(place))")
    }

    /// A word as a shell takes it.
    static func shellWord(_ text: String) -> String {
        let isSafe = text.utf8.allSatisfy { byte in
            (0x30...0x39).contains(byte) || (0x41...0x5A).contains(byte)
                || (0x61...0x7A).contains(byte) || "._-/=:,+@%".utf8.contains(byte)
        }
        if isSafe, !text.isEmpty { return text }
        return "'" + text.replacing("'", with: "'\\''") + "'"
    }
}
