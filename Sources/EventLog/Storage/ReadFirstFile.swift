internal import Synchronization

/// A file that is open for reading only until somebody writes to it.
final class ReadFirstFile: LogFile {
    private let name: String
    private let storage: any LogStorage
    private let reading: any LogFile
    private let writing = Mutex<(any LogFile)?>(nil)

    init(_ name: String, in storage: any LogStorage) throws(StorageError) {
        self.name = name
        self.storage = storage
        reading = try storage.open(name, .read)
    }

    /// Whether the file may be written to, too.
    var isWritable: Bool {
        do throws(StorageError) {
            _ = try writable()
            return true
        } catch {
            guard case .failed(.open, _, let code) = error else { return true }
            return !StorageError.isRefusal(code)
        }
    }

    /// The file, open for writing.
    ///
    /// - Throws: ``StorageError/notFound(file:)`` when the name stands for another file by now.
    private func writable() throws(StorageError) -> any LogFile {
        try writing.withLock { (writing) throws(StorageError) in
            if let writing { return writing }
            let opened = try storage.open(name, .readWrite)
            guard try opened.identity() == reading.identity() else { throw .notFound(file: name) }
            writing = opened
            return opened
        }
    }

    func size() throws(StorageError) -> UInt64 { try reading.size() }

    func identity() throws(StorageError) -> FileIdentity { try reading.identity() }

    func read(
        at offset: UInt64, into buffer: inout [UInt8], count: Int
    ) throws(StorageError) -> Int {
        try reading.read(at: offset, into: &buffer, count: count)
    }

    func write(_ bytes: [UInt8], at offset: UInt64) throws(StorageError) {
        try writable().write(bytes, at: offset)
    }

    func truncate(to size: UInt64) throws(StorageError) { try writable().truncate(to: size) }

    func preallocate(from start: UInt64, to end: UInt64) {
        writing.withLock { $0 }?.preallocate(from: start, to: end)
    }

    func sync() throws(StorageError) {
        try (writing.withLock { $0 } ?? reading).sync()
    }
}
