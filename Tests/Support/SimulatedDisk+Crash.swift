package import EventLog
import Synchronization

extension SimulatedDisk {
    /// The folder as the next program finds it after this one was killed: all that was written is
    /// there, durable or not.
    package func afterKill() -> SimulatedDisk {
        var next = state.withLock { $0 }
        next.calls = 0
        next.faults = [:]
        next.persistent = nil
        next.isDead = false
        next.isLocked = false
        next.hits = 0
        return SimulatedDisk(next)
    }

    /// The folder as the next program finds it after a loss of power: any part of what was not
    /// synced is there, by sectors and by names.
    ///
    /// - Parameters:
    ///   - isTearing: Whether sectors may be torn as well.
    ///   - inBlocks: Whether whole blocks of 4,096 bytes are written at once, and torn.
    ///   - ignoring: Names of files that nobody reads after a crash: they are kept as they are.
    package func afterPowerLoss(
        _ choices: inout some Choices, isTearing: Bool, inBlocks: Bool = false,
        ignoring: (String) -> Bool = { _ in false }
    ) -> SimulatedDisk {
        let unit = inBlocks ? SimulatedFile.blockBytes : SimulatedFile.sectorBytes
        let old = state.withLock { $0 }
        var names = old.durableNames
        for change in old.renamings where choices.choose(2) == 1 {
            switch change {
            case .create(let name, let id): names[name] = id
            case .remove(let name): names[name] = nil
            case .rename(let source, let target, let id):
                if names[source] == id { names[source] = nil }
                names[target] = id
            }
        }
        var next = State()
        next.fileCount = old.fileCount
        next.names = names
        next.durableNames = names
        // Time goes on: no state of the folder looks like one from before.
        next.nameChanges = old.nameChanges + 1
        for (name, id) in names.sorted(by: { $0.key < $1.key }) where next.files[id] == nil {
            guard let file = old.files[id] else { continue }
            let bytes =
                ignoring(name)
                ? file.durable : file.survivors(&choices, isTearing: isTearing, unit: unit)
            next.files[id] = SimulatedFile(bytes)
        }
        return SimulatedDisk(next)
    }

    /// The files of a folder in memory.
    package static func files(of storage: MemoryStorage) -> [String: [UInt8]] {
        let names = (try? storage.list()) ?? []
        return Dictionary(
            uniqueKeysWithValues: names.filter { $0 != LockFile.name }.map {
                ($0, storage.bytes(of: $0) ?? [])
            })
    }

    /// A folder in which some files are, durable.
    package convenience init(_ files: [String: [UInt8]]) {
        var state = State()
        for (name, bytes) in files.sorted(by: { $0.key < $1.key }) {
            state.fileCount += 1
            state.files[state.fileCount] = SimulatedFile(bytes)
            state.names[name] = state.fileCount
        }
        state.durableNames = state.names
        self.init(state)
    }
}
