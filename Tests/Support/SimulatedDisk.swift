package import EventLog
import Synchronization

/// A folder on a disk that can lose its power: what programs see and what is durable are kept
/// apart, for bytes and for names.
///
/// Every call has a number, from 0; a plan says which of them fails and how. The same plan and the
/// same choices give the same bytes.
package final class SimulatedDisk: LogStorage {
    /// How a call fails.
    package enum Fault: Sendable {
        /// The call does nothing and tells this `errno`.
        case error(Int32)
        /// A write leaves this many bytes and tells this `errno`.
        case short(Int, Int32)
        /// A sync leaves any part of what was written and fails; later ones succeed.
        case lostSync(seed: UInt64)
        /// The program is killed before the call.
        case killed
        /// The program is killed in the middle of a write, after this many bytes, or after any
        /// other call.
        case killedAfter(Int)
    }

    struct State: Sendable {
        var names: [String: UInt64] = [:] {
            didSet { nameChanges += 1 }
        }
        /// How often a name changed.
        var nameChanges = 0
        var durableNames: [String: UInt64] = [:]
        var renamings: [NameChange] = []
        var files: [UInt64: SimulatedFile] = [:]
        var fileCount: UInt64 = 0
        var calls = 0
        var faults: [Int: Fault] = [:]
        var persistent: (from: Int, code: Int32)?
        var isDead = false
        var isLocked = false
        var lastOwner: String?
        var hits = 0
    }

    /// What was done to names since the folder's last sync.
    enum NameChange: Sendable {
        case create(String, UInt64)
        case rename(String, to: String, UInt64)
        case remove(String)
    }

    let state: Mutex<State>

    /// An empty folder.
    package convenience init() { self.init(State()) }

    init(_ state: State) { self.state = Mutex(state) }

    // MARK: Faults

    /// Says which calls fail from now on, by number; and that from some call on all that change
    /// anything fail.
    package func plan(_ faults: [Int: Fault], allFrom: (Int, code: Int32)? = nil) {
        state.withLock {
            $0.faults = faults
            $0.persistent = allFrom.map { ($0.0, $0.code) }
        }
    }

    /// How many calls there were.
    package var calls: Int { state.withLock { $0.calls } }

    /// How many calls failed because of a plan.
    package var hits: Int { state.withLock { $0.hits } }

    /// Whether the program was killed.
    package var isDead: Bool { state.withLock { $0.isDead } }

    /// Kills the program that has the folder open now.
    package func kill() { state.withLock { $0.isDead = true } }

    /// What every name of the folder stands for, as a program sees it.
    package func contents() -> [String: [UInt8]] {
        state.withLock { state in
            state.names.compactMapValues { state.files[$0]?.cached }
        }
    }

    // MARK: LogStorage

    package var isWritable: Bool { true }

    package func list() throws(StorageError) -> [String] {
        try call(.list, "") { state throws(StorageError) in state.names.keys.sorted() }
    }

    package func open(_ name: String, _ mode: OpenMode) throws(StorageError) -> any LogFile {
        let id = try call(.open, name) { state throws(StorageError) -> UInt64 in
            if let id = state.names[name] {
                if mode == .create { throw .exists(file: name) }
                return id
            }
            guard mode == .create else { throw .notFound(file: name) }
            state.fileCount += 1
            state.files[state.fileCount] = SimulatedFile()
            state.names[name] = state.fileCount
            state.renamings.append(.create(name, state.fileCount))
            return state.fileCount
        }
        return SimulatedHandle(disk: self, name: name, id: id)
    }

    package func rename(_ source: String, to target: String) throws(StorageError) {
        try call(.rename, source) { state throws(StorageError) in
            guard let id = state.names.removeValue(forKey: source) else {
                throw .notFound(file: source)
            }
            state.names[target] = id
            state.renamings.append(.rename(source, to: target, id))
        }
    }

    package func remove(_ name: String) throws(StorageError) {
        try call(.remove, name) { state throws(StorageError) in
            guard state.names.removeValue(forKey: name) != nil else { throw .notFound(file: name) }
            state.renamings.append(.remove(name))
        }
    }

    package func syncDirectory() throws(StorageError) {
        try call(.sync, "") { state throws(StorageError) in
            state.durableNames = state.names
            state.renamings = []
        }
    }

    package func identity(of name: String) throws(StorageError) -> FileIdentity? {
        try call(.inspect, name) { state throws(StorageError) in
            state.names[name].map { FileIdentity(device: 0, inode: $0) }
        }
    }

    /// No times: as if none of them told of a change, and a loss of power took those that do.
    package func stamp(of name: String) throws(StorageError) -> FileStamp? {
        try call(.inspect, name) { state throws(StorageError) in
            state.names[name].map {
                FileStamp(
                    identity: FileIdentity(device: 0, inode: $0),
                    size: UInt64(state.files[$0]?.cached.count ?? 0), modified: 0, changed: 0)
            }
        }
    }

    package func lastChange() -> FolderChange? {
        state.withLock { FolderChange(count: $0.nameChanges) }
    }

    package func lock(wait: Duration, owner: String) throws(StorageError) -> any LogLock {
        let isUndisturbed = try call(.lock, LockFile.name) { state throws(StorageError) in
            if state.isLocked { throw .locked(holder: nil) }
            state.isLocked = true
            defer { state.lastOwner = owner }
            return state.lastOwner == owner
        }
        return SimulatedLock(self, isUndisturbed: isUndisturbed)
    }

    /// Makes a call: fails where it is planned, else changes the state.
    func call<Value>(
        _ operation: StorageError.Operation, _ file: String,
        _ body: (inout State) throws(StorageError) -> Value
    ) throws(StorageError) -> Value {
        let result = state.withLock { state -> Result<Value, StorageError> in
            var isLast = false
            switch state.turn(operation) {
            case nil: break
            case .error(let code), .short(_, let code):
                return .failure(.failed(operation, file: file, code: code))
            case .lostSync, .killed:
                return .failure(.failed(operation, file: file, code: ErrorNumber.io))
            case .killedAfter: isLast = true
            }
            do throws(StorageError) {
                let value = try body(&state)
                if isLast {
                    state.isDead = true
                    return .failure(.failed(operation, file: file, code: ErrorNumber.io))
                }
                return .success(value)
            } catch {
                return .failure(error)
            }
        }
        return try result.get()
    }
}

