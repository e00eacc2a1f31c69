internal import EventLog
internal import ReadModels

/// A kind of file in a ledger's folder, and what an erasure does with it.
package struct LedgerFile: Sendable {
    /// What an erasure does.
    package enum Fate: Sendable {
        /// What holds erased text goes, the rest stays.
        case pruned
        /// It goes whenever anything is erased, and is made anew when it is asked for.
        case removed
        /// It goes where it holds erased text: nobody needs it any more.
        case dropped
        /// It goes where only erased events name it; what it says is reported where it stays.
        case attached
        /// The log writes it anew without the text.
        case rewritten
        /// It stays as it is, and is reported where it holds erased text.
        case stays

        /// Whether what it says is reported and stays.
        var isKept: Bool { self == .stays || self == .attached }
    }

    /// The files as the table in `Erasure.md` has them.
    package let words: String
    /// What an erasure does.
    package let fate: Fate
    /// Whether a file is one, by its path in the ledger's folder.
    let fits: @Sendable (String) -> Bool

    /// Every kind of file; of several that fit the first counts.
    package static let all: [LedgerFile] = [
        LedgerFile(
            words: "`settings.json`, `state.json`, `profiles.json`, `rules.json`",
            fate: .pruned
        ) { FolderNames.keptNames.contains($0) && $0 != SourceFile.name },
        LedgerFile(
            words: "`models.sqlite` and what SQLite keeps beside it",
            fate: .removed
        ) { path in
            ["", "-wal", "-shm", "-journal"].contains { path == ModelDatabase.fileName + $0 }
        },
        LedgerFile(
            words: "`sync-….json`, what files of tasks said when they were last the same",
            fate: .removed
        ) { $0.hasPrefix(SyncState.prefix) && $0.hasSuffix(".json") },
        LedgerFile(
            words: "`log/torn-….bin`, ends of the log that were cut and saved aside",
            fate: .removed
        ) { path in
            path.hasPrefix("log/") && Log.isTail(String(path.dropFirst(4)))
        },
        LedgerFile(
            words: "`log/….sums`, what events come to, with payees, tags, tasks and filters of "
                + "words",
            fate: .removed
        ) { path in
            path.hasPrefix("log/") && SumFile.position(String(path.dropFirst(4))) != nil
        },
        LedgerFile(
            words: "`log/….log` and `log/….log.keys`",
            fate: .rewritten
        ) { path in
            path.hasPrefix("log/") && (path.hasSuffix(".log") || path.hasSuffix(".log.keys"))
        },
        LedgerFile(
            words: "`files/…`, the files of entries and tasks",
            fate: .attached
        ) { $0.hasPrefix(AttachmentFiles.folder + "/") },
        LedgerFile(
            words: "`readers/….place`, how far each reader of the log came",
            fate: .stays
        ) { $0.hasPrefix(ReaderFiles.folder + "/") },
        LedgerFile(
            words: "`branches/….branch`, what is kept of branches that merges replaced",
            fate: .stays
        ) { BranchFiles.isOne($0) },
        LedgerFile(
            words: "`device.json`, which device records here",
            fate: .stays
        ) { $0 == OwnDevice.name },
        LedgerFile(
            words: "`log/….tmp`, `settings.json.123456` and the like, left by interrupted programs",
            fate: .dropped
        ) { path in
            path.hasPrefix("log/") && path.hasSuffix(".tmp") || FolderNames.isLeftover(path)
        },
        LedgerFile(
            words: "any other file in the ledger's folder",
            fate: .stays
        ) { _ in true },
    ]

    /// What an erasure does with a file.
    package static func fate(of path: String) -> Fate {
        all.first { $0.fits(path) }?.fate ?? .stays
    }
}
