package import Application
internal import EventLog

extension Explanation {
    init(_ fault: HookFault) {
        switch fault {
        case .refused(let hook, let said):
            let words = said.isEmpty ? "" : ": \(Explanation.lines(said))"
            switch hook {
            case .before:
                self.init(
                    "the hook \(hook.rawValue) refused it\(words)\n    nothing was recorded",
                    .adding("--no-hooks"))
            case .after: self.init("it is recorded; the hook \(hook.rawValue) failed\(words)")
            }
        case .killed(let hook, let signal):
            self.init(
                "the hook \(hook.rawValue) was ended by signal \(signal)",
                .adding("--no-hooks"))
        case .late(let hook, let seconds):
            self.init(
                "the hook \(hook.rawValue) took longer than \(counted(seconds, "second"))",
                .adding("--no-hooks"))
        case .exposed(let path):
            self.init(
                "hooks are run only where nobody else can write: \(Screen.plain(path))",
                "chmod go-w \(Explanation.shellWord(path))",
                "ls -ld \(Explanation.shellWord(path))")
        case .notAProgram(let path):
            self.init(
                "\(Screen.plain(path)) is no program that can be run",
                "chmod +x \(Explanation.shellWord(path))", .adding("--no-hooks"))
        case .insideLedger(let path):
            self.init(
                "hooks are run only from outside of the ledger's folder: \(Screen.plain(path))",
                .adding("--no-hooks"))
        case .notStarted(let path, let code):
            self.init(
                "\(Screen.plain(path)) cannot be started: \(POSIX.message(of: code))",
                "head -n 1 \(Explanation.shellWord(path))", .adding("--no-hooks"))
        }
    }

    /// What a program said, its lines below each other.
    static func lines(_ said: String) -> String {
        said.split(whereSeparator: \.isNewline).map { Screen.plain(String($0)) }
            .joined(separator: "\n    ")
    }
}

extension HookNews {
    /// What is said of it.
    package func words(_ hook: Hook) -> String {
        switch self {
        case .said(let text): "\(hook.rawValue): \(Explanation.lines(text))\n"
        case .failed(let error): "\(hook.rawValue): \(Explanation(error).what)\n"
        }
    }
}
