internal import Synchronization

extension Log {
    /// Events after which an append without a key brings the keys up to date, so that a look at
    /// them never has to read more.
    private static let keyStep: UInt64 = 512

    /// The positions of the commit that was appended under an idempotency key; `nil` when there is
    /// none.
    ///
    /// - Complexity: A few reads for each segment, as long as the caches of keys hold; else O(*n*)
    ///   in the commits they do not know.
    package func positions(ofKey key: [UInt8]) throws(LogError) -> Range<UInt64>? {
        let (segments, tip) = try tip()
        return try find(key, KeyLookup(segments, tip, isWriting: false))
    }

    /// The positions of the commit with a key; `nil` when there is none.
    func find(_ key: [UInt8], _ look: KeyLookup) throws(LogError) -> Range<UInt64>? {
        let hash = KeyEntry.hash(of: key, in: look.segments[0].header.logID)
        for index in look.segments.indices.reversed() where look.holdsEvents(index) {
            let cache = try keys(of: index, look)
            var entries = try? cache.find(hash)
            for isAgain in [false, true] {
                if isAgain || entries == nil { entries = try renewed(index, look, hash) }
                var isDoubtful = false
                for entry in entries ?? [] {
                    switch try check(entry, key, index, look) {
                    case .commit(let positions): return positions
                    case .otherKey: continue
                    case .doubtful: isDoubtful = true
                    }
                }
                if !isDoubtful { break }
                if isAgain { throw .replaced(file: look.segments[index].name) }
            }
        }
        return nil
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

    // MARK: Upkeep

    /// Keeps what was just appended, or brings the caches up to date when enough has come together.
    /// The commit is durable already: whatever goes wrong here costs the next look some time.
    func remember(_ written: [WrittenKey], since old: TailState, _ look: KeyLookup) {
        let (first, end) = (old.head.count, look.tip.head.count)
        let isDue = first / Log.keyStep != end / Log.keyStep
        let segment = look.segments[look.tip.segment]
        if old.segment == look.tip.segment, first < segment.limit {
            let cover = IndexedRange(
                position: end, offset: look.tip.offset, chain: look.tip.chain)
            let entries = written.map {
                KeyEntry(
                    hash: KeyEntry.hash(of: $0.key, in: segment.header.logID),
                    index: UInt32(clamping: $0.position - segment.header.firstPosition),
                    place: UInt32(clamping: $0.offset / 8))
            }
            let isKept = segment.keys.withLock { cache in
                guard cache?.cover.position == first, cache?.cover.chain == old.chain else {
                    return false
                }
                guard !entries.isEmpty || isDue else {
                    cache?.pass(to: cover)
                    return true
                }
                do { try cache?.add(entries, cover) } catch { cache = nil }
                return cache?.file != nil && end < segment.limit
            }
            if isKept { return }
        }
        guard !written.isEmpty || isDue else { return }
        for index in old.segment...look.tip.segment where look.holdsEvents(index) {
            _ = try? keys(of: index, look)
        }
    }

    /// Makes the cache of a segment that was just sealed, and removes that of the old file.
    func renewKeys(_ index: Int, replacing old: SegmentFile, _ look: KeyLookup) {
        try? storage.remove(KeyCache.name(old.name))
        _ = try? keys(of: index, look)
    }
}

/// What of a log is looked at for keys.
struct KeyLookup {
    let segments: [SegmentFile]
    let tip: TailState
    /// Whether caches may be written: only with the lock.
    let isWriting: Bool

    init(_ segments: [SegmentFile], _ tip: TailState, isWriting: Bool) {
        self.segments = segments
        self.tip = tip
        self.isWriting = isWriting
    }

    /// Whether any event lies in a segment.
    func holdsEvents(_ index: Int) -> Bool { segments[index].header.firstPosition < end(index) }

    /// The position behind the last event of a segment.
    func end(_ index: Int) -> UInt64 { min(segments[index].limit, tip.head.count) }

    /// The first bytes of the root over all events up to the end of a segment.
    func chain(_ index: Int) -> UInt64 {
        end(index) < tip.head.count ? segments[index + 1].header.root.chain : tip.chain
    }

    /// What a cache covers that knows all of a segment. Nothing follows in a full one, so that the
    /// offset does not matter there.
    func cover(_ index: Int) -> IndexedRange {
        let offset = index == tip.segment ? tip.offset : 0
        return IndexedRange(position: end(index), offset: offset, chain: chain(index))
    }
}
