internal import EventLog

/// A commit that stands as it is, but for text that an erasure of the other copy takes.
package struct LostText: Hashable, Sendable {
    /// Its positions, in its own copy.
    package let positions: Range<UInt64>
    /// Whether that is mine.
    package let isMine: Bool
    /// How many of its events lose text.
    package let count: Int
    /// The event that erases it, as it stands then; `nil` where that is not known.
    package let by: UInt64?

    /// The commits of a branch that lose text by the erasures of another one.
    ///
    /// - Parameters:
    ///   - index: What that one says.
    ///   - moved: Where the things of which it speaks stand in the branch.
    ///   - isMine: Whether the branch is mine.
    ///   - erasure: Where an erasure of it stands then.
    static func all(
        in branch: [BranchCommit], by index: BranchIndex, _ moved: (UInt64) -> UInt64?,
        isMine: Bool, erasure: (UInt64) -> UInt64?
    ) -> [LostText] {
        if index.erasures.isEmpty { return [] }
        var erasures: [UInt64: UInt64] = [:]
        var recorders: Set<UInt64> = []
        for (thing, position) in index.erasures {
            guard let here = moved(thing) else { continue }
            erasures[here] = position
            if index.erasedRecorders.contains(thing) { recorders.insert(here) }
        }
        return branch.compactMap { commit in
            var found: [UInt64] = []
            for (place, row) in commit.rows.enumerated() where row.hasText {
                // What an earlier merge kept is nobody's own word.
                let isKept = row.type == EventType.commitSetAside.rawValue
                if isKept || row.type == EventType.textErased.rawValue { continue }
                let target = row[.target]?.integer.map { UInt64(clamping: $0) }
                let recorder = commit.header.actor.flatMap { recorders.contains($0) ? $0 : nil }
                let erased = erasures[target ?? commit.origin(place)]
                if let by = erased ?? recorder.flatMap({ erasures[$0] }) { found.append(by) }
            }
            guard let last = found.max() else { return nil }
            return LostText(
                positions: commit.positions, isMine: isMine, count: found.count,
                by: erasure(last))
        }
    }
}

/// An entry or a task that gets another position.
package struct MovedEntry: Hashable, Sendable {
    /// Where it stands in its own copy.
    package let was: UInt64
    /// Where it stands then.
    package let now: UInt64
    /// The key of the device that recorded it; `nil` where none signed that.
    package let device: [UInt8]?

    /// The entries and tasks of a branch that get another position.
    static func all(in branch: [BranchCommit], _ positions: MovedPositions) -> [MovedEntry] {
        let types: Set<UInt16> = [EventType.lineAdded.rawValue, EventType.taskAdded.rawValue]
        return branch.flatMap { commit in
            var device: [UInt8]?
            let last = commit.positions.upperBound
            if let row = commit.signature, let event = try? Event(row: row, at: last),
                case .commitSigned(let signed) = event
            {
                device = signed.key
            }
            return commit.rows.enumerated().compactMap { place, row -> MovedEntry? in
                let was = commit.origin(place)
                guard types.contains(row.type), let now = positions[was], now != was else {
                    return nil
                }
                return MovedEntry(was: was, now: now, device: device)
            }
        }
    }
}
