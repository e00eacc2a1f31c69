import EventLog
import Synchronization

/// A memory storage that fails chosen calls.
final class FaultyStorage: LogStorage {
    /// Which call fails, and how.
    struct Fault: Sendable {
        /// The calls that count.
        var operation: StorageError.Operation
        /// The index of the failing call among them, from 0.
        var index: Int
        /// How many calls fail one after the other.
        var count = 1
        /// Whether every later one fails too.
        var isPersistent = false
        /// How many bytes of a failing write still arrive.
        var bytesWritten = 0
        /// Whether a failing write says that all went well.
        var isSilent = false
        /// Only calls for files with this in their names count.
        var part: String?
    }

    let base: MemoryStorage
    private let plan: Mutex<[(fault: Fault, calls: Int, hits: Int)]>
    private let refuses = Mutex(false)
    private let hook = Mutex<(operation: StorageError.Operation, body: @Sendable () -> Void)?>(nil)

    init(_ base: MemoryStorage, _ fault: Fault?) {
        self.base = base
        plan = Mutex(fault.map { [($0, 0, 0)] } ?? [])
    }

    /// Puts another fault in place, or none, and counts from 0 again.
    func plan(_ fault: Fault?) { plan(fault.map { [$0] } ?? []) }

    /// Puts several faults in place, of an operation each, and counts from 0 again.
    func plan(_ faults: [Fault]) { plan.withLock { $0 = faults.map { ($0, 0, 0) } } }

    /// Does something once, before the next sync of a file.
    func beforeSync(_ body: @escaping @Sendable () -> Void) { before(.sync, body) }

    /// Does something once, before a file is next synced or truncated.
    func before(_ operation: StorageError.Operation, _ body: @escaping @Sendable () -> Void) {
        hook.withLock { $0 = (operation, body) }
    }

    fileprivate func takeHook(_ operation: StorageError.Operation) -> (@Sendable () -> Void)? {
        hook.withLock { hook in
            guard let found = hook, found.operation == operation else { return nil }
            hook = nil
            return found.body
        }
    }

    /// Whether no file can be opened for writing.
    var refusesWriting: Bool {
        get { refuses.withLock { $0 } }
        set { refuses.withLock { $0 = newValue } }
    }

    /// How many calls failed.
    var hits: Int { plan.withLock { $0.reduce(0) { $0 + $1.hits } } }

    /// How many calls failed, fault by fault.
    var hitsByFault: [Int] { plan.withLock { $0.map(\.hits) } }

    /// Throws when it is this call's turn; returns how many bytes of a write arrive before.
    fileprivate func turn(
        _ operation: StorageError.Operation, _ file: String
    ) -> (error: StorageError?, bytes: Int)? {
        plan.withLock { plan in
            guard let number = plan.firstIndex(where: { $0.fault.operation == operation }) else {
                return nil
            }
            let fault = plan[number].fault
            if let part = fault.part, !file.contains(part) { return nil }
            defer { plan[number].calls += 1 }
            let failing = fault.index..<(fault.isPersistent ? .max : fault.index + fault.count)
            guard failing.contains(plan[number].calls) else { return nil }
            plan[number].hits += 1
            let error = StorageError.failed(operation, file: file, code: 28)
            return (fault.isSilent ? nil : error, fault.bytesWritten)
        }
    }

    private func pass(_ operation: StorageError.Operation, _ file: String) throws(StorageError) {
        if let error = turn(operation, file)?.error { throw error }
    }

    var isWritable: Bool { true }

    func list() throws(StorageError) -> [String] {
        try pass(.list, "")
        return try base.list()
    }

    func open(_ name: String, _ mode: OpenMode) throws(StorageError) -> any LogFile {
        try pass(.open, name)
        if mode != .read, refusesWriting {
            throw .failed(.open, file: name, code: 30)
        }
        return FaultyFile(base: try base.open(name, mode), name: name, storage: self)
    }

    func rename(_ source: String, to target: String) throws(StorageError) {
        try pass(.rename, source)
        try base.rename(source, to: target)
    }

    func remove(_ name: String) throws(StorageError) {
        try pass(.remove, name)
        try base.remove(name)
    }

    func syncDirectory() throws(StorageError) {
        try pass(.sync, "")
        try base.syncDirectory()
    }

    func identity(of name: String) throws(StorageError) -> FileIdentity? {
        try pass(.inspect, name)
        return try base.identity(of: name)
    }

    func lastChange() -> FolderChange? { base.lastChange() }

    func lock(wait: Duration, owner: String) throws(StorageError) -> any LogLock {
        try pass(.lock, LockFile.name)
        return try base.lock(wait: wait, owner: owner)
    }
}

private final class FaultyFile: LogFile {
    let base: any LogFile
    let name: String
    let storage: FaultyStorage

    init(base: any LogFile, name: String, storage: FaultyStorage) {
        self.base = base
        self.name = name
        self.storage = storage
    }

    func size() throws(StorageError) -> UInt64 { try base.size() }

    func read(
        at offset: UInt64, into buffer: inout [UInt8], count: Int
    ) throws(StorageError) -> Int {
        try base.read(at: offset, into: &buffer, count: count)
    }

    func write(_ bytes: [UInt8], at offset: UInt64) throws(StorageError) {
        guard let turn = storage.turn(.write, name) else {
            return try base.write(bytes, at: offset)
        }
        try base.write(Array(bytes.prefix(turn.bytes)), at: offset)
        if let error = turn.error { throw error }
    }

    func truncate(to size: UInt64) throws(StorageError) {
        storage.takeHook(.truncate)?()
        if let error = storage.turn(.truncate, name)?.error { throw error }
        try base.truncate(to: size)
    }

    func preallocate(from start: UInt64, to end: UInt64) {
        base.preallocate(from: start, to: end)
    }

    func sync() throws(StorageError) {
        storage.takeHook(.sync)?()
        if let error = storage.turn(.sync, name)?.error { throw error }
        try base.sync()
    }

    func identity() throws(StorageError) -> FileIdentity { try base.identity() }
}
