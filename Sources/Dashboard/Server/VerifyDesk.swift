package import Application
internal import EventLog
internal import Ledger
internal import Synchronization

/// Verifies beside the requests, one at a time: whoever asked is told how far it is, and what came
/// of it once.
package final class VerifyDesk: Sendable {
    /// Who asks for what.
    package struct Question: Hashable, Sendable {
        let person: UInt64?
        let isQuick: Bool

        /// What a person asks for; that of the owner is `nil`.
        package init(person: UInt64?, isQuick: Bool) {
            self.person = person
            self.isQuick = isQuick
        }
    }

    /// What is found out, and the statements that differ.
    package struct Found: Sendable {
        let summary: VerifySummary
        let differing: [StatementRow]
    }

    /// What there is to be told.
    package enum Sight: Sendable {
        /// What came of it.
        case done(Result<Found, ApplicationError>)
        /// How far it is.
        case running(Progress.State)
        /// Something else is verified.
        case busy
    }

    /// How far it is.
    package final class Progress: Sendable {
        /// Events that were read, of how many; these are not known at first.
        package struct State: Sendable {
            /// How many were read.
            package fileprivate(set) var events: UInt64 = 0
            /// How many there are; 0 at first.
            package fileprivate(set) var all: UInt64 = 0
            fileprivate var end: (found: Result<Found, ApplicationError>, time: Duration)?
        }

        fileprivate let state = Mutex(State())

        /// So many are to be read.
        package func expect(_ events: UInt64) { state.withLock { $0.all = events } }

        /// So many were read.
        package func note(_ events: UInt64) { state.withLock { $0.events = events } }
    }

    private struct Run: Sendable {
        let progress: Progress
        let work: BackgroundWork
    }

    /// How long a request waits for the end: most are done by then.
    private static let patience = 500

    private let runs = Mutex<[Question: Run]>([:])
    private let uptime: @Sendable () -> Duration
    private let life: Duration

    /// Nobody verifies yet.
    ///
    /// - Parameter life: How long what came of it waits for who asked; then it is forgotten.
    package init(
        uptime: @escaping @Sendable () -> Duration, life: Duration = .seconds(60)
    ) {
        self.uptime = uptime
        self.life = life
    }

    /// Whether nothing is verified, and nothing waits for who asked.
    package var isEmpty: Bool { runs.withLock { $0.isEmpty } }

    /// What can be told of it; begins where nobody did. Only who begins it waits a while.
    ///
    /// - Parameter verify: Finds it out; called on a thread of its own.
    package func sight(
        of question: Question,
        _ verify: @escaping @Sendable (Progress) -> Result<Found, ApplicationError>
    ) -> Sight {
        guard let (run, isNew) = begun(question, verify) else { return .busy }
        let isDone = run.work.ends(within: isNew ? VerifyDesk.patience : 0)
        let state = run.progress.state.withLock { $0 }
        guard isDone, let end = state.end else { return .running(state) }
        forget(question, run.progress)
        return .done(end.found)
    }

    private func forget(_ question: Question, _ progress: Progress) {
        runs.withLock { if $0[question]?.progress === progress { $0[question] = nil } }
    }

    /// The run of who asks; `nil` where another one goes on.
    private func begun(
        _ question: Question,
        _ verify: @escaping @Sendable (Progress) -> Result<Found, ApplicationError>
    ) -> (run: Run, isNew: Bool)? {
        let now = uptime()
        let (uptime, life) = (uptime, life)
        return runs.withLock { runs -> (run: Run, isNew: Bool)? in
            runs = runs.filter { run in
                let end = run.value.progress.state.withLock { $0.end }
                return end.map { now - $0.time <= life } ?? true
            }
            if let run = runs[question] { return (run, false) }
            let isBusy = runs.values.contains { run in
                run.progress.state.withLock { $0.end == nil }
            }
            if isBusy { return nil }
            let progress = Progress()
            let work = BackgroundWork {
                let found = verify(progress)
                progress.state.withLock { $0.end = (found, uptime()) }
                Task { [weak self] in
                    try? await Task.sleep(for: life)
                    self?.forget(question, progress)
                }
            }
            let run = Run(progress: progress, work: work)
            runs[question] = run
            return (run, true)
        }
    }
}
