/// Why a hook lets nothing be recorded; of one that is told afterwards, why that came to nothing.
package enum HookFault: Error, Hashable, Sendable {
    /// It ended with another code than 0; what it said on its standard error.
    case refused(Hook, said: String)
    /// A signal, of the number, has ended it.
    case killed(Hook, signal: Int32)
    /// It went on for longer than it may.
    case late(Hook, seconds: Int)
    /// The file, or a folder in which it lies, is one that others can write to.
    case exposed(path: String)
    /// What has the name of a hook is no file that can be run.
    case notAProgram(path: String)
    /// It lies in the folder of the ledger, and who makes that folder would make the program.
    case insideLedger(path: String)
    /// The system does not start it; its `errno`.
    case notStarted(path: String, code: Int32)
}

/// When a hook is run; its value is the name of its file.
package enum Hook: String, CaseIterable, Sendable {
    /// Before what was decided is recorded: it can refuse.
    case before = "before-record"
    /// When something was recorded for good.
    case after = "after-record"
}

/// What a hook that refused nothing leads to.
package enum HookNews: Sendable {
    /// It said something on its standard error.
    case said(String)
    /// It could not be told, or did not end well.
    case failed(ApplicationError)
}
