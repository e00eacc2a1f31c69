internal import Synchronization

extension Log {
    /// Appends commits of another copy of the log behind the events that both have, as they are
    /// there: with what an erasure left of their texts, and without a look at keys and ids. They
    /// are durable when this returns; those that fit together share a sync.
    ///
    /// - Parameters:
    ///   - commits: 1 or more, in order, each encoded for where it is to stand.
    ///   - count: How many events come before them.
    /// - Returns: The root behind the last one.
    /// - Throws: ``LogError/conflict(expected:actual:)`` where somebody else has appended: of the
    ///   commits the first ones may be there then.
    /// - Complexity: O(*n*) in the events.
    package func replicate(
        _ commits: [EncodedCommit], behind count: UInt64
    ) throws(LogError) -> Digest {
        var expected = count
        var requests: [AppendRequest<LogError>] = []
        for commit in commits {
            requests.append(
                AppendRequest(
                    expecting: expected, key: nil, id: nil, isSame: { _, _ in false },
                    make: { (_) throws(LogError) in commit }))
            expected += UInt64(commit.events.count)
        }
        let waiting = requests
        var isLeading = queue.withLock { queue in
            var leads = false
            for request in waiting where queue.add(request) { leads = true }
            return leads
        }
        var root: Digest?
        var failure: LogError?
        for request in requests {
            // Who waits is told when it is done, or has to go on for all.
            if !isLeading { request.wait() }
            isLeading = false
            if request.result == nil { lead() }
            switch request.result {
            case .success(let appended): root = appended.root
            case .failure(.log(let error)), .failure(.caller(let error)):
                failure = failure ?? error
            case nil: preconditionFailure("whoever leads finishes what has waited longest")
            }
        }
        if let failure { throw failure }
        guard let root else { throw .emptyCommit }
        return root
    }
}
