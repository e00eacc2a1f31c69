internal import EventLog
internal import Synchronization

// A call of the router blocks its thread and answers once. Here it runs on a thread of its own, and
// whoever waits may stop.

extension Router {
    /// Calls an endpoint from within the program without blocking the caller's thread.
    ///
    /// - Parameter limit: How long to wait for the answer; `nil` for as long as it takes.
    /// - Throws: ``ApplicationError/timedOut(path:)``, or ``ApplicationError/cancelled(path:)``
    ///   where the task was; then nothing was recorded. What is being recorded at that moment is
    ///   waited for. Else what a call throws.
    package func reply<E: Endpoint>(
        _ endpoint: E.Type, _ input: E.Input, in env: Environment, within limit: Duration? = nil
    ) async throws(ApplicationError) -> E.Output {
        try await waiting(E.path, limit, env) { env throws(ApplicationError) in
            try Router.call(endpoint, input, in: env)
        }
    }

    /// Calls an endpoint from outside without blocking the caller's thread.
    ///
    /// - Parameter limit: How long to wait for the answer; `nil` for as long as it takes.
    /// - Throws: As ``reply(_:_:in:within:)-(E.Type,_,_,_)`` does.
    package func reply(
        to path: String, _ json: [UInt8], in env: Environment, within limit: Duration? = nil
    ) async throws(ApplicationError) -> [UInt8] {
        try await waiting(path, limit, env) { env throws(ApplicationError) in
            try call(path, json, in: env)
        }
    }

    /// As ``reply(to:_:in:within:)``, for callers that have nothing else to do; not for tasks.
    /// Where the system gives no thread that could do the work meanwhile, the answer is waited for.
    package func wait(
        for path: String, _ json: [UInt8], in env: Environment, within limit: Duration
    ) throws(ApplicationError) -> [UInt8] {
        guard Parallel.hasThreads else { return try call(path, json, in: env) }
        return try Blocking.wait {
            do throws(ApplicationError) {
                return Result<[UInt8], ApplicationError>.success(
                    try await reply(to: path, json, in: env, within: limit))
            } catch { return .failure(error) }
        }.get()
    }

    private func waiting<Output: Sendable>(
        _ path: String, _ limit: Duration?, _ env: Environment,
        _ body: @escaping @Sendable (Environment) throws(ApplicationError) -> Output
    ) async throws(ApplicationError) -> Output {
        let gate = CallGate()
        let answer = Answer<Output>()
        let gated = env.with { $0.gate = gate }
        Task {
            answer.give(
                await Blocking.run {
                    Result { () throws(ApplicationError) in
                        try gate.pass()
                        return try body(gated)
                    }
                })
        }
        let timer = limit.map { limit in
            Task {
                do { try await Task.sleep(for: limit) } catch { return }
                let error = ApplicationError.timedOut(path: path)
                if gate.close(error) { answer.give(.failure(error)) }
            }
        }
        let result = await withTaskCancellationHandler {
            await withCheckedContinuation { answer.take($0) }
        } onCancel: {
            let error = ApplicationError.cancelled(path: path)
            if gate.close(error) { answer.give(.failure(error)) }
        }
        timer?.cancel()
        return try result.get()
    }
}

/// An answer that is given once: the first one counts.
private final class Answer<Output: Sendable>: Sendable {
    typealias Outcome = Result<Output, ApplicationError>

    private struct State {
        var outcome: Outcome?
        var waiter: CheckedContinuation<Outcome, Never>?
    }

    private let state = Mutex(State())

    func give(_ outcome: Outcome) {
        let waiter = state.withLock { state -> CheckedContinuation<Outcome, Never>? in
            if state.outcome != nil { return nil }
            state.outcome = outcome
            return state.waiter
        }
        waiter?.resume(returning: outcome)
    }

    func take(_ waiter: CheckedContinuation<Outcome, Never>) {
        let outcome = state.withLock { state -> Outcome? in
            state.waiter = waiter
            return state.outcome
        }
        if let outcome { waiter.resume(returning: outcome) }
    }
}
