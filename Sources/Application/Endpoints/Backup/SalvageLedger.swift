internal import EventLog
package import Ledger

/// Writes what can be read of a damaged ledger into a new one.
package enum SalvageLedger: Endpoint {
    /// Where to, and what helps.
    package struct Input: Codable, Sendable {
        /// The new folder.
        package var destination: String
        /// Folders of older backups of the ledger, from which holes are filled; left out for none.
        package var with: [String]?
        /// Code of the currency, where the event is lost that opened the ledger.
        package var currency: String?
        /// IANA name of the zone, as `currency`; left out for the system's.
        package var zone: String?
        /// English name of the day on which weeks start, as `currency`; left out for Monday.
        package var weekStart: String?
        /// Whether only the account is made; left out for no.
        package var dryRun: Bool?

        /// A request.
        package init(
            destination: String, with: [String]? = nil, currency: String? = nil,
            zone: String? = nil, weekStart: String? = nil, dryRun: Bool? = nil
        ) {
            self.destination = destination
            self.with = with
            self.currency = currency
            self.zone = zone
            self.weekStart = weekStart
            self.dryRun = dryRun
        }
    }

    /// What became of it.
    package struct Output: Codable, Hashable, Sendable {
        /// The folder of the damaged ledger, which is as it was.
        package let source: String
        /// The folder of the new one.
        package let destination: String
        /// What is missing, and what is in its place.
        package let account: SalvageAccount
        /// Files of entries and tasks that neither the ledger nor a backup has as they were; left
        /// out for none.
        package var missingFiles: [BrokenFile]?
        /// How many files of the damaged ledger stay there, for no event that was read speaks of
        /// them; left out for none.
        package var filesLeft: Int?
        /// How long it took, in seconds.
        package let seconds: Double
        /// `true` when nothing was written; else left out.
        package let dryRun: Bool?
    }

    package static let path = "salvage"
    package static let summary = "write what can be read of a damaged ledger to a new one"
    package static let needs: Set<Permission> = [.read]
    package static let isMending = true

    /// The file beside the new log that keeps the account.
    package static let accountName = "salvage.json"

    package static func run(
        _ input: Input, in env: Environment
    ) throws(ApplicationError) -> Output {
        let start = env.uptime()
        let source = env.home.place
        let isRehearsal = input.dryRun == true || env.isDryRun
        try env.beginRecording()
        let folder = try NewFolder(input.destination, beside: [source])
        for place in input.with ?? [] {
            try env.check([.read], inFolder: place, called: place)
        }
        let storages = try storages(source, input.with ?? [])
        let options = try options(input, env)
        let salvage: Salvage
        do throws(SalvageError) { salvage = try Salvage(of: storages, options) } catch {
            throw mapErrors(error, folder)
        }
        func output(_ account: SalvageAccount) -> Output {
            Output(
                source: source, destination: folder.name, account: account,
                seconds: (env.uptime() - start) / .seconds(1),
                dryRun: isRehearsal ? true : nil)
        }
        if isRehearsal { return output(try write(salvage, to: nil, folder, env)) }
        return try folder.fill { () throws(ApplicationError) in
            let target: DiskStorage
            do throws(StorageError) { target = try DiskStorage.create(path: folder.log) } catch {
                throw .rescue(path: folder.name, .failed(.storage(error)))
            }
            let account = try write(salvage, to: target, folder, env)
            try eraseAgain(in: folder)
            try folder.verify(account.events, account.root, env)
            try folder.copySettings(of: source)
            var done = output(account)
            try takeFiles(to: folder, input, &done, env)
            try Files.replace(
                "\(folder.temporaryName)/\(accountName)", in: folder.temporaryName,
                with: JSONCoding.encode(done))
            return done
        }
    }

    /// Erases what the log says was to be erased, and came back from a copy that has not heard of
    /// that.
    private static func eraseAgain(in folder: NewFolder) throws(ApplicationError) {
        do throws(StoreError) {
            let store = try FileEventStore.open(at: folder.log)
            let snapshot = try LedgerSnapshot(store: store, upTo: nil)
            try store.eraseText(at: snapshot.pendingErasures())
        } catch {
            guard case .log(let error) = error else { return }
            throw .rescue(path: folder.name, .failed(error))
        }
    }

    /// Brings the files of entries and tasks along, of the ledger and then of the backups.
    private static func takeFiles(
        to folder: NewFolder, _ input: Input, _ done: inout Output, _ env: Environment
    ) throws(ApplicationError) {
        let new = env.with { $0.home = FileHome(folder.temporaryName) }
        for place in [done.source] + (input.with ?? []) {
            done.missingFiles = try new.takeFiles(from: FileHome(place))
            if done.missingFiles == nil { break }
        }
        let left = AttachmentFiles(env.home).names
            .count { !AttachmentFiles(new.home).has($0) }
        done.filesLeft = left == 0 ? nil : left
    }

    private static func storages(
        _ source: String, _ others: [String]
    ) throws(ApplicationError) -> [any LogStorage] {
        var storages: [any LogStorage] = []
        for place in [source] + others {
            do throws(StorageError) {
                storages.append(try DiskStorage(path: "\(place)/log"))
            } catch .notFound {
                if place == source { throw .noLedger(home: source) }
                throw .rescue(path: place, .noBackup)
            } catch { throw .store(.log(.storage(error))) }
        }
        return storages
    }

    private static func options(
        _ input: Input, _ env: Environment
    ) throws(ApplicationError) -> Salvage.Options {
        var opening: LedgerOpened?
        if let currency = input.currency {
            let settings = InitLedger.Input(
                currency: currency, zone: input.zone, weekStart: input.weekStart)
            opening = LedgerOpened(
                ledgerID: env.randomBytes(16),
                settings: try InitLedger.settings(settings, env.defaults))
        }
        return Salvage.Options(
            logID: env.newCommitID(), newCommitID: env.newCommitID, makeSeed: env.makeSeed,
            opening: opening, backups: (input.with ?? []).map { "\($0)/log" })
    }

    private static func write(
        _ salvage: Salvage, to target: (any LogStorage)?, _ folder: NewFolder, _ env: Environment
    ) throws(ApplicationError) -> SalvageAccount {
        do throws(SalvageError) {
            return try salvage.write(to: target, progress: env.progress)
        } catch { throw mapErrors(error, folder) }
    }

    private static func mapErrors(_ error: SalvageError, _ folder: NewFolder) -> ApplicationError {
        switch error {
        case .source(let error): .store(.log(error))
        case .target(let error): .rescue(path: folder.name, .failed(error))
        case .nothing: .rescue(path: folder.name, .nothing)
        case .openingLost: .rescue(path: folder.name, .openingLost)
        }
    }
}
