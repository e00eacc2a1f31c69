internal import Synchronization

/// A file for reading that cannot be changed behind the reader's back: what was read once reads the
/// same ever after, or is an error.
///
/// What is read is hashed page by page when it is read first, and held against that whenever it is
/// read again. So what was verified in one go through the file holds for every later one.
final class WitnessedFile: LogFile {
    private let file: any LogFile
    private let name: String
    /// What stays as it is, whoever appends meanwhile; whatever else is read is not held against
    /// anything.
    private let fixed: Range<UInt64>
    private let pages = Mutex<[UInt64: Digest]>([:])

    /// What stands for the system's error where a page is not what it was.
    static let changed: Int32 = 0
    private static let pageBytes: UInt64 = 1 << 14

    init(_ file: any LogFile, name: String, fixed: Range<UInt64>) {
        self.file = file
        self.name = name
        self.fixed = fixed
    }

    func size() throws(StorageError) -> UInt64 { try file.size() }

    func identity() throws(StorageError) -> FileIdentity { try file.identity() }

    func read(
        at offset: UInt64, into buffer: inout [UInt8], count: Int
    ) throws(StorageError) -> Int {
        let wanted = offset..<(offset + UInt64(max(0, count)))
        let held = wanted.clamped(to: fixed)
        guard !held.isEmpty else { return try file.read(at: offset, into: &buffer, count: count) }
        // Whole pages, and what is wanted on both sides of them.
        let start = min(offset, held.lowerBound.roundedDown(to: WitnessedFile.pageBytes))
        let end = max(wanted.upperBound, held.upperBound.roundedUp(to: WitnessedFile.pageBytes))
        var bytes: [UInt8] = []
        let read = try file.read(at: start, into: &bytes, count: Int(end - start))
        try hold(bytes, start..<(start + UInt64(read)))
        let skipped = Int(offset - start)
        let found = max(0, min(count, read - skipped))
        if buffer.count < found { RawBytes.resize(&buffer, to: found) }
        buffer.replaceSubrange(0..<found, with: bytes[skipped..<(skipped + found)])
        return found
    }

    /// Holds the pages that lie in a range of the file against what they were before.
    private func hold(_ bytes: [UInt8], _ range: Range<UInt64>) throws(StorageError) {
        var page = range.lowerBound.roundedDown(to: WitnessedFile.pageBytes)
        while page < range.upperBound {
            let next = page + WitnessedFile.pageBytes
            let part = (page..<next).clamped(to: fixed)
            let seen = part.clamped(to: range)
            // A part that was not asked for, or is behind the end of the file, is none.
            if !part.isEmpty, seen == part || seen.upperBound == range.upperBound {
                let start = Int(seen.lowerBound - range.lowerBound)
                let digest = SHA256.hash(bytes, start..<(start + seen.count))
                let known = pages.withLock { pages in
                    defer { if pages[page] == nil { pages[page] = digest } }
                    return pages[page] ?? digest
                }
                guard known == digest else {
                    throw .failed(.read, file: name, code: WitnessedFile.changed)
                }
            }
            page = next
        }
    }

    func write(_ bytes: [UInt8], at offset: UInt64) throws(StorageError) {
        throw .failed(.write, file: name, code: 0)
    }

    func truncate(to size: UInt64) throws(StorageError) {
        throw .failed(.truncate, file: name, code: 0)
    }

    func preallocate(from start: UInt64, to end: UInt64) {}

    func sync() throws(StorageError) {}
}
