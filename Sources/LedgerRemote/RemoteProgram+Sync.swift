import Application
import EventLog
import Ledger
import LedgerCLI
import SharedLog

extension RemoteProgram {
    /// What a synchronisation came to, for programs.
    struct Synchronised: Encodable {
        let address: String
        /// Commits of others that came.
        let pulled: Int64
        /// Commits that were recorded on the server.
        let pushed: Int64
        /// Whether things that were recorded here have other ids now.
        let moved: Bool
        /// What was pending and contradicts what others have recorded.
        let aside: [MergeCopy.Output.Aside]
        /// Commits whose texts the server had lost and was given again.
        let mended: Int
        /// What became of the files of entries and tasks; `null` where nobody looked.
        let files: FilesExchanged?
        /// Keys that are on two devices, as the log here says it; `null` where nobody looked.
        var copiedKeys: [CopiedKey]?
        /// Commits on both.
        let seq: Int64
        /// The position of the last event.
        let position: UInt64
        /// The root over all events, lower-case hex.
        let root: String
    }

    /// `ledger remote sync`
    func synchronise(_ options: RemoteOptions) throws(RemoteFailure) {
        let env = try environment(options.folder)
        try synchronise(env, remoteFile(env), options)
    }

    func synchronise(
        _ env: Environment, _ file: RemoteFile, _ options: RemoteOptions
    ) throws(RemoteFailure) {
        try mappingError(RemoteFailure.application, TeamMerge.checkDevice(in: env))
        var (done, merged) = try exchange(
            following(env, file, options), env, file, options)
        let made = try environment(env.home.place)
        done.copiedKeys = try mappingError(
            RemoteFailure.application, TeamMerge.copiedKeys(in: made))
        show(done, text(done, merged) + copiedText(done.copiedKeys ?? [], options), options)
    }

    /// That keys are on two devices; nothing for none.
    func copiedText(_ keys: [CopiedKey], _ options: RemoteOptions) -> String {
        if keys.isEmpty { return "" }
        return "copied   \(TeamText.copied(keys))\n  next: \(options.located("ledger verify"))\n"
    }

    /// `ledger remote follow`
    func follow(_ options: RemoteOptions) throws(RemoteFailure) {
        var open: Following?
        var isWaiting = false
        // What comes may say that this device was revoked.
        var isChecked = false
        // A file comes a moment after the commit that speaks of it.
        var (isFileMissing, round) = (true, 0)
        while true {
            round += 1
            do throws(RemoteFailure) {
                let env = try environment(options.folder)
                let file = try remoteFile(env)
                if !isChecked {
                    try mappingError(RemoteFailure.application, TeamMerge.checkDevice(in: env))
                }
                isChecked = false
                let following: Following
                if let open {
                    following = open
                } else {
                    following = try self.following(env, file, options)
                }
                open = following
                let (done, merged) = try exchange(
                    following, env, file, options,
                    withFiles: isFileMissing && round % RemoteProgram.fileRounds == 1)
                isChecked = done.pulled == 0
                if let files = done.files { isFileMissing = !files.missing.isEmpty }
                if isWaiting { put("The server is there again.\n", true) }
                isWaiting = false
                let news = [done.files?.sent, done.files?.fetched, done.files?.removed]
                if done.pulled + done.pushed > 0 || news.contains(where: { $0 ?? 0 > 0 }) {
                    show(done, text(done, merged), options)
                }
            } catch .shared(let error) where error.isPassing {
                open = nil
                if !isWaiting { put(RemoteWords(.shared(error)).located(options).message, true) }
                isWaiting = true
            }
            pause()
        }
    }

    /// While a file is missing, every so many rounds are asked for it.
    private static let fileRounds = 5

    /// Brings both logs together, and the files where something is new or somebody asks.
    private func exchange(
        _ following: Following, _ env: Environment, _ file: RemoteFile, _ options: RemoteOptions,
        withFiles: Bool = false
    ) throws(RemoteFailure) -> (Synchronised, [MergeCopy.Output]) {
        var merged: [MergeCopy.Output] = []
        // Where things are merged whoever recorded them has looked at the clock.
        let env = env.with { $0.acceptsClock = true }
        let outcome = try mappingError(RemoteFailure.shared) { () throws(SharedLogError) in
            try following.synchronise(
                since: file.end, isForgiving: options.pushesMissing,
                merging: Following.Merging(
                    in: TeamMerge.folder(in: env), clear: { TeamMerge.clear(in: env) },
                    check: { mine in
                        try options.takesDoubtful
                            ? nil : TeamMerge.check(for: mine, called: file.address, in: env)
                    },
                    merge: { theirs in
                        merged.append(
                            try TeamMerge.run(
                                taking: theirs, called: file.address, in: env,
                                isDoubtful: options.takesDoubtful))
                    }))
        }
        let isNew = outcome.end != file.end
        if isNew {
            try mappingError(
                RemoteFailure.shared,
                following.remote.confirm(
                    file.replica, name: file.device, events: outcome.end.events))
        }
        var file = file
        file.end = outcome.end
        file.syncedAt = env.now().millisecondsSince1970
        if isNew || !options.isFollowing { try file.write(env) }
        // Members may have come or gone meanwhile.
        try keep(following.remote, env)
        var files: FilesExchanged?
        if isNew || withFiles || !options.isFollowing {
            // What came is read by a log that was opened since.
            files = try exchangeFiles(
                following.remote, environment(env.home.place), at: outcome.end, options)
        }
        return (
            Synchronised(
                address: file.address, pulled: outcome.pulled, pushed: outcome.pushed,
                moved: merged.contains(where: \.moved), aside: merged.flatMap(\.aside),
                mended: outcome.mended, files: files, seq: outcome.end.seq,
                position: outcome.end.events - min(outcome.end.events, 1),
                root: outcome.end.root.hex), merged
        )
    }

    private func text(_ done: Synchronised, _ merged: [MergeCopy.Output]) -> String {
        var text =
            switch (done.pulled, done.pushed) {
            case (0, 0): "Nothing new on either side.\n"
            case (let came, 0): "Took \(commits(came)) of others.\n"
            case (0, let went): "Recorded \(commits(went)) on the server.\n"
            case (let came, let went):
                "Took \(commits(came)) of others, and recorded \(commits(went)) behind.\n"
            }
        for output in merged {
            text += TeamText.aside(output)
            if output.moved {
                text +=
                    "What was pending behind event \(output.shared - 1) has another id now.\n"
            }
        }
        if done.mended > 0 {
            text += "Gave the server the texts of \(commits(Int64(done.mended))) again.\n"
        }
        text += done.files?.text ?? ""
        return text + "as of event \(done.position) · root \(done.root.prefix(12))…\n"
    }

    func events(_ count: UInt64) -> String { count == 1 ? "1 event" : "\(count) events" }

    func commits(_ count: Int64) -> String { count == 1 ? "1 commit" : "\(count) commits" }
}

extension SharedLogError {
    /// Whether it may be over by itself.
    var isPassing: Bool {
        switch self {
        case .unreachable, .lost, .unacknowledged, .outrun: true
        default: false
        }
    }
}

extension RemoteOptions {
    /// Whether the program goes on until it is ended.
    var isFollowing: Bool { command == .follow }
}
