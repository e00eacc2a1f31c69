internal import Synchronization

/// A folder in memory, for tests and for ledgers that are not kept.
package final class MemoryStorage: LogStorage {
    package let isWritable: Bool
    private let nodes: Mutex<[String: Node]>
    /// How often a name changed; counted behind the change, so that who lists sees at least that.
    private let changes = Atomic(0)

    /// An empty folder, or one of the given files.
    package init(_ files: [String: [UInt8]] = [:], isWritable: Bool = true) {
        self.isWritable = isWritable
        nodes = Mutex(files.mapValues { Node($0) })
    }

    // MARK: For tests

    /// Another folder with the same files, not locked.
    package func copy(isWritable: Bool = true) -> MemoryStorage {
        let files = nodes.withLock { $0 }.mapValues { $0.bytes.withLock { $0 } }
        return MemoryStorage(files, isWritable: isWritable)
    }

    /// What a file holds; `nil` when it is missing.
    package func bytes(of name: String) -> [UInt8]? {
        nodes.withLock { $0[name] }?.bytes.withLock { $0 }
    }

    /// Puts another file in the place of one, or of none.
    package func replace(_ name: String, bytes: [UInt8]) {
        nodes.withLock {
            $0[name] = Node(bytes)
            countChange()
        }
    }

    // MARK: LogStorage

    package func list() throws(StorageError) -> [String] { nodes.withLock { $0.keys.sorted() } }

    package func open(_ name: String, _ mode: OpenMode) throws(StorageError) -> any LogFile {
        let isWriting = mode != .read
        if isWriting, !isWritable { throw .failed(.open, file: name, code: MemoryCode.readOnly) }
        let (found, created) = nodes.withLock { nodes -> (Node?, Node?) in
            if let node = nodes[name] { return (node, nil) }
            guard mode == .create else { return (nil, nil) }
            let node = Node([])
            nodes[name] = node
            countChange()
            return (nil, node)
        }
        if found != nil, mode == .create { throw .exists(file: name) }
        guard let node = found ?? created else { throw .notFound(file: name) }
        return MemoryFile(name: name, node: node, isWriting: isWriting)
    }

    package func rename(_ source: String, to target: String) throws(StorageError) {
        try change(.rename, source) { nodes in
            guard let node = nodes.removeValue(forKey: source) else { return false }
            nodes[target] = node
            return true
        }
    }

    package func remove(_ name: String) throws(StorageError) {
        try change(.remove, name) { nodes in nodes.removeValue(forKey: name) != nil }
    }

    package func syncDirectory() throws(StorageError) {}

    package func identity(of name: String) throws(StorageError) -> FileIdentity? {
        nodes.withLock { $0[name] }?.identity
    }

    package func lastChange() -> FolderChange? {
        FolderChange(count: changes.load(ordering: .sequentiallyConsistent))
    }

    package func lock(wait: Duration, owner: String) throws(StorageError) -> any LogLock {
        guard isWritable else {
            throw .failed(.lock, file: LockFile.name, code: MemoryCode.readOnly)
        }
        let locked = try LockFile.poll(for: wait) { () throws(StorageError) -> Node? in
            let node = nodes.withLock { nodes in
                let node = nodes[LockFile.name] ?? Node([])
                if nodes.updateValue(node, forKey: LockFile.name) == nil { countChange() }
                return node
            }
            let isFree = node.isLocked.withLock { isLocked in
                defer { isLocked = true }
                return !isLocked
            }
            return isFree ? node : nil
        }
        guard let locked else {
            throw .locked(holder: bytes(of: LockFile.name).flatMap { LockFile.holder($0) })
        }
        let text = Array(owner.utf8.prefix(LockFile.textBytesMax))
        let isUndisturbed = locked.bytes.withLock { bytes in
            defer { bytes = text }
            return bytes == text
        }
        return MemoryLock(storage: self, node: locked, isUndisturbed: isUndisturbed)
    }

    private func change(
        _ operation: StorageError.Operation, _ name: String,
        _ body: (inout [String: Node]) -> Bool
    ) throws(StorageError) {
        guard isWritable else { throw .failed(operation, file: name, code: MemoryCode.readOnly) }
        let isDone = nodes.withLock { nodes in
            defer { countChange() }
            return body(&nodes)
        }
        guard isDone else { throw .notFound(file: name) }
    }

    private func countChange() { changes.wrappingAdd(1, ordering: .sequentiallyConsistent) }
}

