internal import Synchronization

/// The list of segments, and why nobody is worse off for it.
///
/// The durable head is the highest position in any slot, also of an old segment: one that was
/// sealed or erased late may tell of events that the slot of the last segment does not, after a
/// loss of power, and where they are lost that is how it is noticed. The list keeps the highest
/// position of each segment's slots, so that opening the log knows what the slots say without
/// reading them. That is so as long as nobody raises a slot of a listed segment:
///
/// - Slots are written in place into the last segment, and by a recovery into the one whose slot
///   tells the end. Listed are segments before that one, where its slot lies behind its start, so
///   that a commit is durable there: a loss of power may take the slot, but not the commit, and
///   what a recovery then writes into the segment before is the slot that it found there.
/// - The writer who made that one's first commit durable tells of it in the segments before, and a
///   recovery does where the writer was stopped. One that was listed just before then looks other.
/// - Whoever seals or erases writes a new generation, of another name, which is not listed.
/// - Whoever else writes to a file, or puts another one in its place, changes its size, its times
///   or its identity; then the file is opened as without a list. In a folder whose names are known
///   that holds for the newest files: see ``namedSegments(_:)``.
extension Log {
    /// Keeps what the full segments say in a list, where enough of them were opened without one;
    /// and which segments there are, for as long as the folder stays as it is.
    ///
    /// - Throws: ``LogError``; the log is as it was then, and as fast.
    /// - Complexity: O(*n*) in the frames of segments that are not listed; O(1) where those are
    ///   few and the folder is as it was.
    package func keepSegmentList() throws(LogError) {
        let (count, isRead) = state.withLock {
            ($0.segments.count, $0.isListBelieved && !$0.isFixed)
        }
        guard options.listSegments > 0, count > options.listSegments, isRead,
            storage.isWritable, let hash = listHash
        else { return }
        try keepEntries(hash)
        try keepSegmentNames(hash)
    }

    private func keepEntries(_ hash: DeviceHash) throws(LogError) {
        let (unlisted, least) = state.withLock { state in
            (state.segments.count { $0.listed == nil }, state.kept + options.listSegments)
        }
        guard unlisted > least else { return }
        let (segments, tip) = try tip()
        let end = min(tip.slotSegment, tip.segment)
        guard tip.slot.position > segments[end].header.firstPosition else { return }
        var entries: [SegmentList.Entry] = []
        var more = 0
        for index in 0..<end {
            guard let entry = try entry(of: index, segments) else { continue }
            entries.append(entry)
            if segments[index].listed == nil { more += 1 }
        }
        guard more >= least else { return }
        try write(SegmentList(entries: entries).encoded(segments[0].header.logID, hash))
        state.withLock { $0.kept = more }
    }

    /// What a full segment says now; `nil` where somebody may be writing to it.
    private func entry(
        of index: Int, _ segments: [SegmentFile]
    ) throws(LogError) -> SegmentList.Entry? {
        let segment = segments[index]
        guard let before = try stamp(of: segment.name), before.identity == segment.identity else {
            return nil
        }
        if let known = segment.listed, known.stamp == before { return known }
        // Since it was opened a slot may have been written.
        let now = try SegmentFile.open(segment.header.name, in: storage, writing: false)
        guard now.identity == before.identity, now.header == segment.header else { return nil }
        var types = TypeSet()
        try visit(segments, segment.positions) { frame in
            types.formUnion(frame.columns?.summary.types ?? frame.rows?.types ?? .all)
        }
        guard try stamp(of: segment.name) == before else { return nil }
        return SegmentList.Entry(
            header: now.header, claimed: now.claimed, types: types, stamp: before,
            nextChain: segments[index + 1].header.root.chain)
    }

    private func write(_ bytes: [UInt8]) throws(LogError) {
        try exclusively { lock throws(LogError) in
            let half = SegmentList.halfName
            do throws(StorageError) {
                if try storage.identity(of: half) != nil { try storage.remove(half) }
                try storage.open(half, .create).write(bytes, at: 0)
                guard try lock.isStillHeld() else { return try storage.remove(half) }
                try storage.rename(half, to: SegmentList.name)
            } catch {
                try? storage.remove(half)
                throw .storage(error)
            }
        }
    }

    /// How many segments of the log were not opened.
    package var listedSegments: Int { state.withLock { $0.segments.count { $0.listed != nil } } }

    func stamp(of name: String) throws(LogError) -> FileStamp? {
        do { return try storage.stamp(of: name) } catch { throw .storage(error) }
    }

    /// What the list is checked with; `nil` where nothing that follows from the log is believed.
    var listHash: DeviceHash? {
        if let known = state.withLock({ $0.listHash }) { return known }
        let secret = options.secret().flatMap { $0 == DeviceHash.noSecret ? nil : $0 }
        let hash = secret.map { DeviceHash(secret: $0, for: "ledger segments") }
        state.withLock { $0.listHash = .some(hash) }
        return hash
    }
}

/// The segments of a folder that need not be opened, asked for in order.
struct ListedSegments {
    private let log: Log
    private let last: SegmentName?
    private var entries: ArraySlice<SegmentList.Entry> = []

    /// - Parameter isNew: Whether none of the segments is open already.
    init(_ log: Log, _ names: [SegmentName], isNew: Bool) {
        self.log = log
        last = names.last
        guard isNew, log.options.listSegments > 0, names.count > log.options.listSegments,
            log.state.withLock({ $0.isListBelieved }), let hash = log.listHash,
            let list = SegmentList(in: log.storage, hash)
        else { return }
        entries = list.entries[...]
    }

    /// A segment as the list knows it; `nil` for one that is to be opened: the last one is always.
    mutating func take(_ name: SegmentName) throws(LogError) -> SegmentFile? {
        while let entry = entries.first, entry.header.name < name { entries.removeFirst() }
        guard let entry = entries.first, entry.header.name == name, name != last,
            try log.stamp(of: name.text) == entry.stamp
        else { return nil }
        return SegmentFile(entry, in: log.storage)
    }
}
