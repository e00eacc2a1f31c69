internal import Synchronization

/// A segment that is open for reading.
final class SegmentFile: Sendable {
    let header: SegmentHeader
    /// The name where it is another one, or known already: a log has thousands of files.
    private let given: String?
    let file: any LogFile
    let identity: FileIdentity
    /// Whether the file may be written to, too.
    var isWritable: Bool {
        ((file as? LateFile)?.opened ?? file as? ReadFirstFile)?.isWritable ?? false
    }
    /// How many events its slots said to be durable when it was opened, of the whole log.
    let claimed: UInt64
    /// What a writer keeps of the segment's keys between two appends.
    let keys = Mutex<KeyCache?>(nil)
    /// What walks remember of small frames.
    let marks = Mutex(SkipIndex())

    /// What the list of segments says of it; `nil` for one that was opened without.
    let listed: SegmentList.Entry?

    /// How far the file reaches, as far as a writer knows; 0 when it does not.
    let knownEnd = Atomic<UInt64>(0)

    init(
        name: String, header: SegmentHeader, file: any LogFile, identity: FileIdentity,
        claimed: UInt64 = 0
    ) {
        given = name
        self.header = header
        self.file = file
        self.identity = identity
        self.claimed = claimed
        listed = nil
    }

    /// A segment as it is known from the list of segments; the file is opened when it is read.
    init(_ entry: SegmentList.Entry, in storage: any LogStorage) {
        given = nil
        header = entry.header
        file = LateFile(entry.header.name, entry.stamp.identity, in: storage)
        identity = entry.stamp.identity
        claimed = entry.claimed
        listed = entry
    }

    /// The name of the file.
    var name: String { given ?? header.name.text }

    /// All of a listed segment as a stretch.
    var whole: SkipEntry? {
        guard let listed else { return nil }
        let start = WalkState(
            segment: 0, offset: header.framesOffset, position: header.firstPosition,
            chain: header.root.chain, epoch: 0, open: .unknown)
        let end = WalkState(
            segment: 0, offset: listed.stamp.size,
            position: header.firstPosition + Limit.segmentEvents, chain: listed.nextChain,
            epoch: 0, open: .unknown)
        return SkipEntry(
            start: start, end: end, types: listed.types, hasLinks: true, hasColumns: true)
    }

    /// Opens a segment and checks its header.
    ///
    /// - Parameter writing: Whether it may be written to; it is opened for that with the first
    ///   write.
    static func open(
        _ name: SegmentName, in storage: any LogStorage, writing: Bool
    ) throws(LogError) -> SegmentFile {
        let text = name.text
        var bytes: [UInt8] = []
        let (file, count) = try mappingError(LogError.storage) { () throws(StorageError) in
            let file: any LogFile =
                writing
                ? try ReadFirstFile(text, in: storage) : try storage.open(text, .read)
            return (file, try file.read(at: 0, into: &bytes, count: SegmentHeader.bytes))
        }
        RawBytes.resize(&bytes, to: count)
        let header = try SegmentHeader.decode(bytes, file: text)
        guard count >= header.framesOffset else {
            throw .corrupt(
                Corruption(
                    file: text, offset: UInt64(count), reason: .truncated,
                    position: name.firstPosition, durable: name.firstPosition))
        }
        guard header.firstPosition == name.firstPosition, header.generation == name.generation
        else { throw .foreignSegment(file: text) }
        let slots = HeadSlot.whole(in: bytes, of: header)
        return SegmentFile(
            name: text, header: header, file: file,
            identity: try mappingError(LogError.storage, file.identity()),
            claimed: slots.map(\.position).max() ?? 0)
    }

    /// The newest whole slot as it is on disk now, or `nil` when both are damaged.
    func slot() throws(LogError) -> HeadSlot? {
        var bytes: [UInt8] = []
        let count = try read(at: 0, into: &bytes, count: Int(header.framesOffset))
        return HeadSlot.newest(in: Array(bytes.prefix(count)), of: header)
    }

    /// The slots that count.
    func slots() throws(LogError) -> [HeadSlot] {
        var bytes: [UInt8] = []
        let count = try read(at: 0, into: &bytes, count: Int(header.framesOffset))
        return HeadSlot.whole(in: Array(bytes.prefix(count)), of: header)
    }

