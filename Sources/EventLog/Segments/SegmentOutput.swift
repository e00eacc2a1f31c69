/// A segment file that is written piece by piece under a passing name. It gets its own when all of
/// it is on disk and was read back.
struct SegmentOutput {
    private let storage: any LogStorage
    let header: SegmentHeader
    private let file: any LogFile
    private let temporaryName: String
    /// Frames that stand before `offset`, as soon as they are written.
    private var pending: [UInt8] = []
    /// Where the next frame goes.
    private(set) var offset: UInt64

    /// Bytes of frames that are collected before they are written.
    private static let pendingMax = 1 << 18

    /// Begins the file of a header.
    init(_ header: SegmentHeader, in storage: any LogStorage) throws(LogError) {
        self.storage = storage
        self.header = header
        offset = header.framesOffset
        temporaryName = header.name.text + ".tmp"
        do throws(StorageError) {
            if try storage.identity(of: temporaryName) != nil { try storage.remove(temporaryName) }
            file = try storage.open(temporaryName, .create)
        } catch { throw .storage(error) }
    }

    /// Adds a frame.
    mutating func write(_ frame: [UInt8]) throws(LogError) {
        offset += UInt64(frame.count)
        if pending.isEmpty, frame.count > SegmentOutput.pendingMax {
            return try put(frame, at: offset - UInt64(frame.count))
        }
        pending += frame
        if pending.count > SegmentOutput.pendingMax { try flush() }
    }

    /// Adds frames as they stand in another file.
    mutating func copy(
        _ segment: SegmentFile, _ range: Range<UInt64>, by log: Log
    ) throws(LogError) {
        guard !range.isEmpty else { return }
        try flush()
        try log.copy(
            segment, from: range.lowerBound, to: range.upperBound, into: file, at: offset)
        offset += range.upperBound - range.lowerBound
    }

    private mutating func flush() throws(LogError) {
        if pending.isEmpty { return }
        try put(pending, at: offset - UInt64(pending.count))
        pending.removeAll(keepingCapacity: true)
    }

    private func put(_ bytes: [UInt8], at offset: UInt64) throws(LogError) {
        do throws(StorageError) { try file.write(bytes, at: offset) } catch {
            throw .storage(error)
        }
    }

    /// Writes the head of the file, and waits until all of it is on disk.
    ///
    /// - Returns: The file under its passing name, to be read back.
    mutating func finish(_ slot: HeadSlot) throws(LogError) -> SegmentFile {
        try flush()
        try put(header.encoded(with: slot), at: 0)
        do throws(StorageError) {
            try file.sync()
            return SegmentFile(
                name: temporaryName, header: header, file: file, identity: try file.identity(),
                claimed: slot.position)
        } catch { throw .storage(error) }
    }

    /// Gives the file its name, for good.
    func name() throws(LogError) -> SegmentFile {
        do throws(StorageError) {
            try storage.rename(temporaryName, to: header.name.text)
            try storage.syncDirectory()
        } catch { throw .storage(error) }
        return try SegmentFile.open(header.name, in: storage, writing: true)
    }

    /// Removes what was written, where that can be done; else the next writer does.
    func abort() { try? storage.remove(temporaryName) }
}

extension SegmentHeader {
    /// The first bytes of a segment: the header, one slot in its place, and zeros.
    func encoded(with slot: HeadSlot) -> [UInt8] {
        var bytes = encoded()
        let place = place(of: slot)
        RawBytes.resize(&bytes, to: Int(place))
        bytes += slot.encoded(in: self)
        RawBytes.resize(&bytes, to: Int(framesOffset))
        return bytes
    }
}
