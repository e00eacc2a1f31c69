internal import EventLog

/// The programs of whoever runs this process that are asked before something is recorded, and told
/// afterwards. They lie in the person's folder of settings, never in that of a ledger: to open
/// somebody's ledger runs nothing of theirs.
package struct Hooks: Sendable {
    /// Where they lie; there need not be any.
    package let folder: String
    /// Takes what a hook that refused nothing leads to.
    package var told: @Sendable (Hook, HookNews) -> Void = { _, _ in }
    private let variables: [String: String]
    private let seconds: Int

    /// How long one may take where nobody says anything else.
    private static let usualSeconds = 10
    /// Nobody means to wait for longer than a day.
    private static let secondsMax = 86_400

    /// The hooks of a person: `hooks` in the folder of settings.
    ///
    /// - Parameter variables: The process's environment: `XDG_CONFIG_HOME`, `HOME`;
    ///   `LEDGER_HOOKS=0` for none, `LEDGER_HOOK_SECONDS` for how long one may take.
    /// - Returns: `nil` for none.
    package init?(_ variables: [String: String]) {
        guard variables["LEDGER_HOOKS"] != "0", let settings = Session.settingsFolder(variables)
        else { return nil }
        folder = settings + "/hooks"
        self.variables = variables
        let given = variables["LEDGER_HOOK_SECONDS"].flatMap { Int($0) } ?? 0
        seconds = (1...Hooks.secondsMax).contains(given) ? given : Hooks.usualSeconds
    }

    /// The program of a hook, which nobody else can have written; `nil` where there is none.
    ///
    /// - Parameter ledger: The ledger's folder.
    func program(of hook: Hook, ledger: String?) throws(ApplicationError) -> String? {
        let path = "\(folder)/\(hook.rawValue)"
        guard Places.mode(path) != nil else {
            // A link that leads nowhere is meant to be one.
            if Places.names(in: folder).contains(hook.rawValue) {
                throw .hook(.notAProgram(path: path))
            }
            return nil
        }
        let real = Places.resolved(path)
        if let ledger, Places.lies(real, in: ledger) || Places.lies(folder, in: ledger) {
            throw .hook(.insideLedger(path: path))
        }
        guard Places.isFile(real), HookFiles.isExecutable(real) else {
            throw .hook(.notAProgram(path: path))
        }
        let places = [real, POSIX.folder(of: real), folder, POSIX.folder(of: folder)]
        if let place = places.first(where: HookFiles.isExposed) {
            throw .hook(.exposed(path: place))
        }
        return real
    }

    /// Runs a hook to its end.
    ///
    /// - Parameters:
    ///   - ledger: The ledger's folder, which `LEDGER_HOME` says to it.
    ///   - page: The next of what it reads; `nil` at the end.
    /// - Throws: ``ApplicationError/hook(_:)`` unless it ended with 0 in time.
    func run(
        _ hook: Hook, _ program: String, ledger: String?, isDryRun: Bool,
        _ page: () throws(ApplicationError) -> [UInt8]?
    ) throws(ApplicationError) {
        var variables = variables
        // What it runs itself asks no hooks again, and is about the same ledger.
        variables["LEDGER_HOOKS"] = "0"
        variables["LEDGER_HOOK"] = hook.rawValue
        variables["LEDGER_DRY_RUN"] = isDryRun ? "1" : nil
        if let ledger { variables["LEDGER_HOME"] = Places.resolved(ledger) }
        let end = try HookProcess.run(program, variables, seconds: seconds, page)
        let said = String(decoding: end.said, as: UTF8.self)
            .split(whereSeparator: \.isNewline).joined(separator: "\n")
        switch end.status {
        case .exited(0): if !said.isEmpty { told(hook, .said(said)) }
        case .exited: throw .hook(.refused(hook, said: said))
        case .killed(let signal): throw .hook(.killed(hook, signal: signal))
        case .late: throw .hook(.late(hook, seconds: seconds))
        }
    }
}
