import Dispatch
import Testing

/// Runs a test that waits a moment many times on a thread of its own.
///
/// All tests begin at once, and most hold one of the few threads that tasks share until a program
/// or a disk is done. A task that has waited stands behind all of those each time.
struct OwnThread: TestTrait, TestScoping {
    func provideScope(
        for test: Test, testCase: Test.Case?,
        performing body: @concurrent @Sendable () async throws -> Void
    ) async throws {
        try await withTaskExecutorPreference(OneThread()) { try await body() }
    }
}

/// Runs jobs one after the other. A serial queue gets a thread however many others are busy.
private final class OneThread: TaskExecutor {
    private let queue = DispatchQueue(label: "OwnThread")

    func enqueue(_ job: consuming ExecutorJob) {
        let job = UnownedJob(job)
        // The closure keeps the executor for as long as the job runs.
        queue.async { unsafe job.runSynchronously(on: self.asUnownedTaskExecutor()) }
    }
}
