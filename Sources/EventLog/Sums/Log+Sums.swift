internal import Synchronization

/// Where sums end.
package struct SumEnd: Hashable, Sendable {
    /// How many events are in them.
    package let position: UInt64
    /// How many times as many events as those behind which the first sums end.
    package let steps: UInt64
    /// How many cells are worth keeping: a table that is hardly smaller than the events helps
    /// nobody.
    package let cellsMax: UInt64
    /// Where the last sums before it end that are kept for good; 0 where there are none.
    package let keptFrom: UInt64
    /// The root over these events.
    let root: Digest
    /// The names of the segments in which they are: others say the same, but for text.
    let files: [String]
}

extension Log {
    /// Of so many steps one keeps its sums for good: what was asked about as of an earlier event is
    /// never far from one.
    private static let keptSteps: UInt64 = 256

    /// The sums of as many of the first events as possible; `nil` where there are none that can be
    /// believed. A log of which every event was hashed has none.
    ///
    /// - Parameters:
    ///   - count: How many events there may be in them.
    ///   - content: What made them.
    /// - Complexity: O(1) as long as there are sums of most events; else a few hundred looks.
    package func sums(upTo count: UInt64, of content: UInt64) throws(LogError) -> SumFile? {
        guard options.sumEvents > 0, count >= options.sumEvents,
            !state.withLock({ $0.isFixed })
        else { return nil }
        let (segments, tip) = try tip()
        let newest = min(count, tip.head.count) / options.sumEvents
        let kept = newest / Log.keptSteps * Log.keptSteps
        var step = newest
        while step > 0 {
            let position = step * options.sumEvents
            if try identity(of: SumFile.name(position)) != nil,
                let found = try sums(at: position, of: content, segments, tip)
            {
                return found
            }
            // Before the last that are kept for good there are no others.
            step -= step > kept ? 1 : Log.keptSteps
        }
        return nil
    }

    /// The sums of the events before a position; `nil` where they cannot be believed.
    private func sums(
        at position: UInt64, of content: UInt64, _ segments: [SegmentFile], _ tip: TailState
    ) throws(LogError) -> SumFile? {
        guard let hash = sumHash, let first = segments.first else { return nil }
        let subject = SumCoding.Subject(
            logID: first.header.logID, position: position,
            root: try root(before: position, segments, tip), content: content)
        return SumFile.open(subject, in: storage, hash)
    }

    /// The root over all events before a position: what the segment that begins there says.
    private func root(
        before position: UInt64, _ segments: [SegmentFile], _ tip: TailState
    ) throws(LogError) -> Digest {
        let index = Int(clamping: position / Limit.segmentEvents)
        if position.isMultiple(of: Limit.segmentEvents), index < segments.count {
            return segments[index].header.root
        }
        return position == tip.head.count ? tip.head.root : try root(at: position)
    }

    /// What text is hashed with before anything of it is kept beside the log; `nil` where nothing
    /// that follows from the log is believed.
    package var wordHash: DeviceHash? {
        let secret = options.secret().flatMap { $0 == DeviceHash.noSecret ? nil : $0 }
        return secret.map { DeviceHash(secret: $0, for: "ledger words") }
    }

    /// What sums are checked with; `nil` where nothing that follows from the log is believed: a
    /// checksum that everybody can make says nothing of a figure.
    private var sumHash: DeviceHash? {
        if let known = state.withLock({ $0.sumHash }) { return known }
        let secret = options.secret().flatMap { $0 == DeviceHash.noSecret ? nil : $0 }
        let hash = secret.map { DeviceHash(secret: $0, for: "ledger sums") }
        state.withLock { $0.sumHash = .some(hash) }
        return hash
    }

    // MARK: Upkeep

    /// Where sums should end and do not, ascending: the last is the end of the newest full step of
    /// events that are durable.
    ///
    /// - Parameter isAnew: Whether those that are there count for nothing.
    package func missingSums(anew isAnew: Bool) throws(LogError) -> [SumEnd] {
        guard options.sumEvents > 0, storage.isWritable, !state.withLock({ $0.isFixed }) else {
            return []
        }
        let (segments, tip) = try tip()
        let newest = min(tip.head.count, tip.durable) / options.sumEvents
        guard newest > 0 else { return [] }
        let last = SumFile.name(newest * options.sumEvents)
        if !isAnew, try identity(of: last) != nil { return [] }
        guard sumHash != nil else { return [] }
        var missing: [SumEnd] = []
        let kept = stride(from: Log.keptSteps, to: newest, by: Int(Log.keptSteps))
        for step in Array(kept) + [newest] {
            let position = step * options.sumEvents
            if !isAnew, try identity(of: SumFile.name(position)) != nil { continue }
            missing.append(try end(at: position, segments, tip))
        }
        return missing
    }

