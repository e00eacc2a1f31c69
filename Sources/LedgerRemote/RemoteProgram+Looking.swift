import Application
import EventLog
import Ledger
import LedgerCLI
import SharedLog

extension RemoteProgram {
    /// How the ledger here and the one on the server stand to each other, for programs.
    private struct Status: Encodable {
        struct Device: Encodable {
            let name: String
            /// Whether it is this one.
            let isThis: Bool
            /// How many events it has.
            let events: UInt64
            /// When it said so, in milliseconds since 1970-01-01T00:00:00Z.
            let at: Int64
            /// Whether what was erased is gone there.
            let hasErased: Bool
        }

        let address: String
        let ledger: String
        /// Commits that both have.
        let shared: Int64
        /// Commits and events that the server has not.
        let pendingCommits: Int
        let pendingEvents: UInt64
        /// Commits that are missing here; `null` where the server could not be asked.
        let behind: Int64?
        /// When both were last the same, in milliseconds; `null` before.
        let syncedAt: Int64?
        let devices: [Device]
        /// What the server does not see: `text`, `all`, or `null` for nothing.
        let encrypted: String?
        /// Who began to encrypt it, and the fingerprint of that, the same on all devices; `null`
        /// for nobody, and where the server could not be asked.
        let begunBy: String?
        let beginning: String?
        /// The files of entries and tasks; `null` where only a newer program can tell.
        let files: FileStatus?
        /// Keys that are on two devices, as the log here says it.
        let copiedKeys: [CopiedKey]
        /// Why what is missing here is not taken, such as a key that is on two devices; `null`
        /// where nothing stops it, or nobody looked.
        var refused: String?
    }

    /// `ledger remote status`
    func status(_ options: RemoteOptions) throws(RemoteFailure) {
        let env = try environment(options.folder)
        let file = try remoteFile(env)
        let following: Following
        do throws(RemoteFailure) { following = try self.following(env, file, options) } catch {
            if case .shared(let cause) = error, cause.isPassing {
                try? showPending(env, file, options)
            }
            throw error
        }
        let files = try fileStatus(following.remote, env)
        let keyring = try mappingError(RemoteFailure.shared, following.remote.keyring())
        let copied = try mappingError(
            RemoteFailure.application, TeamMerge.copiedKeys(in: env))
        let status = try mappingError(RemoteFailure.shared) { () throws(SharedLogError) in
            let replica = try following.replica()
            let standing = try following.standing(replica, since: file.end)
            let (pending, erased) = try mappingError(SharedLogError.store) {
                () throws(StoreError) in
                (
                    try replica.store.commitCount(from: standing.shared.events),
                    try LedgerSnapshot(store: replica.store).erasures().map(\.position).max()
                )
            }
            return Status(
                address: file.address, ledger: file.ledger, shared: standing.shared.seq,
                pendingCommits: pending,
                pendingEvents: standing.events - standing.shared.events,
                behind: standing.head.seq - standing.shared.seq, syncedAt: file.syncedAt,
                devices: try following.remote.replicas().map { device in
                    Status.Device(
                        name: device.name, isThis: device.id == file.replica,
                        events: device.events, at: device.at,
                        hasErased: erased.map { device.events > $0 } ?? true)
                },
                encrypted: keyring?.secrecy.rawValue, begunBy: keyring?.beginning.name,
                beginning: keyring?.beginning.fingerprint, files: files, copiedKeys: copied,
                refused: try refusal(following, standing, file, env))
        }
        show(status, text(status, options), options)
    }

    /// Where no more commits are missing here they are held against the devices here.
    private static let heldMax: Int64 = 256

    /// Why what is missing here will not be taken; `nil` where nothing stops it, or where that
    /// would take long.
    private func refusal(
        _ following: Following, _ standing: Following.Standing, _ file: RemoteFile,
        _ env: Environment
    ) throws(SharedLogError) -> String? {
        guard standing.isBehind, !standing.isPending,
            standing.head.seq - standing.shared.seq <= RemoteProgram.heldMax
        else { return nil }
        do throws(SharedLogError) {
            try following.hold(behind: standing) { mine in
                try TeamMerge.check(for: mine, called: file.address, in: env)
            }
            return nil
        } catch .merge(let error as ApplicationError) {
            return ErrorText(error).what
        } catch { throw error }
    }

