internal import EventLog
internal import Ledger

/// A folder in which a ledger is to be written anew. It gets its name when all of it is there, so
/// that nothing half done bears it; what came to nothing is taken away, by the next run where this
/// one is killed.
struct NewFolder {
    /// What it is called in the end.
    let name: String
    /// What it is called until then.
    let temporaryName: String

    /// The log below.
    var log: String { "\(temporaryName)/log" }

    /// - Parameter sources: The folders of ledgers, which must not lie in the new one, nor it in
    ///   them.
    /// - Throws: ``ApplicationError/rescue(path:_:)`` where something is there already.
    init(_ path: String, beside sources: [String]) throws(ApplicationError) {
        var name = path
        while name.count > 1, name.hasSuffix("/") { name.removeLast() }
        guard !name.isEmpty else { throw .rescue(path: path, .occupied) }
        for source in sources where Places.lies(name, in: source) || Places.lies(source, in: name) {
            throw .rescue(path: name, .inside)
        }
        self.name = name
        temporaryName = name + ".unfinished"
        let isFree =
            Places.mode(name) == nil
            || Places.isFolder(name) && Places.names(in: name).isEmpty
        guard isFree else { throw .rescue(path: name, .occupied) }
        guard Places.mode(temporaryName) == nil || isLeftOver else {
            throw .rescue(path: temporaryName, .occupied)
        }
    }

    /// Whether nothing is in the passing folder but what a run that was killed may have left.
    private var isLeftOver: Bool {
        let files =
            FolderNames.keptNames + [SalvageLedger.accountName, LockFile.name, OwnDevice.name]
        return Places.isFolder(temporaryName)
            && Places.names(in: temporaryName).allSatisfy { name in
                name == "log" || files.contains { name == $0 || name.hasPrefix($0 + ".") }
            }
            && Places.names(in: log).allSatisfy { name in
                name == LockFile.name || name.first?.isNumber == true
            }
    }

    /// Makes the passing folder, empty but for that of the log, while nobody else fills it.
    private func taken() throws(ApplicationError) -> FolderLock {
        for _ in 0..<8 {
            do throws(StorageError) { _ = try DiskStorage.create(path: log) } catch {
                throw .rescue(path: name, .failed(.storage(error)))
            }
            guard let lock = FolderLock(temporaryName), isLeftOver else { break }
            // It may have got its name in the meantime.
            guard lock.holds(temporaryName) else { continue }
            Places.clear(log)
            Places.clear(temporaryName, but: LockFile.name)
            return lock
        }
        throw .rescue(path: temporaryName, .occupied)
    }

    /// Fills the folder, and gives it its name.
    func fill<Result>(
        _ body: () throws(ApplicationError) -> Result
    ) throws(ApplicationError) -> Result {
        let lock = try taken()
        defer { withExtendedLifetime(lock) {} }
        do throws(ApplicationError) {
            let result = try body()
            try Files.syncFolder(temporaryName)
            try Places.move(temporaryName, to: name)
            return result
        } catch {
            AttachmentFiles.removeLedger(temporaryName)
            throw error
        }
    }

    /// Copies what goes with a ledger beside its log.
    func copySettings(of source: String) throws(ApplicationError) {
        for name in FolderNames.keptNames {
            guard let bytes = try Files.read("\(source)/\(name)") else { continue }
            try Files.replace("\(temporaryName)/\(name)", in: temporaryName, with: bytes)
        }
    }

    /// Hashes everything that was written, and holds it against what it should be.
    func verify(_ events: UInt64, _ root: String, _ env: Environment) throws(ApplicationError) {
        do throws(StoreError) {
            let found = try FileEventStore.open(at: log).verify(progress: env.progress)
            guard found.events == events, found.root.hex == root else {
                throw .log(.replaced(file: temporaryName))
            }
        } catch {
            guard case .log(let error) = error else { throw .rescue(path: name, .unlike(nil)) }
            throw .rescue(path: name, .unlike(error))
        }
    }
}
