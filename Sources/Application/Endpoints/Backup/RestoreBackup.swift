internal import EventLog
package import Ledger

/// Writes a ledger anew from a backup, as it is or as it once was.
package enum RestoreBackup: Endpoint {
    /// What from where, and where to.
    package struct Input: Codable, Sendable {
        /// The folder of the backup, or of any ledger.
        package var backup: String
        /// The new folder.
        package var destination: String
        /// The last position or the last moment to take in; left out for all.
        package var to: String?

        /// A request.
        package init(backup: String, destination: String, to: String? = nil) {
            self.backup = backup
            self.destination = destination
            self.to = to
        }
    }

    /// What was written.
    package struct Output: Codable, Hashable, Sendable {
        /// The folder that was read.
        package let source: String
        /// The new folder.
        package let destination: String
        /// Events of the new ledger.
        package let events: UInt64
        /// Events of the one that was read.
        package let of: UInt64
        /// The position that was asked for, when its commit ends later: commits come whole.
        package let asked: UInt64?
        /// Files of entries and tasks that the backup has not as they were; left out for none.
        package var missingFiles: [BrokenFile]?
        /// The log clock of the last event.
        package let end: Timestamp
        /// How long it took, in seconds.
        package let seconds: Double
        /// The position of the last event.
        package let position: UInt64
        /// The root over all events, the same as in the ledger that was read, lower-case hex.
        package let root: String
        /// `true` when nothing was written; else left out.
        package let dryRun: Bool?
    }

    package static let path = "backup/restore"
    package static let summary = "write a ledger anew from a backup, as it is or as it once was"
    package static let needs: Set<Permission> = [.read]
    package static let isMending = true

    package static func run(
        _ input: Input, in env: Environment
    ) throws(ApplicationError) -> Output {
        try env.beginRecording()
        // A ledger that is lost is restored into its own place.
        let homes = Places.isFolder(env.home.place) ? [env.home.place] : []
        let folder = try NewFolder(input.destination, beside: [input.backup] + homes)
        do throws(ApplicationError) { return try written(input, to: folder, env) } catch .noLedger {
            throw .rescue(path: input.backup, .noBackup)
        } catch .store(.log(let error)) {
            throw .rescue(path: input.backup, error == .missing ? .noBackup : .unreadable(error))
        } catch { throw error }
    }

    /// Writes the ledger; what cannot be read of a store is the backup's.
    private static func written(
        _ input: Input, to folder: NewFolder, _ env: Environment
    ) throws(ApplicationError) -> Output {
        let start = env.uptime()
        try env.check([.read], inFolder: input.backup, called: input.backup)
        let source = env.with { $0.home = FileHome(input.backup) }
        guard let store = try source.store() as? FileEventStore else {
            throw .rescue(path: input.backup, .noBackup)
        }
        let whole = try mappingError(ApplicationError.store, store.head().count)
        var count = whole
        if let to = input.to {
            count = try source.count(of: store, try source.past(to))
            if count == 0 { throw .report(.notOpened) }
        }
        func output(_ head: LogHead) -> Output {
            Output(
                source: input.backup, destination: folder.name, events: head.count, of: whole,
                asked: head.count > count ? count - 1 : nil,
                end: Timestamp(millisecondsSince1970: head.logClock),
                seconds: (env.uptime() - start) / .seconds(1), position: head.count - 1,
                root: head.root.hex, dryRun: env.isDryRun ? true : nil)
        }
        if env.isDryRun {
            let head = try rebuilt(store, count, nil, folder, env)
            try hold(head, against: store, env)
            return output(head)
        }
        return try folder.fill { () throws(ApplicationError) in
            let head = try rebuilt(store, count, folder.log, folder, env)
            try hold(head, against: store, env)
            try folder.verify(head.count, head.root.hex, env)
            try folder.copySettings(of: input.backup)
            let restored = env.over(folder.temporaryName)
            try restored.renewSecrets()
            var done = output(head)
            done.missingFiles = try restored.takeFiles(from: source.home)
            return done
        }
    }

    /// Events that do not give the root that is stored with them are damage of what was read, and
    /// none of what was written.
    private static func hold(
        _ head: LogHead, against store: FileEventStore, _ env: Environment
    ) throws(ApplicationError) {
        try mappingError(ApplicationError.store) { () throws(StoreError) in
            if try store.root(at: head.count) == head.root { return }
            _ = try store.verify(progress: env.progress)
            throw .log(.replaced(file: env.home.place))
        }
    }

    /// Writes the first events to a folder; `nil` for one in memory.
    private static func rebuilt(
        _ store: FileEventStore, _ count: UInt64, _ path: String?, _ folder: NewFolder,
        _ env: Environment
    ) throws(ApplicationError) -> LogHead {
        do throws(CopyError) {
            return try store.rebuild(count, at: path, progress: env.progress)
        } catch .target(let error) {
            throw .rescue(path: folder.name, .failed(error))
        } catch .source(let error) {
            throw .store(.log(error))
        } catch { throw .rescue(path: folder.name, .occupied) }
    }
}
