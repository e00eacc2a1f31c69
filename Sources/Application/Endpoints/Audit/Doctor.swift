internal import EventLog
package import Ledger

/// Says how a ledger and its place are.
package enum Doctor: Endpoint {
    package typealias Input = NoInput

    /// Something that should be mended.
    package enum Finding: String, Codable, Hashable, Sendable {
        case openToOthers, notWritable, unreadable, tornEnd, slowSync, littleSpace, locked
        case clockBehind, remoteDisk, syncedFolder, conflictedCopies, leftovers, savedAside
        case outlived, endUnknown, erasureUnfinished, missingFiles, strangeFiles
        case noDevice, copiedKeys, rewritten
    }

    /// What was found.
    package struct Output: Codable, Hashable, Sendable {
        /// The ledger's folder.
        package var home: String
        /// What should be mended.
        package var findings: [Finding] = []
        /// Folders and files that others can read or write, in the ledger's folder.
        package var openToOthers: [String] = []
        /// How many folders and files were looked at.
        package var files = 0
        /// Events; 0 where the log cannot be opened.
        package var events: UInt64 = 0
        /// The position of the last event.
        package var position: UInt64 = 0
        /// The root over all events, lower-case hex; empty where the log cannot be opened.
        package var root = ""
        /// Median seconds of a small write with a sync; left out where nothing can be written.
        package var syncSeconds: Double?
        /// Bytes that can still be written.
        package var bytesFree: UInt64?
        /// Who is writing; left out when nobody is.
        package var lockedBy: String?
        /// The wall clock, in milliseconds since 1970-01-01T00:00:00Z.
        package var now: Int64 = 0
        /// The log clock of the last event, in the same form.
        package var lastRecorded: Int64 = 0
        /// The file system's name, such as `ext4`.
        package var fileSystem: String?
        /// The program that seems to synchronise the folder.
        package var syncTool: String?
        /// Files that a synchronising program made where two machines wrote at once.
        package var conflictedCopies: [String] = []
        /// What an interrupted program left behind.
        package var leftovers: [String] = []
        /// Events that still have text which was to be erased; left out for none.
        package var pendingErasures: Int?
        /// Ends of the log that were cut and saved aside.
        package var savedAside: [String] = []
        /// Files that did not follow from the log, and were removed.
        package var outlived: [String] = []
        /// Files of entries and tasks that were looked for; left out where the log cannot be read.
        package var attachments: Int?
        /// Those that are not there; left out for none.
        package var missingFiles: [BrokenFile]?
        /// Files among them that belong to nothing, by their hashes; left out for none.
        package var strangeFiles: [String]?
        /// The device that records here, of a shared ledger; empty where none of this machine does.
        package var device: String?
        /// Keys that are on two devices; left out for none.
        package var copiedKeys: [CopiedKey]?
        /// The version of the log's format.
        package var format = Int(SegmentHeader.version)
        /// The version of the time zone data; left out where it is not known.
        package var zoneData: String?
    }

    package static let path = "doctor"
    package static let summary = "say how the ledger and its place are"
    package static let needs: Set<Permission> = [.read]
    package static let isMending = true

    /// Bytes below which space is little.
    private static let bytesFreeMin: UInt64 = 256 << 20
    /// Seconds above which a sync is slow.
    private static let syncSecondsMax = 0.1
    /// Milliseconds by which the wall clock may be behind.
    private static let clockSlackMax: Int64 = 60_000

    package static func run(
        _ input: Input, in env: Environment
    ) throws(ApplicationError) -> Output {
        let home = env.home.place
        guard try hasLog(env) else { throw .noLedger(home: home) }
        var found = Output(home: home)
        look(at: "\(home)/log", &found, env)
        place(&found)
        let names = settled(&found, env)
        modes(&found)
        clock(&found, env)
        found.conflictedCopies = names.conflicts
        found.leftovers = names.leftovers
        if !names.leftovers.isEmpty {
            // A file that a running program has just made does not stay.
            DiskStorage.sleep(.milliseconds(300))
            let stay = Set(
                Places.names(in: home) + Places.names(in: "\(home)/log").map { "log/\($0)" })
            found.leftovers = names.leftovers.filter(stay.contains)
        }
        found.savedAside = names.savedAside
        device(&found, env)
        found.outlived = (try? env.removeOutlived(of: try env.store())) ?? []
        if !found.outlived.isEmpty { found.findings.append(.outlived) }
        found.zoneData = Zone.dataVersion
        if !names.conflicts.isEmpty { found.findings.append(.conflictedCopies) }
        if !found.leftovers.isEmpty { found.findings.append(.leftovers) }
        if !names.savedAside.isEmpty { found.findings.append(.savedAside) }
        return found
    }

    /// Whether there is a ledger, however damaged.
    private static func hasLog(_ env: Environment) throws(ApplicationError) -> Bool {
        do throws(StoreError) { return try env.home.open() != nil } catch { return true }
    }

    /// Opens the log and reads its last event.
    private static func look(at log: String, _ found: inout Output, _ env: Environment) {
        do throws(StoreError) {
            guard let store = try env.home.open() else { return }
            let head = try store.head()
            guard head.count > 0 else { return }
            try store.read(head.count - 1..<head.count, .all) { _ in .next }
            _ = try store.event(at: 0)
            found.events = head.count
            found.position = head.count - 1
            found.root = head.root.hex
            found.lastRecorded = head.logClock
            if !isWhatWasKnown(store, env) { found.findings.append(.rewritten) }
            do throws(StoreError) { try (store as? FileEventStore)?.checkEnd() } catch {
                found.findings.append(.endUnknown)
            }
        } catch { found.findings.append(.unreadable) }
    }

    /// Whether the log goes on from what was verified here, and from what was signed, as far as it
    /// can be read.
    private static func isWhatWasKnown(_ store: any EventStore, _ env: Environment) -> Bool {
        if let known = VerifiedFile.read(from: env.home.place)?.head,
            let root = try? store.root(at: known.events).map(\.hex) ?? "", root != known.root
        {
            return false
        }
        do throws(ApplicationError) { _ = try env.holdSigned(against: store) } catch {
            if case .proof(.rolledBack) = error { return false }
            if case .proof(.forked) = error { return false }
        }
        return true
    }

    private static func place(_ found: inout Output) {
        let log = "\(found.home)/log"
        found.bytesFree = Places.bytesFree(log)
        found.fileSystem = Places.fileSystem(log)
        found.syncTool = SyncTools.tool(of: Places.resolved(log), names: Places.names)
        if let free = found.bytesFree, free < bytesFreeMin { found.findings.append(.littleSpace) }
        if let name = found.fileSystem, FileSystems.isRemote(name) {
            found.findings.append(.remoteDisk)
        }
        if found.syncTool != nil { found.findings.append(.syncedFolder) }
    }

    /// How long somebody may write before that is worth a word.
    private static let lockWait = Duration.seconds(2)

    /// Asks for the lock, looks at what a writer leaves behind, and gives it back.
    private static func settled(_ found: inout Output, _ env: Environment) -> FolderNames {
        let storage = try? DiskStorage(path: "\(found.home)/log")
        var lock: (any LogLock)?
        if Places.isWritable("\(found.home)/log"), let storage {
            do throws(StorageError) {
                lock = try storage.lock(wait: lockWait, owner: "ledger doctor")
            } catch .locked(let holder) {
                found.lockedBy = holder ?? ""
                found.findings.append(.locked)
            } catch { found.findings.append(.notWritable) }
        } else {
            found.findings.append(.notWritable)
        }
        defer { lock?.release() }
        // What somebody is writing looks like what somebody has left.
        if found.lockedBy == nil {
            let store = try? env.home.open() as? any LogInspection
            if (try? store?.statistics(upTo: 0).torn) == true { found.findings.append(.tornEnd) }
            erasures(&found, env)
            files(&found, env)
        }
        return FolderNames(
            home: Places.names(in: found.home), log: Places.names(in: "\(found.home)/log"),
            isBusy: found.lockedBy != nil)
    }

    /// Looks for text that was to be erased; not where the log cannot be read.
    private static func erasures(_ found: inout Output, _ env: Environment) {
        guard !found.findings.contains(.unreadable),
            let pending = try? env.snapshot(of: env.store(), upTo: nil).pendingErasures(),
            !pending.isEmpty
        else { return }
        found.pendingErasures = pending.count
        found.findings.append(.erasureUnfinished)
    }

    /// Looks for files of entries that are not there, and for what belongs to none; whether those
    /// that are there were changed, a verification finds out.
    private static func files(_ found: inout Output, _ env: Environment) {
        guard !found.findings.contains(.unreadable), let store = try? env.store(),
            let book = (try? env.attachments(of: store)) ?? nil
        else { return }
        let files = AttachmentFiles(env.home)
        found.attachments = book.files.count
        let missing = (try? files.broken(book) { !files.has($0) }) ?? []
        let strange = files.strangers(book)
        if !missing.isEmpty { found.findings.append(.missingFiles) }
        if !strange.isEmpty { found.findings.append(.strangeFiles) }
        found.missingFiles = missing.isEmpty ? nil : missing
        found.strangeFiles = strange.isEmpty ? nil : strange
    }

    /// Whether a device of this machine can sign here.
    private static func device(_ found: inout Output, _ env: Environment) {
        guard !found.findings.contains(.unreadable), let snapshot = try? env.snapshot(),
            !snapshot.referenceData.devices.isEmpty
        else { return }
        let devices = snapshot.referenceData.devices
        let key = (try? env.ownKey()) ?? nil
        let isRevoked = devices.revocations.contains { $0.revoked.key == key }
        found.device = key.flatMap { isRevoked ? nil : devices.name(of: $0) } ?? ""
        if found.device?.isEmpty == true { found.findings.append(.noDevice) }
        let copied = (try? env.copiedKeys(of: env.store())) ?? []
        if copied.isEmpty { return }
        found.copiedKeys = copied
        found.findings.append(.copiedKeys)
    }

    private static func modes(_ found: inout Output) {
        let home = found.home
        var paths = [""]
        paths += FolderNames.keptNames + [OwnDevice.name]
        let folders = [
            "log", KeyFiles.name, AttachmentFiles.folder, ReaderFiles.folder, BranchFiles.folder,
        ]
        for folder in folders {
            paths.append(folder)
            paths += Places.names(in: "\(home)/\(folder)").map { "\(folder)/\($0)" }
        }
        for path in paths {
            guard let mode = Places.mode(path.isEmpty ? home : "\(home)/\(path)") else { continue }
            found.files += 1
            if mode & 0o077 != 0 { found.openToOthers.append(path.isEmpty ? "." : path) }
        }
        if !found.openToOthers.isEmpty { found.findings.append(.openToOthers) }
    }

    private static func clock(_ found: inout Output, _ env: Environment) {
        found.now = env.now().millisecondsSince1970
        if found.events > 0, found.lastRecorded - found.now > clockSlackMax {
            found.findings.append(.clockBehind)
        }
        guard !found.findings.contains(.notWritable) else { return }
        found.syncSeconds = DiskSpeed.sync(in: found.home, env)
        if let seconds = found.syncSeconds, seconds > syncSecondsMax {
            found.findings.append(.slowSync)
        }
    }
}
