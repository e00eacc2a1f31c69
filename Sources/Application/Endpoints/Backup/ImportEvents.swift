internal import EventLog
package import Ledger

/// Makes a ledger of a file of events: the same events, in the same commits, under the same root.
package enum ImportEvents: Endpoint {
    /// Which file.
    package struct Input: Codable, Hashable, Sendable {
        /// The file; `-` is standard input.
        package var path: String
        /// Whether the file is checked and nothing is written; left out for no.
        package var dryRun: Bool?

        /// A request.
        package init(path: String, dryRun: Bool? = nil) {
            self.path = path
            self.dryRun = dryRun
        }
    }

    /// What was written.
    package struct Output: Codable, Hashable, Sendable {
        /// The folder of the ledger.
        package let home: String
        /// How many events there are.
        package let events: UInt64
        /// Files of entries and tasks that do not come along with events; left out for none.
        package var missingFiles: [BrokenFile]?
        /// How long it took, in seconds.
        package let seconds: Double
        /// The position of the last event.
        package let position: UInt64
        /// The root over all events, as the file says it, lower-case hex.
        package let root: String
        /// `true` when nothing was written; else left out.
        package let dryRun: Bool?
    }

    package static let path = "events/import"
    package static let summary = "make a ledger of a file of events"
    package static let needs: Set<Permission> = [.write]

    package static func run(
        _ input: Input, in env: Environment
    ) throws(ApplicationError) -> Output {
        try env.beginRecording()
        let start = env.uptime()
        let isRehearsal = input.dryRun == true || env.isDryRun
        let id = CommitID(bytes: env.randomBytes(16)) ?? CommitID(high: 0, low: 0)
        func output(_ head: LogHead) -> Output {
            Output(
                home: env.home.place, events: head.count,
                seconds: (env.uptime() - start) / .seconds(1), position: head.count - 1,
                root: head.root.hex, dryRun: isRehearsal ? true : nil)
        }
        func made(
            in storage: any LogStorage, _ folder: String
        ) throws(ApplicationError) -> LogHead {
            let source = try FileSource.named(input.path, spoolingIn: folder)
            var reader = try EventFileReader(source) { () throws(ApplicationError) in
                do throws(LogError) { return try LogBuilder(in: storage, id: id) } catch {
                    throw .rescue(path: env.home.place, .failed(error))
                }
            }
            return try reader.read(progress: env.progress)
        }
        if isRehearsal { return output(try made(in: MemoryStorage(), ".")) }
        if let store = try mappingError(ApplicationError.store, env.home.open()) {
            let count = try mappingError(ApplicationError.store, store.head().count)
            throw .ledgerExists(home: env.home.place, events: count)
        }
        guard let place = env.home.folder else { throw .noLedger(home: env.home.place) }
        let folder = try NewFolder(place, beside: [])
        return try folder.fill { () throws(ApplicationError) in
            let storage: DiskStorage
            do throws(StorageError) { storage = try DiskStorage.create(path: folder.log) } catch {
                throw .rescue(path: folder.name, .failed(.storage(error)))
            }
            let head = try made(in: storage, folder.temporaryName)
            try folder.verify(head.count, head.root.hex, env)
            let imported = env.over(folder.temporaryName)
            try imported.renewSecrets()
            var done = output(head)
            done.missingFiles = try imported.missingFiles()
            return done
        }
    }
}
