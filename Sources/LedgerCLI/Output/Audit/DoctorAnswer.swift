internal import Application
internal import EventLog
internal import Ledger

/// What `doctor` found, in words.
struct DoctorAnswer: Encodable {
    /// One thing that was looked at.
    struct Row: Encodable {
        /// What was looked at: one word.
        let check: String
        /// Whether it is well.
        let ok: Bool
        /// How it is.
        let value: String
        /// What should be mended; empty where all is well.
        let finding: String
        /// The command that mends it, or advice; empty where all is well.
        let next: String
    }

    /// Whether nothing should be mended.
    let healthy: Bool
    /// The ledger's folder.
    let home: String
    /// What was looked at.
    let rows: [Row]
    /// Median seconds of a small write with a sync; left out where nothing can be written.
    let syncSeconds: Double?
    /// Bytes that can still be written; left out where the system does not say.
    let bytesFree: UInt64?
    /// The position of the last event.
    let position: UInt64
    /// The root over all events, lower-case hex.
    let root: String

    /// - Parameter program: What commands about the ledger begin with.
    init(_ found: Doctor.Output, version: String, program: String) {
        let words = DoctorWords(found: found, program: program)
        healthy = found.findings.isEmpty
        home = found.home
        rows = words.rows(version: version)
        syncSeconds = found.syncSeconds
        bytesFree = found.bytesFree
        position = found.position
        root = found.root
    }
}

/// Words for what `doctor` found.
private struct DoctorWords {
    let found: Doctor.Output
    let program: String

    func rows(version: String) -> [DoctorAnswer.Row] {
        let others = found.openToOthers.count
        let zone = found.zoneData.map { "zones \($0)" } ?? "zones of an unknown version"
        let rows = [
            row("folder", Screen.plain(found.home), .notWritable),
            row(
                "modes",
                others == 0
                    ? "\(counted(found.files, "file and folder", "files and folders")), "
                        + "for you only"
                    : "\(counted(others, "file or folder", "files or folders")) open to others",
                .openToOthers),
            row(
                "log",
                found.findings.contains(.unreadable)
                    ? "cannot be read"
                    : "\(counted(found.events, "event")), the last one read; for every byte: "
                        + "\(program) verify", .unreadable, .rewritten, .endUnknown, .tornEnd),
            row(
                "erasures",
                found.pendingErasures.map { "\(counted($0, "event")) not done" } ?? "done",
                .erasureUnfinished),
            row("clock", clock, .clockBehind), row("lock", lock, .locked),
            row("sync", sync, .slowSync), row("space", space, .littleSpace),
            row("disk", found.fileSystem ?? "unknown", .remoteDisk),
            row("synced", found.syncTool.map { "by \($0)" } ?? "by no program", .syncedFolder),
            row("copies", list(found.conflictedCopies), .conflictedCopies),
            row("leftovers", list(found.leftovers), .leftovers),
            row("files", attached, .missingFiles, .strangeFiles),
            row("aside", list(found.savedAside), .savedAside),
            row(
                "derived", found.outlived.isEmpty ? "follow from the log" : list(found.outlived),
                .outlived),
            row("versions", "\(version), log format \(found.format), \(zone)"),
        ]
        guard let device = found.device else { return rows }
        let name = device.isEmpty ? "none of this machine" : Screen.plain(device)
        let keys = found.copiedKeys ?? []
        return rows + [row("device", name, .noDevice)]
            + (keys.isEmpty ? [] : [row("keys", TeamText.copied(keys), .copiedKeys)])
    }

    private func row(
        _ check: String, _ value: String, _ findings: Doctor.Finding...
    ) -> DoctorAnswer.Row {
        guard let finding = findings.first(where: found.findings.contains) else {
            return DoctorAnswer.Row(check: check, ok: true, value: value, finding: "", next: "")
        }
        let (what, next) = words(finding)
        return DoctorAnswer.Row(check: check, ok: false, value: value, finding: what, next: next)
    }

    private var home: String { Explanation.shellWord(found.home) }

