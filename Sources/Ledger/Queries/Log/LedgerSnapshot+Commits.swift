package import EventLog

/// A commit of the log.
package struct RecordedCommit: Hashable, Sendable {
    /// The positions of its events.
    package let positions: Range<UInt64>
    /// What they share.
    package let header: CommitHeader

    /// The position of its first event: what names it.
    package var id: UInt64 { positions.lowerBound }
}

extension LedgerSnapshot {
    /// The commit to which the event at a position belongs; `nil` behind the end.
    ///
    /// - Complexity: O(*n*) in the frames of the commit behind the position.
    package func commit(at position: UInt64) throws(StoreError) -> RecordedCommit? {
        guard position < count else { return nil }
        var header: CommitHeader?
        var end = count
        try store.read(position..<count, .commits) { batch in
            for run in batch.commits {
                if header == nil { header = run.header }
                if let header, run.header.firstPosition > header.firstPosition {
                    end = run.header.firstPosition
                    return .stop
                }
            }
            return .next
        }
        return header.map { RecordedCommit(positions: $0.firstPosition..<end, header: $0) }
    }

    /// Calls `body` with the commits, the newest first, for as long as `body` asks for more.
    ///
    /// - Complexity: O(*n*) in the events behind the last commit that was asked for; they are read
    ///   in windows that grow.
    package func forEachCommit(
        newestFirst body: (RecordedCommit) throws(StoreError) -> ReadStep
    ) throws(StoreError) {
        var end = count
        var window = CommitWindow.eventsMin
        while end > 0 {
            let start = end > window ? end - window : 0
            var headers: [CommitHeader] = []
            try store.read(start..<end, .commits) { batch in
                for run in batch.commits where run.header.firstPosition < end {
                    if run.header.firstPosition != headers.last?.firstPosition {
                        headers.append(run.header)
                    }
                }
                return .next
            }
            for header in headers.reversed() {
                let commit = RecordedCommit(
                    positions: header.firstPosition..<end, header: header)
                if try body(commit) == .stop { return }
                end = header.firstPosition
            }
            if headers.isEmpty { return }
            window = min(window * 4, CommitWindow.eventsMax)
        }
    }

    /// The commits of a batch, oldest first; empty when nothing began one at the position.
    ///
    /// - Complexity: O(*n*) in the commits since.
    package func commits(ofBatch id: UInt64) throws(StoreError) -> [RecordedCommit] {
        guard let first = try commit(at: id) else { return [] }
        var headers: [CommitHeader] = []
        var ends: [UInt64: UInt64] = [:]
        try store.read(first.id..<count, .commits) { batch in
            for run in batch.commits {
                let position = run.header.firstPosition
                guard position >= first.id, position != headers.last?.firstPosition else {
                    continue
                }
                if let last = headers.last, ends[last.firstPosition] == nil {
                    ends[last.firstPosition] = position
                    if last.batch != id { headers.removeLast() }
                }
                headers.append(run.header)
            }
            return .next
        }
        if headers.last?.batch != id, !headers.isEmpty { headers.removeLast() }
        return headers.map { header in
            RecordedCommit(
                positions: header.firstPosition..<(ends[header.firstPosition] ?? count),
                header: header)
        }
    }
}

/// How many events are looked at at once on the way back from the end.
private enum CommitWindow {
    static let eventsMin: UInt64 = 1_024
    static let eventsMax: UInt64 = 1 << 18
}