    /// What is known without the server: what waits here since both were last the same.
    private func showPending(
        _ env: Environment, _ file: RemoteFile, _ options: RemoteOptions
    ) throws(RemoteFailure) {
        let copied = try mappingError(
            RemoteFailure.application, TeamMerge.copiedKeys(in: env))
        let status = try mappingError(RemoteFailure.shared) { () throws(SharedLogError) in
            let replica = try Replica(
                at: "\(env.home.place)/log", secret: { env.home.deviceSecret })
            return try mappingError(SharedLogError.store) { () throws(StoreError) in
                let count = try replica.store.head().count
                let known = min(file.end?.events ?? 0, count)
                return Status(
                    address: file.address, ledger: file.ledger, shared: file.end?.seq ?? 0,
                    pendingCommits: try replica.store.commitCount(from: known),
                    pendingEvents: count - known, behind: nil, syncedAt: file.syncedAt,
                    devices: [], encrypted: file.secrecy?.rawValue, begunBy: nil, beginning: nil,
                    files: nil, copiedKeys: copied)
            }
        }
        show(status, text(status, options), options)
    }

    private func text(_ status: Status, _ options: RemoteOptions) -> String {
        var text = "\(status.address), ledger \(status.ledger)\n"
        let pending = commits(Int64(status.pendingCommits))
        text +=
            status.pendingCommits == 0
            ? "pending  nothing\n"
            : "pending  \(pending) (\(events(status.pendingEvents)))\n"
        switch status.behind {
        case nil: text += "behind   not known, for the server cannot be asked\n"
        case 0: text += "behind   nothing\n"
        case let count?: text += "behind   \(commits(count))\n"
        }
        if let refused = status.refused { text += "refused  \(refused)\n" }
        text += "synced   " + (status.syncedAt.map(moment) ?? "never") + "\n"
        text += status.files?.text ?? ""
        if let encrypted = status.encrypted { text += "hidden   \(encrypted)\n" }
        if let name = status.begunBy, let fingerprint = status.beginning {
            text += "begun    by \(PlainText.plain(name)); fingerprint \(fingerprint)\n"
        }
        for device in status.devices {
            let name = PlainText.plain(device.name)
            text += "device   \(name)\(device.isThis ? " (this one)" : "")"
            text += ": \(events(device.events)), \(moment(device.at))"
            text += device.hasErased ? "\n" : "; has not confirmed what was erased\n"
        }
        text += copiedText(status.copiedKeys, options)
        let files = (status.files?.pending ?? 0) + (status.files?.behind ?? 0)
        if let behind = status.behind, status.pendingCommits > 0 || behind > 0 || files > 0 {
            text += "  next: \(options.located("ledger remote sync"))\n"
        }
        return text
    }

    private func moment(_ milliseconds: Int64) -> String {
        "\(Timestamp(millisecondsSince1970: milliseconds))"
    }

    /// `ledger remote verify`
    func verify(_ options: RemoteOptions) throws(RemoteFailure) {
        struct Verified: Encodable {
            let commits: Int64
            let events: UInt64
            let root: String
            let behind: Int64
            let pending: UInt64
            let isWhole: Bool
            /// Files that were read; `null` where none were looked at.
            let files: Int?
        }
        let env = try environment(options.folder)
        let following = try following(env, try remoteFile(env), options)
        let found = try mappingError(RemoteFailure.shared) { () throws(SharedLogError) in
            let check = RemoteCheck(following.remote, try following.replica().store)
            return try options.isWhole
                ? check.whole(progress: { _ in }) : check.roots(progress: { _ in })
        }
        let files = options.isWhole ? try verifyFiles(following.remote, env) : nil
        var text = "The first \(commits(found.commits)) (\(events(found.events))) are the same here"
        text += options.isWhole ? " and there, every one read and hashed.\n" : " and there.\n"
        if found.behind > 0 { text += "\(commits(found.behind)) of others are missing here.\n" }
        if found.pending > 0 { text += "Pending here: \(events(found.pending)).\n" }
        if let files, files > 0 {
            text += files == 1 ? "1 file is" : "\(files) files are"
            text += " there as attached.\n"
        }
        show(
            Verified(
                commits: found.commits, events: found.events, root: found.root,
                behind: found.behind, pending: found.pending, isWhole: options.isWhole,
                files: files),
            text + "root \(found.root.prefix(12))…\n", options)
    }
}
