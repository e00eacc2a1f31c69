import Synchronization

extension Log {
    /// The positions of the commit that was appended under an idempotency key; `nil` when there is
    /// none.
    ///
    /// - Complexity: O(*n*) in the commits since the last look.
    package func positions(ofKey key: [UInt8]) throws(LogError) -> Range<UInt64>? {
        let end = try head().count
        try catchUpKeys(to: end)
        guard let first = state.withLock({ $0.keys[key] }) else { return nil }
        var last = first
        try read(first..<end, .commits) { batch throws(LogError) in
            let next = batch.commits.first { $0.header.firstPosition > first }
            last = next?.header.firstPosition ?? batch.positions.upperBound
            return next == nil
        }
        return first..<last
    }

    /// The events at some positions.
    func rows(_ positions: Range<UInt64>) throws(LogError) -> [Row] {
        var rows: [Row] = []
        try read(positions, .all) { batch throws(LogError) in
            rows += batch.rows
            return true
        }
        return rows
    }

    /// Keeps the key of a commit that was just appended.
    func remember(_ key: [UInt8]?, position: UInt64, head: LogHead) {
        state.withLock {
            guard $0.keysPosition == position else { return }
            if let key { $0.keys[key] = position }
            $0.keysPosition = head.count
        }
    }

    private func catchUpKeys(to end: UInt64) throws(LogError) {
        let start = state.withLock { $0.keysPosition }
        guard start < end else { return }
        var found: [[UInt8]: UInt64] = [:]
        try read(start..<end, .commits) { batch throws(LogError) in
            for run in batch.commits {
                if let key = run.header.key { found[key] = run.header.firstPosition }
            }
            return true
        }
        let keys = found
        state.withLock {
            $0.keys.merge(keys) { $1 }
            $0.keysPosition = end
        }
    }
}
