internal import Synchronization

/// The ids of the newest commits that were looked at, so that no two commits get the same.
///
/// Whoever appends a commit a second time most often does so at once; what is older than
/// ``idsMax`` commits is not looked for.
package struct NewestCommits: Sendable {
    /// How many ids are kept.
    package static let idsMax = 65_536

    /// The first event that was not looked at.
    private var end: UInt64 = 0
    private var positions: [CommitID: UInt64] = [:]
    /// The ids that are kept, in their order, but for ``idsMax`` of them from ``oldest`` on.
    private var ring: [CommitID] = []
    private var oldest = 0

    /// Nothing yet.
    package init() {}

    /// The position of the commit with an id, or `nil`.
    package subscript(id: CommitID) -> UInt64? { positions[id] }

    /// Notes a commit that was looked at; in the place of the oldest where there is no room.
    package mutating func note(_ id: CommitID, at position: UInt64) {
        guard positions[id] == nil else { return }
        positions[id] = position
        guard ring.count == NewestCommits.idsMax else { return ring.append(id) }
        positions[ring[oldest]] = nil
        ring[oldest] = id
        oldest = (oldest + 1) % ring.count
    }

    /// Notes a commit that was appended behind all that were looked at; any other one is looked at
    /// when somebody asks.
    mutating func append(_ id: CommitID, _ range: Range<UInt64>) {
        guard end == range.lowerBound else { return }
        end = range.upperBound
        note(id, at: range.lowerBound)
    }

    /// Forgets what is not there any more; returns what was not looked at yet.
    ///
    /// - Parameters:
    ///   - sealed: What is before is not read for this.
    ///   - count: How many events there are.
    mutating func advance(from sealed: UInt64, to count: UInt64) -> Range<UInt64> {
        if end > count {
            ring = (ring[oldest...] + ring[..<oldest]).filter { positions[$0, default: 0] < count }
            oldest = 0
            positions = positions.filter { $0.value < count }
        }
        let start = min(max(end, sealed), count)
        end = count
        return start..<count
    }
}

extension Log {
    /// The position of the commit with an id among the newest, or `nil`: those that this log
    /// appended or looked at for this before, and those that are not sealed yet.
    ///
    /// - Complexity: O(*n*) in the frames that others appended since the last look; at first in
    ///   those that are not sealed.
    func position(of id: CommitID, _ look: KeyLookup) throws(LogError) -> UInt64? {
        let (segments, tip) = (look.segments, look.tip)
        return try newest.withLock { newest throws(LogError) in
            let rest = newest.advance(from: tip.slot.sealed, to: tip.head.count)
            if rest.isEmpty { return newest[id] }
            var loader = FrameLoader()
            var found: [(CommitID, UInt64)] = []
            do throws(LogError) {
                try visit(segments, rest) { frame throws(LogError) in
                    if let rows = frame.rows {
                        found.append((rows.header.id, rows.header.firstPosition))
                    } else {
                        let batch = try loader.batch(frame, segments[frame.segment], .commits)
                        found += batch.commits.map { ($0.header.id, $0.header.firstPosition) }
                    }
                }
            } catch {
                newest = NewestCommits()
                throw error
            }
            for (id, position) in found { newest.note(id, at: position) }
            return newest[id]
        }
    }
}
