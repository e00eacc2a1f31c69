/// A file for reading of which some blocks cannot be read: they read as zeros, which no checksum
/// passes.
final class BestEffortFile: LogFile {
    private let file: any LogFile
    /// What is given up at once where the disk does not read, in bytes.
    private static let blockBytes: UInt64 = 4_096

    init(_ file: any LogFile) { self.file = file }

    func size() throws(StorageError) -> UInt64 { try file.size() }

    func identity() throws(StorageError) -> FileIdentity { try file.identity() }

    func read(
        at offset: UInt64, into buffer: inout [UInt8], count: Int
    ) throws(StorageError) -> Int {
        do throws(StorageError) {
            return try file.read(at: offset, into: &buffer, count: count)
        } catch { return try readBlocks(at: offset, into: &buffer, count: count) }
    }

    private func readBlocks(
        at offset: UInt64, into buffer: inout [UInt8], count: Int
    ) throws(StorageError) -> Int {
        let end = min(offset + UInt64(count), max(offset, try file.size()))
        if buffer.count < count { RawBytes.resize(&buffer, to: count) }
        var block: [UInt8] = []
        var next = offset
        while next < end {
            let step =
                min(end, (next / BestEffortFile.blockBytes + 1) * BestEffortFile.blockBytes) - next
            let read = (try? file.read(at: next, into: &block, count: Int(step))) ?? 0
            let start = Int(next - offset)
            for index in 0..<Int(step) { buffer[start + index] = index < read ? block[index] : 0 }
            next += step
        }
        return Int(end - offset)
    }

    func write(_ bytes: [UInt8], at offset: UInt64) throws(StorageError) {
        throw .failed(.write, file: "", code: 0)
    }

    func truncate(to size: UInt64) throws(StorageError) {
        throw .failed(.truncate, file: "", code: 0)
    }

    func preallocate(from start: UInt64, to end: UInt64) {}

    func sync() throws(StorageError) {}
}
