import EventLog
import Synchronization

/// An open file of a simulated disk; it goes on reaching its file under any name, or none.
final class SimulatedHandle: LogFile {
    private static let bytesMax: UInt64 = 1 << 32

    private let disk: SimulatedDisk
    private let name: String
    private let id: UInt64

    init(disk: SimulatedDisk, name: String, id: UInt64) {
        self.disk = disk
        self.name = name
        self.id = id
    }

    func size() throws(StorageError) -> UInt64 {
        try disk.call(.inspect, name) { [id] state throws(StorageError) in
            UInt64(state.files[id]?.cached.count ?? 0)
        }
    }

    func identity() throws(StorageError) -> FileIdentity {
        FileIdentity(device: 0, inode: id)
    }

    func read(
        at offset: UInt64, into buffer: inout [UInt8], count: Int
    ) throws(StorageError) -> Int {
        let bytes = try disk.call(.read, name) { [id] state throws(StorageError) in
            state.files[id]?.cached ?? []
        }
        if buffer.count < count {
            buffer += repeatElement(0, count: count - buffer.count)
        }
        guard let start = Int(exactly: offset), start < bytes.count, count > 0 else { return 0 }
        let length = min(count, bytes.count - start)
        buffer.replaceSubrange(0..<length, with: bytes[start..<(start + length)])
        return length
    }

    func write(_ bytes: [UInt8], at offset: UInt64) throws(StorageError) {
        guard offset <= SimulatedHandle.bytesMax else {
            throw .failed(.write, file: name, code: ErrorNumber.noSpace)
        }
        let failure = disk.state.withLock { [id] state -> Int32? in
            var arriving = bytes
            var code: Int32?
            switch state.turn(.write) {
            case nil: break
            case .error(let number): return number
            case .killed, .lostSync: return ErrorNumber.io
            case .short(let count, let number):
                arriving = Array(bytes.prefix(count))
                code = number
            case .killedAfter(let count):
                arriving = Array(bytes.prefix(count))
                state.isDead = true
                code = ErrorNumber.io
            }
            state.files[id]?.write(arriving, at: Int(offset))
            return code
        }
        if let failure { throw .failed(.write, file: name, code: failure) }
    }

    func truncate(to size: UInt64) throws(StorageError) {
        try disk.call(.truncate, name) { [id] state throws(StorageError) in
            state.files[id]?.resize(to: Int(min(size, SimulatedHandle.bytesMax)))
        }
    }

    func preallocate(from start: UInt64, to end: UInt64) {
        guard start < end, end <= SimulatedHandle.bytesMax else { return }
        let zeros = [UInt8](repeating: 0, count: Int(end - start))
        try? write(zeros, at: start)
    }

    func sync() throws(StorageError) {
        let failure = disk.state.withLock { [id] state -> Int32? in
            switch state.turn(.sync) {
            case nil:
                state.files[id]?.sync()
                return nil
            case .error(let code), .short(_, let code): return code
            case .killed: return ErrorNumber.io
            case .killedAfter:
                state.files[id]?.sync()
                state.isDead = true
                return ErrorNumber.io
            case .lostSync(let seed):
                var choices = RandomChoices(seed: seed)
                state.files[id]?.failSync(&choices)
                return ErrorNumber.io
            }
        }
        if let failure { throw .failed(.sync, file: name, code: failure) }
    }
}