    private func words(_ finding: Doctor.Finding) -> (what: String, next: String) {
        switch finding {
        case .openToOthers: ("others can reach \(list(open))", "chmod -R go= \(home)")
        case .notWritable: ("nothing can be recorded here", "ls -ld \(home) \(home)/log")
        case .unreadable: ("the log cannot be read", "ledger verify")
        case .rewritten: (rewritten, "ledger restore BACKUP --into RESTORED")
        case .endUnknown:
            (
                "what tells where the log ends is damaged: nothing can be recorded",
                "ledger verify"
            )
        case .erasureUnfinished:
            (
                "an erasure was interrupted: \(counted(found.pendingErasures ?? 0, "event")) still "
                    + (found.pendingErasures == 1 ? "has its text" : "have their text"),
                "ledger erase --finish"
            )
        case .tornEnd:
            (
                "the end of the log is what an interrupted writer left; it is saved aside when "
                    + "something is recorded next", "ledger seal"
            )
        case .slowSync: ("each thing that is recorded takes that long", "df -h \(home)")
        case .littleSpace: ("the disk is nearly full", "df -h \(home)")
        case .locked: ("someone is writing, or was stopped while writing", "ledger doctor")
        case .clockBehind:
            ("the clock is behind the last thing that was recorded", "date")
        case .remoteDisk:
            (
                "locks and syncs mean less on \(found.fileSystem ?? "this disk"): record from one "
                    + "machine only, or keep a backup here instead", backUp
            )
        case .syncedFolder:
            (
                "\(found.syncTool ?? "a program") may copy half of what is written: keep the "
                    + "ledger elsewhere and a backup here",
                "mv \(home) ~/ledger; export LEDGER_HOME=~/ledger"
            )
        case .conflictedCopies:
            (
                "two machines wrote at once, so there are two forks: "
                    + list(found.conflictedCopies),
                "ledger list -n 20   # then move the copies out of the folder"
            )
        case .leftovers:
            (
                found.leftovers.contains(where: isOldLog)
                    ? "an older state of the log lies beside it, with what was erased since"
                    : "an interrupted program left files behind", remove(found.leftovers)
            )
        case .outlived: (outlived, "ledger doctor")
        case .missingFiles: (missing, "ledger attachments")
        case .strangeFiles:
            (
                "files that belong to nothing, as after an erasure in another copy",
                remove((found.strangeFiles ?? []).map { "files/\($0)" })
            )
        case .noDevice: (unsigned, "ledger device add")
        case .copiedKeys:
            ("nobody can tell which of these commits its device signed", "ledger verify")
        case .savedAside:
            (
                "the end of the log was once cut and saved aside; when nothing is missing:",
                move(found.savedAside)
            )
        }
    }

    private var attached: String {
        if found.attachments == nil { return "not looked at" }
        let missing = found.missingFiles?.count ?? 0
        if missing > 0 { return "\(counted(missing, "file")) of entries missing" }
        let strange = found.strangeFiles?.count ?? 0
        return strange == 0 ? "all there" : "\(counted(strange, "file")) of nothing"
    }

    private var rewritten: String {
        "the log is not the one that was verified or signed here: a file is missing, or an "
            + "older copy stands in its place"
    }

    private var unsigned: String {
        "nothing can be signed here, so nothing can be recorded, or merged elsewhere"
    }

    private var missing: String {
        "files that belong to entries are not there: "
            + list((found.missingFiles ?? []).map { "\($0.name) of \($0.id)" })
    }

    private var outlived: String {
        "files that did not follow from the log, or held what was erased since, were removed; "
            + "they are made anew when they are needed"
    }

    private func isOldLog(_ path: String) -> Bool {
        path.hasPrefix("log/") && Log.isSegment(String(path.dropFirst(4)))
    }

    private var open: [String] { found.openToOthers.map { $0 == "." ? "the folder" : $0 } }

    private var backUp: String { "ledger backup ANOTHER-FOLDER" }

    private func remove(_ names: [String]) -> String {
        (names.contains("log.merging") ? "rm -r " : "rm ")
            + names.map { Explanation.shellWord("\(found.home)/\($0)") }
            .joined(separator: " ")
    }

    private func move(_ names: [String]) -> String {
        "mv " + names.map { Explanation.shellWord("\(found.home)/\($0)") }.joined(separator: " ")
            + " ANOTHER-FOLDER"
    }

    private func list(_ names: [String]) -> String {
        let shownMax = 3
        let shown = names.prefix(shownMax).map(Screen.plain).joined(separator: ", ")
        if names.isEmpty { return "none" }
        return names.count > shownMax ? "\(shown) and \(names.count - shownMax) more" : shown
    }

    private var lock: String {
        guard let holder = found.lockedBy else { return "free" }
        return holder.isEmpty ? "held" : "held by \(Screen.plain(holder))"
    }

    private var sync: String {
        guard let seconds = found.syncSeconds else { return "not measured" }
        return "\(LogText.duration(seconds)), the median of a few small writes"
    }

    private var space: String {
        guard let bytes = found.bytesFree else { return "unknown" }
        return "\(grouped(bytes >> 20)) MiB free"
    }

    private var clock: String {
        let now = Timestamp(millisecondsSince1970: found.now).minute
        guard found.events > 0 else { return now }
        let last = Timestamp(millisecondsSince1970: found.lastRecorded).minute
        return "\(now); the last event is of \(last)"
    }
}