    /// Where the sums of the events before a position end.
    package func end(ofSumsAt position: UInt64) throws(LogError) -> SumEnd {
        let (segments, tip) = try tip()
        return try end(at: position, segments, tip)
    }

    private func end(
        at position: UInt64, _ segments: [SegmentFile], _ tip: TailState
    ) throws(LogError) -> SumEnd {
        let (steps, share) = (position / options.sumEvents, options.sumShare)
        return SumEnd(
            position: position, steps: steps, cellsMax: share == 0 ? .max : position / share,
            keptFrom: (steps - 1) / Log.keptSteps * Log.keptSteps * options.sumEvents,
            root: try root(before: position, segments, tip),
            files: Log.files(before: position, segments))
    }

    /// The names of the segments that hold events before a position.
    private static func files(before position: UInt64, _ segments: [SegmentFile]) -> [String] {
        segments.filter { $0.header.firstPosition < position }.map(\.name)
    }

    /// Writes sums of the events before a position, in the place of those that were there, and
    /// removes older ones that are not kept for good.
    ///
    /// - Returns: The sums as they are read back; `nil` where they are not what was written, and
    ///   where a segment was written anew since: text that was in the sums may be erased.
    package func keepSums(
        _ blocks: [[UInt8]], at end: SumEnd, of content: UInt64
    ) throws(LogError) -> SumFile? {
        guard let hash = sumHash else { return nil }
        let (segments, tip) = try tip()
        let position = end.position
        // Since they were added up, the log may have been exchanged for another.
        guard let first = segments.first, position <= tip.head.count,
            try root(before: position, segments, tip) == end.root
        else { return nil }
        let subject = SumCoding.Subject(
            logID: first.header.logID, position: position, root: end.root, content: content)
        let bytes = SumCoding.encode(subject, blocks, hash)
        return try exclusively { lock throws(LogError) -> SumFile? in
            let now = try self.tip().segments
            guard Log.files(before: position, now) == end.files else { return nil }
            let name = SumFile.name(position)
            let half = name + ".tmp"
            do throws(StorageError) {
                if try storage.identity(of: half) != nil { try storage.remove(half) }
                let file = try storage.open(half, .create)
                try file.write(bytes, at: 0)
                var back: [UInt8] = []
                RawBytes.resize(&back, to: try file.read(at: 0, into: &back, count: bytes.count))
                guard back == bytes, try lock.isStillHeld() else {
                    try storage.remove(half)
                    return nil
                }
                try storage.rename(half, to: name)
                let kept = options.sumEvents * Log.keptSteps
                for other in try storage.list() {
                    guard let old = SumFile.position(other), old < position,
                        !old.isMultiple(of: kept)
                    else { continue }
                    try? storage.remove(other)
                }
            } catch {
                try? storage.remove(half)
                throw .storage(error)
            }
            return SumFile.open(subject, in: storage, hash)
        }
    }

    /// Holds all sums against the log, and removes those that do not fit it.
    ///
    /// - Parameter holds: Whether the blocks of a file are what the events come to; asked about
    ///   files of ascending positions.
    /// - Returns: The names of the files that were removed.
    package func dropFalseSums(
        of content: UInt64, _ holds: (SumFile) throws(LogError) -> Bool
    ) throws(LogError) -> [String] {
        guard options.sumEvents > 0, storage.isWritable, sumHash != nil else { return [] }
        let (segments, tip) = try tip()
        var dropped: [String] = []
        for name in try names(where: { SumFile.position($0) != nil }) {
            guard let position = SumFile.position(name), try !isOther(name, content) else {
                continue
            }
            if position <= tip.head.count,
                let file = try sums(at: position, of: content, segments, tip), try holds(file)
            {
                continue
            }
            do throws(StorageError) { try storage.remove(name) } catch {
                if case .notFound = error { continue }
                throw .storage(error)
            }
            dropped.append(name)
        }
        return dropped
    }

    /// Whether a file was made by a program that counts otherwise, and says so.
    private func isOther(_ name: String, _ content: UInt64) throws(LogError) -> Bool {
        guard let file = try? storage.open(name, .read) else { return true }
        var bytes: [UInt8] = []
        let count = (try? file.read(at: 0, into: &bytes, count: SumCoding.headerBytes)) ?? 0
        guard count == SumCoding.headerBytes, let other = SumCoding.content(bytes) else {
            return false
        }
        return other != content && SumCoding.isWhole(bytes, sumHash)
    }

    /// Removes all sums; who calls this has the lock.
    func removeSums() throws(LogError) {
        for name in try names(where: { SumFile.position($0) != nil || SumFile.isHalf($0) }) {
            do throws(StorageError) { try storage.remove(name) } catch {
                if case .notFound = error { continue }
                throw .storage(error)
            }
        }
    }

    private func names(where isWanted: (String) -> Bool) throws(LogError) -> [String] {
        do throws(StorageError) { return try storage.list().filter(isWanted) } catch {
            throw .storage(error)
        }
    }
}