/// The `errno` values of Linux that a folder in memory needs.
private enum MemoryCode {
    static let badDescriptor: Int32 = 9
    static let tooLarge: Int32 = 27
    static let readOnly: Int32 = 30
}

/// What a name stands for: stays while a handle is open.
private final class Node: Sendable {
    let bytes: Mutex<[UInt8]>
    let isLocked = Mutex(false)
    let identity: FileIdentity

    init(_ bytes: [UInt8]) {
        self.bytes = Mutex(bytes)
        let inode = Node.count.wrappingAdd(1, ordering: .relaxed).newValue
        identity = FileIdentity(device: 0, inode: inode)
    }

    private static let count = Atomic<UInt64>(0)
}

private final class MemoryFile: LogFile {
    /// No file in memory grows beyond this.
    private static let bytesMax: UInt64 = 1 << 36

    private let name: String
    private let node: Node
    private let isWriting: Bool

    init(name: String, node: Node, isWriting: Bool) {
        self.name = name
        self.node = node
        self.isWriting = isWriting
    }

    func size() throws(StorageError) -> UInt64 { node.bytes.withLock { UInt64($0.count) } }

    func identity() throws(StorageError) -> FileIdentity { node.identity }

    func read(
        at offset: UInt64, into buffer: inout [UInt8], count: Int
    ) throws(StorageError) -> Int {
        let bytes = node.bytes.withLock { $0 }
        guard let start = Int(exactly: offset), start < bytes.count, count > 0 else { return 0 }
        let length = min(count, bytes.count - start)
        if buffer.count < length { RawBytes.resize(&buffer, to: length) }
        buffer.replaceSubrange(0..<length, with: bytes[start..<(start + length)])
        return length
    }

    func write(_ bytes: [UInt8], at offset: UInt64) throws(StorageError) {
        if bytes.isEmpty { return }
        let start = try checked(offset, plus: bytes.count, .write)
        node.bytes.withLock { stored in
            if stored.count < start { RawBytes.resize(&stored, to: start) }
            stored.replaceSubrange(start..<min(start + bytes.count, stored.count), with: bytes)
        }
    }

    func truncate(to size: UInt64) throws(StorageError) {
        let count = try checked(size, plus: 0, .truncate)
        node.bytes.withLock { RawBytes.resize(&$0, to: count) }
    }

    func preallocate(from start: UInt64, to end: UInt64) {
        guard start < end, end <= MemoryFile.bytesMax, isWriting else { return }
        node.bytes.withLock { stored in
            let old = Int(start)..<max(Int(start), min(Int(end), stored.count))
            for index in old { stored[index] = 0 }
            if stored.count < Int(end) { RawBytes.resize(&stored, to: Int(end)) }
        }
    }

    func sync() throws(StorageError) {}

    private func checked(
        _ offset: UInt64, plus count: Int, _ operation: StorageError.Operation
    ) throws(StorageError) -> Int {
        guard isWriting else {
            throw .failed(operation, file: name, code: MemoryCode.badDescriptor)
        }
        guard offset <= MemoryFile.bytesMax, UInt64(count) <= MemoryFile.bytesMax - offset else {
            throw .failed(operation, file: name, code: MemoryCode.tooLarge)
        }
        return Int(offset)
    }
}

private final class MemoryLock: LogLock {
    private let storage: MemoryStorage
    private let node: Mutex<Node?>
    let isUndisturbed: Bool

    init(storage: MemoryStorage, node: Node, isUndisturbed: Bool) {
        self.storage = storage
        self.isUndisturbed = isUndisturbed
        self.node = Mutex(node)
    }

    deinit { release() }

    func release() {
        node.withLock { node in
            node?.isLocked.withLock { $0 = false }
            node = nil
        }
    }

    func isStillHeld() throws(StorageError) -> Bool {
        guard let mine = node.withLock({ $0?.identity }) else { return false }
        return try storage.identity(of: LockFile.name) == mine
    }
}
