internal import EventLog
package import Ledger

/// Puts a log that a team shares in the place of this copy's, and behind it what was recorded here
/// alone.
package enum TeamMerge {
    /// The folder, beside the log, in which the team's log is put together.
    package static func folder(in env: Environment) -> String {
        Places.resolved("\(env.home.place)/log") + FolderNames.fetchingEnding
    }

    /// Removes that folder and what is in it.
    package static func clear(in env: Environment) { Places.removeFolder(folder(in: env)) }

    /// Whether a folder can become that of a new device: it is missing, or has nothing in it.
    package static func isFree(_ folder: String) -> Bool {
        Places.mode(folder) == nil || Places.isFolder(folder) && Places.names(in: folder).isEmpty
    }

    /// Removes a file that is kept beside the log.
    package static func remove(
        _ name: String, in env: Environment
    ) throws(ApplicationError) {
        try Places.removeFile("\(env.home.place)/\(name)")
    }

    /// Takes the text of some events, which goes from the log because somebody else erased it, out
    /// of the files beside the log.
    package static func eraseBeside(
        _ events: [UInt64], of store: FileEventStore, in env: Environment
    ) throws(ApplicationError) {
        let snapshot = try mappingError(ApplicationError.store, LedgerSnapshot(store: store))
        try env.eraseBeside(events, of: snapshot)
    }

    /// Makes sure that this device is none that its own log says was revoked: nobody would believe
    /// what it records there.
    ///
    /// - Throws: ``DeviceError/revoked(_:)``.
    package static func checkDevice(in env: Environment) throws(ApplicationError) {
        // A key that cannot be used is found by what signs with it.
        guard let own = (try? env.ownDevice()) ?? nil else { return }
        let store = try env.store()
        let devices = try mappingError(ApplicationError.store) { () throws(StoreError) in
            try LedgerSnapshot(store: store).referenceData.devices
        }
        try env.checkRevocation(of: own.signer, in: store, devices)
    }

    /// The commits of the log here that are not believed; `nil` for none.
    package static func doubtful(
        in env: Environment
    ) throws(ApplicationError) -> SignatureSummary? {
        let store = try env.store()
        let own = (try? env.ownKey()) ?? nil
        let report = try mappingError(ApplicationError.store) { () throws(StoreError) in
            try store.signatureReport(
                LedgerSnapshot(store: store).referenceData.devices, own: own)
        }
        guard let report, !report.doubtful.isEmpty else { return nil }
        return SignatureSummary(report)
    }

    /// The keys that are on two devices, as the log here says it.
    package static func copiedKeys(
        in env: Environment
    ) throws(ApplicationError) -> [CopiedKey] {
        try env.copiedKeys(of: env.store())
    }

    /// What holds commits that come to the end of a log against its devices, before any of them is
    /// taken; `nil` where no device signs.
    ///
    /// - Parameter name: What the team's log is called in messages.
    package static func check(
        for mine: any EventStore, called name: String, in env: Environment
    ) throws(ApplicationError) -> ((IncomingCommits) throws -> Void)? {
        let devices = try mappingError(ApplicationError.store) { () throws(StoreError) in
            try LedgerSnapshot(store: mine).referenceData.devices
        }
        if devices.isEmpty { return nil }
        let own = (try? env.ownKey()) ?? nil
        return { commits in
            let found = try mappingError(ApplicationError.store) { () throws(StoreError) in
                try commits.judgement(devices, own: own, env.signedNumbers(of: mine, devices))
            }
            try env.refuse(
                found.doubtful, called: name, from: nil, to: own, devices, found.devices)
        }
    }

    /// Takes the other log; nobody else may write to this copy meanwhile.
    ///
    /// - Parameters:
    ///   - theirs: The team's log, in a folder of its own; it stays as it is.
    ///   - name: What the team's log is called in messages.
    ///   - isDoubtful: Whether it is taken, too, where it has commits that no device signed which
    ///     is believed here: `verify` names them, and somebody vouches for them, or not.
    /// - Returns: What became of it, the other log being the one that stays: what is set aside was
    ///   recorded here.
    package static func run(
        taking theirs: FileEventStore, called name: String, in env: Environment,
        isDoubtful: Bool = false
    ) throws(ApplicationError) -> MergeCopy.Output {
        let saved = try mappingError(ApplicationError.store, env.home.saved.open())
        guard let mine = saved as? FileEventStore else { throw .noLedger(home: env.home.place) }
        let reservation = try mappingError(ApplicationError.store, mine.reserve())
        defer {
            reservation.release()
            env.home.saved.refresh()
        }
        return try CopyMerger(
            name, mine, theirs, env, keepingTheirs: true, isDoubtful: isDoubtful
        ).merged()
    }
}