/// The `errno` values of Linux that faults tell.
package enum ErrorNumber {
    package static let interrupted: Int32 = 4
    package static let io: Int32 = 5
    package static let noSpace: Int32 = 28
    package static let quota: Int32 = 122
}

extension SimulatedDisk.State {
    /// Counts a call, and tells how it fails; `nil` when it does not.
    mutating func turn(_ operation: StorageError.Operation) -> SimulatedDisk.Fault? {
        if isDead { return .killed }
        defer { calls += 1 }
        var fault = faults[calls]
        if let persistent, calls >= persistent.from {
            switch operation {
            case .write, .sync, .rename, .truncate, .open: fault = .error(persistent.code)
            default: break
            }
        }
        guard let fault else { return nil }
        hits += 1
        switch fault {
        case .killed: isDead = true
        case .lostSync where operation != .sync: return .error(ErrorNumber.io)
        default: break
        }
        return fault
    }
}

private final class SimulatedLock: LogLock {
    let isUndisturbed: Bool
    private let disk: SimulatedDisk
    private let isHeld = Mutex(true)

    init(_ disk: SimulatedDisk, isUndisturbed: Bool) {
        self.disk = disk
        self.isUndisturbed = isUndisturbed
    }

    deinit { release() }

    func release() {
        let wasHeld = isHeld.withLock { isHeld in
            defer { isHeld = false }
            return isHeld
        }
        if wasHeld { disk.state.withLock { $0.isLocked = false } }
    }

    func isStillHeld() throws(StorageError) -> Bool {
        isHeld.withLock { $0 } && !disk.isDead
    }
}
