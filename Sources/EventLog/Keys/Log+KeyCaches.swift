internal import Synchronization

extension Log {
    /// What a cache's entry turned out to be.
    enum KeyCheck {
        /// The commit with the key.
        case commit(Range<UInt64>)
        /// A commit whose key has the same hash.
        case otherKey
        /// Nothing that a cache of this log would name.
        case doubtful
    }

    /// The keys of a segment up to its end: from its cache as far as that fits the log, else from
    /// the log. A writer brings the cache up to date.
    func keys(of index: Int, _ look: KeyLookup) throws(LogError) -> KeyCache {
        guard var cache = try known(index, look) else {
            return try renewed(index, look)
        }
        guard look.isWriting else { return cache }
        let isFull = look.end(index) == look.segments[index].limit
        if cache.file == nil, !isFull || !cache.isEmpty {
            cache = write(cache.recent.sorted(), cache.cover, index, look)
        }
        keep(cache, index, look)
        return cache
    }

    /// The entries of a segment with a hash, all read from the log.
    func renewed(_ index: Int, _ look: KeyLookup, _ hash: UInt64) throws(LogError) -> [KeyEntry] {
        let entries = try scan(index, look)
        if look.isWriting { keep(write(entries, look.cover(index), index, look), index, look) }
        return entries.filter { $0.hash == hash }.reversed()
    }

    private func renewed(_ index: Int, _ look: KeyLookup) throws(LogError) -> KeyCache {
        let entries = try scan(index, look)
        guard look.isWriting else { return KeyCache(entries, look.cover(index)) }
        let cache = write(entries, look.cover(index), index, look)
        keep(cache, index, look)
        return cache
    }

    /// The cache of a segment with what is not yet in it; `nil` when it does not fit the log.
    private func known(_ index: Int, _ look: KeyLookup) throws(LogError) -> KeyCache? {
        let segment = look.segments[index]
        let end = look.end(index)
        var found = look.isWriting ? segment.keys.withLock { $0 } : nil
        if let kept = found, !kept.isCurrent(segment, in: storage) { found = nil }
        var cache: KeyCache
        do throws(KeyIndexInvalid) {
            if let found {
                cache = found
            } else {
                cache = try KeyCache.open(
                    of: segment, in: storage, writing: look.isWriting, keyHash)
            }
            if cache.cover.position < segment.limit { try cache.readRecords(upTo: end) }
        } catch { return nil }
        guard cache.cover.position <= end else { return nil }
        if cache.cover.position == end {
            return cache.cover.chain == look.chain(index) ? cache : nil
        }
        guard let entries = try scan(index, look, from: cache.cover) else { return nil }
        let cover = look.cover(index)
        if !look.isWriting {
            cache.pass(to: cover, entries)
        } else {
            do throws(KeyIndexInvalid) { try cache.add(entries, cover) } catch { return nil }
        }
        return cache
    }

    /// Writes a cache of ascending entries; where that cannot be done, they stay in memory.
    private func write(
        _ entries: [KeyEntry], _ cover: IndexedRange, _ index: Int, _ look: KeyLookup
    ) -> KeyCache {
        let cache = try? KeyCache.create(
            entries, cover, of: look.segments[index], in: storage, salt: options.makeSalt(),
            keyHash)
        return cache ?? KeyCache(entries, cover)
    }

    /// Keeps the cache of the segment that grows; of a full one no more than that it is empty, so
    /// that no file stays open for it.
    private func keep(_ cache: KeyCache, _ index: Int, _ look: KeyLookup) {
        let isFull = look.end(index) == look.segments[index].limit
        look.segments[index].keys.withLock {
            if !isFull {
                $0 = cache
            } else {
                $0 = cache.isEmpty ? KeyCache([], cache.cover) : nil
            }
        }
    }

    // MARK: The log

