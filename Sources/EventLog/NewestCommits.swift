import Synchronization

/// The ids of the commits behind what is sealed, as far as somebody asked for them.
///
/// An id stands for one commit. Whoever appends a commit a second time most often does so at once,
/// so an append looks at what is not sealed yet; older ones are found by whoever verifies the log.
struct NewestCommits: Sendable {
    /// The events that were looked at.
    private var seen: Range<UInt64> = 0..<0
    private var positions: [CommitID: UInt64] = [:]

    /// The position of the commit with an id, or `nil`.
    subscript(id: CommitID) -> UInt64? { positions[id] }

    /// Forgets what is sealed, and what was taken back; returns what was not looked at yet.
    mutating func advance(from sealed: UInt64, to end: UInt64) -> Range<UInt64> {
        if seen.lowerBound != sealed || seen.upperBound > end {
            positions = positions.filter { sealed..<end ~= $0.value }
        }
        let start = min(max(seen.upperBound, sealed), end)
        seen = min(sealed, end)..<end
        return start..<end
    }

    /// Notes a commit that was looked at.
    mutating func note(_ id: CommitID, at position: UInt64) {
        if positions[id] == nil { positions[id] = position }
    }

    /// Notes a commit that was appended behind all that were looked at.
    mutating func append(_ id: CommitID, _ range: Range<UInt64>) {
        guard seen.upperBound == range.lowerBound else { return }
        seen = seen.lowerBound..<range.upperBound
        note(id, at: range.lowerBound)
    }
}

extension Log {
    /// The position of the commit with an id among those that are not sealed yet, or `nil`.
    ///
    /// - Complexity: O(*n*) in the frames that others appended since the last look; at first in
    ///   those that are not sealed.
    func position(of id: CommitID, _ look: KeyLook) throws(LogError) -> UInt64? {
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
