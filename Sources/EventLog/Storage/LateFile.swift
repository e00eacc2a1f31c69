internal import Synchronization

/// A file that is opened when it is read for the first time.
final class LateFile: LogFile {
    private let segment: SegmentName
    private let known: FileIdentity
    private let storage: any LogStorage
    private let file = Mutex<ReadFirstFile?>(nil)

    /// - Parameter known: Which file it is: another one under its name is not read.
    init(_ segment: SegmentName, _ known: FileIdentity, in storage: any LogStorage) {
        self.segment = segment
        self.known = known
        self.storage = storage
    }

    /// The file, open; `nil` where that cannot be.
    var opened: ReadFirstFile? { try? open() }

    private func open() throws(StorageError) -> ReadFirstFile {
        try file.withLock { (file) throws(StorageError) in
            if let file { return file }
            let name = segment.text
            // A writer may have put a newer generation in its place.
            let changed = StorageError.failed(.read, file: name, code: WitnessedFile.changed)
            let found: ReadFirstFile
            do throws(StorageError) { found = try ReadFirstFile(name, in: storage) } catch {
                if case .notFound = error { throw changed }
                throw error
            }
            guard try found.identity() == known else { throw changed }
            file = found
            return found
        }
    }

    func size() throws(StorageError) -> UInt64 { try open().size() }

    func identity() throws(StorageError) -> FileIdentity { known }

    func read(
        at offset: UInt64, into buffer: inout [UInt8], count: Int
    ) throws(StorageError) -> Int {
        try open().read(at: offset, into: &buffer, count: count)
    }

    func write(_ bytes: [UInt8], at offset: UInt64) throws(StorageError) {
        try open().write(bytes, at: offset)
    }

    func truncate(to size: UInt64) throws(StorageError) { try open().truncate(to: size) }

    func preallocate(from start: UInt64, to end: UInt64) {
        opened?.preallocate(from: start, to: end)
    }

    func sync() throws(StorageError) { try open().sync() }
}