    /// Whether a slot that does not count holds anything, as one does that a crash tore.
    func hasTornSlot() throws(LogError) -> Bool {
        var bytes: [UInt8] = []
        let count = try read(at: 0, into: &bytes, count: Int(header.framesOffset))
        let head = Array(bytes.prefix(count))
        let used = header.slotOffsets.count { offset in
            head.dropFirst(Int(offset)).prefix(HeadSlot.bytes).contains { $0 != 0 }
        }
        return HeadSlot.whole(in: head, of: header).count < used
    }

    /// Leaves in a file before the last one where the log ends, so that the last one is missed when
    /// it is lost. Only behind a sync of that one's own slot: who finds none there looks here.
    ///
    /// A slot of revision 1 would have to tell a seed, too: such a file stays as it is.
    func tell(_ end: HeadSlot) throws(LogError) {
        guard !header.isFlat, let old = try slot(), old.position <= limit,
            old.position < end.position
        else { return }
        let told = HeadSlot(
            sequence: old.sequence + 1, position: end.position, offset: 0, sealed: end.sealed,
            logClock: end.logClock, epoch: end.epoch, seed: [], peaks: end.peaks)
        try mappingError(LogError.storage) { () throws(StorageError) in
            try file.write(told.encoded(in: header), at: header.place(of: told))
            try file.sync()
        }
    }

    /// The positions that belong to the segment.
    var positions: Range<UInt64> { header.firstPosition..<limit }

    /// The position behind the segment's last possible event.
    var limit: UInt64 {
        (header.firstPosition / Limit.segmentEvents + 1) * Limit.segmentEvents
    }

    func read(at offset: UInt64, into buffer: inout [UInt8], count: Int) throws(LogError) -> Int {
        do { return try file.read(at: offset, into: &buffer, count: count) } catch {
            if case .failed(.read, _, WitnessedFile.changed) = error { throw .replaced(file: name) }
            throw .storage(error)
        }
    }

    /// The same segment, read by a file that cannot be changed behind the reader's back.
    ///
    /// - Parameter end: Where the frames end that stay as they are.
    func witnessed(upTo end: UInt64) -> SegmentFile {
        let fixed = header.framesOffset..<max(end, header.framesOffset)
        return SegmentFile(
            name: name, header: header,
            file: WitnessedFile(file, name: name, fixed: fixed), identity: identity)
    }

    func size() throws(LogError) -> UInt64 {
        do { return try file.size() } catch {
            if case .failed(_, _, WitnessedFile.changed) = error { throw .replaced(file: name) }
            throw .storage(error)
        }
    }
}

/// A stretch of a file in memory, read ahead so that small frames cost no call each.
struct ReadWindow {
    private var bytes: [UInt8] = []
    private var start: UInt64 = 0
    private var end: UInt64 = 0
    private var source: ObjectIdentifier?

    /// Makes `count` bytes from `offset` on available.
    ///
    /// - Returns: The index of the first one in ``buffer``, and how many there are up to `count`:
    ///   fewer only at the end of the file.
    mutating func load(
        _ segment: SegmentFile, at offset: UInt64, count: Int, ahead: Int = 0
    ) throws(LogError) -> (index: Int, count: Int) {
        let isSame = source == ObjectIdentifier(segment)
        if !isSame || offset < start || offset + UInt64(count) > end {
            let read = try segment.read(at: offset, into: &bytes, count: max(count, ahead))
            source = ObjectIdentifier(segment)
            start = offset
            end = offset + UInt64(read)
        }
        return (Int(offset - start), min(count, Int(end - offset)))
    }

    /// Makes what follows an offset available: what is there already, or `ahead` bytes.
    ///
    /// - Returns: Where it stands in ``buffer``.
    mutating func load(
        _ segment: SegmentFile, at offset: UInt64, ahead: Int
    ) throws(LogError) -> Range<Int> {
        let enough: UInt64 = 1 << 12
        let isThere = source == ObjectIdentifier(segment) && offset >= start
        if !isThere || offset + enough > end {
            _ = try load(segment, at: offset, count: ahead)
        }
        return Int(offset - start)..<Int(end - start)
    }

    /// The bytes.
    var buffer: [UInt8] { bytes }
}
