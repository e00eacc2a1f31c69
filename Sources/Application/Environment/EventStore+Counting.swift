internal import EventLog
internal import Ledger

extension EventStore {
    /// Counts what the store consists of, or what its first events do.
    func counts(upTo end: UInt64? = nil) throws(StoreError) -> StoreCounts {
        if let log = self as? any LogInspection {
            return StoreCounts(try log.statistics(upTo: end))
        }
        let head = try head()
        let count = min(end ?? head.count, head.count)
        var counts = StoreCounts(events: count, root: head.root.hex)
        var last: UInt64?
        try read(0..<count, .commits) { batch in
            for run in batch.commits where run.header.firstPosition != last {
                last = run.header.firstPosition
                counts.commits += 1
            }
            return .next
        }
        return counts
    }

    /// Checks everything that can be checked; a store without files cannot be damaged.
    func check(progress: (UInt64) -> Void) throws(StoreError) -> StoreCounts {
        guard let log = self as? any LogInspection else {
            var counts = try counts()
            try readStored(0..<counts.events, .text, holding: .all) { batch in
                counts.erased += UInt64(batch.erasedPositions.count)
                return .next
            }
            return counts
        }
        return StoreCounts(try log.verify(progress: progress))
    }
}

/// What a store consists of; a store without files has no frames, segments and bytes.
struct StoreCounts {
    var events: UInt64
    var commits: UInt64 = 0
    var frames: UInt64 = 0
    var segments: UInt64 = 0
    var bytes: UInt64 = 0
    /// Events whose text was erased; only counted where everything is read.
    var erased: UInt64 = 0
    var root: String
}

extension StoreCounts {
    fileprivate init(_ found: LogStatistics) {
        events = found.events
        commits = found.commits
        frames = found.frames
        segments = found.segments
        bytes = found.bytes
        erased = found.erased
        root = found.root.hex
    }
}