    /// All keys of a segment, ascending.
    func scan(_ index: Int, _ look: KeyLookup) throws(LogError) -> [KeyEntry] {
        var scan = KeyScan(segment: look.segments[index])
        try visit(look.segments, look.segments[index].header.firstPosition..<look.end(index)) {
            frame throws(LogError) in try scan.add(frame)
        }
        return scan.entries.sorted()
    }

    /// The keys of a segment from where a cache ends; `nil` when the log does not go on there.
    private func scan(
        _ index: Int, _ look: KeyLookup, from cover: IndexedRange
    ) throws(LogError) -> [KeyEntry]? {
        guard cover.position > look.segments[index].header.firstPosition else {
            return try scan(index, look)
        }
        var scan = KeyScan(segment: look.segments[index])
        var walk = FrameScanner(
            look.segments,
            from: WalkState(
                segment: index, offset: cover.offset, position: cover.position,
                chain: cover.chain, epoch: 0, open: .unknown))
        while walk.state.position < look.end(index) {
            guard case .frame(let frame) = try walk.next() else { return nil }
            try scan.add(frame)
        }
        return scan.entries
    }

    /// Holds an entry against the commit to which it points.
    func check(
        _ entry: KeyEntry, _ key: [UInt8], _ index: Int, _ look: KeyLookup
    ) throws(LogError) -> KeyCheck {
        let segment = look.segments[index]
        let first = segment.header.firstPosition + UInt64(entry.index)
        var bytes: [UInt8] = []
        let offset = UInt64(entry.place) * 8
        let count = try segment.read(at: offset, into: &bytes, count: FrameHeader.bytes)
        guard count == FrameHeader.bytes, first < look.end(index),
            let header = try? FrameHeader.decode(bytes, at: 0), header.positions.contains(first)
        else { return .doubtful }
        var walk = FrameScanner(
            look.segments,
            from: WalkState(
                segment: index, offset: offset, position: header.firstPosition,
                chain: header.chain, epoch: 0, open: .unknown))
        var isFound = false
        while walk.state.position < look.tip.head.count {
            guard case .frame(let frame) = try walk.next() else { return .doubtful }
            var loader = FrameLoader()
            let commits = try CommitKeys(frame, look.segments[frame.segment], &loader)
            if !isFound {
                guard let place = commits.firsts.firstIndex(of: first) else { return .doubtful }
                guard commits.keys.value(at: place) == key else { return .otherKey }
                isFound = true
            }
            let next = commits.firsts.first { $0 > first }
            let end = next ?? frame.header.positions.upperBound
            if next != nil || frame.header.flags.contains(.endsCommit) {
                return .commit(first..<end)
            }
        }
        return .doubtful
    }
}

/// Collects the keys of the frames of a segment.
private struct KeyScan {
    let segment: SegmentFile
    private(set) var entries: [KeyEntry] = []
    private var loader = FrameLoader()

    init(segment: SegmentFile) { self.segment = segment }

    mutating func add(_ frame: WalkedFrame) throws(LogError) {
        let commits = try CommitKeys(frame, segment, &loader)
        for (row, code) in zip(commits.keys.rows, commits.keys.codes) {
            let first = commits.firsts[Int(row)]
            // A commit that began in an earlier frame was met there.
            guard first >= frame.header.firstPosition else { continue }
            let key = Array(commits.keys.dictionary[Int(code)])
            entries.append(
                KeyEntry(
                    hash: KeyEntry.hash(of: key, in: segment.header.logID),
                    index: UInt32(clamping: first - segment.header.firstPosition),
                    place: UInt32(clamping: frame.offset / 8)))
        }
    }
}

extension CommitKeys {
    /// The keys of the commits that have events in a frame.
    fileprivate init(
        _ frame: WalkedFrame, _ segment: SegmentFile, _ loader: inout FrameLoader
    ) throws(LogError) {
        guard let rows = frame.rows else {
            self = try loader.keys(frame, segment)
            return
        }
        firsts = [rows.header.firstPosition]
        keys = BytesColumn()
        guard let key = rows.header.key else { return }
        keys.rows = [0]
        keys.codes = [0]
        keys.dictionary = ByteStrings([key])
    }
}
