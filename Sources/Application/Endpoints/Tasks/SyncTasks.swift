internal import EventLog
internal import Interchange
package import Ledger

/// Keeps the tasks of the ledger and those of a file together.
///
/// What changed only there comes in, what changed only here goes out. What both changed, each in
/// its own way, is told, and stays as it is on both sides.
package enum SyncTasks: Endpoint {
    /// Which file.
    package struct Input: Codable, Hashable, Sendable {
        /// `taskwarrior`, `todo.txt` or `ics`.
        package var form: String
        /// Where the file is; one that is not there is made.
        package var path: String
        /// `ours` or `theirs`: the side that counts where both changed the same; left out for
        /// none.
        package var prefer: String?
        /// `gone` or `again`: what of the last time the file lacks is gone, or is written into it
        /// again; left out where nothing, or little, is missing.
        package var missing: String?

        /// A request.
        package init(
            form: String, path: String, prefer: String? = nil, missing: String? = nil
        ) {
            (self.form, self.path, self.prefer) = (form, path, prefer)
            self.missing = missing
        }
    }

    /// What becomes of a task.
    package enum Action: String, Codable, Hashable, Sendable {
        case new
        case changed
        case completed
        case reopened
        case dropped

        /// What changes come to.
        static func of(_ fields: [FieldChange]) -> Action {
            switch fields.first(where: { $0.field == "status" })?.now {
            case "completed": .completed
            case "dropped": .dropped
            case "open": .reopened
            default: .changed
            }
        }
    }

    /// A task that comes in, or goes out.
    package struct Task: Codable, Hashable, Sendable {
        /// Its id here; `nil` for one that is new.
        package let id: UInt64?
        /// Its title.
        package let title: String
        /// What becomes of it.
        package let action: Action
        /// What changes of it.
        package let changes: [FieldChange]

        init(_ moved: TaskSync.Moved) {
            (id, title, action, changes) = (moved.id, moved.title, moved.action, moved.fields)
        }
    }

    /// What both sides say otherwise.
    package struct Difference: Codable, Hashable, Sendable {
        /// What it is called.
        package let field: String
        /// As it is here; `nil` for nothing.
        package let ours: String?
        /// As it is there; `nil` for nothing.
        package let theirs: String?
    }

    /// A task that both sides changed.
    package struct Conflict: Codable, Hashable, Sendable {
        /// Its id here.
        package let id: UInt64
        /// Its title.
        package let title: String
        /// What both changed.
        package let fields: [Difference]
    }

    /// What was done.
    package struct Output: Codable, Hashable, Sendable {
        /// The file.
        package let path: String
        /// What came in.
        package let incoming: [Task]
        /// What went out.
        package let outgoing: [Task]
        /// What both sides changed, each in its own way.
        package let conflicts: [Conflict]
        /// Tasks that may be ones whose text was erased, which are left alone; `nil` for none.
        package let held: Int?
        /// The commit of what came in: its first event; `nil` for none.
        package let id: UInt64?
        /// The position of the last event that was taken in.
        package let position: UInt64
        /// The root over all events up to and including it, lower-case hex.
        package let root: String
    }

    package static let path = "task/sync"
    package static let summary = "keep tasks and a file of another program together"
    package static let needs: Set<Permission> = [.read, .create, .write]

    private static func choice<Word: RawRepresentable<String> & CaseIterable>(
        _ text: String?, _ field: String
    ) throws(ApplicationError) -> Word? {
        guard let text else { return nil }
        guard let word = Word(rawValue: text) else {
            throw .badChoice(field: field, text, allowed: Word.allCases.map(\.rawValue))
        }
        return word
    }

    package static func run(
        _ input: Input, in env: Environment
    ) throws(ApplicationError) -> Output {
        guard let format = TaskFormat(rawValue: input.form) else {
            throw .badChoice(
                field: "form", input.form, allowed: TaskFormat.allCases.map(\.rawValue))
        }
        let preference: TaskSync.Preference? = try choice(input.prefer, "prefer")
        let missing: SyncLoss.Choice? = try choice(input.missing, "missing")
        if input.path.isEmpty { throw .badInput(path: path, field: "path", .missing) }
        let file = try SyncedFile(input.path)
        // Nothing else writes into the ledger's own folder.
        if let home = env.home.saved.folder, Places.isPart(file.path, of: home) {
            throw .file(path: input.path, code: 17)
        }
        let snapshot = try env.snapshot()
        let reader = try TaskValueReader(env, snapshot, try env.zone(of: snapshot))
        do throws(ImportError) { try TaskImport.checkUTF8(file.bytes, format) } catch {
            throw .csv(error)
        }
        let theirs = try TaskSide(file.bytes, format, reader)
        if let fault = theirs.refused.first { throw .csv(.badTasks(format, fault)) }
        let kept = SyncState(format, of: file.path, in: env.home)
        let loss = SyncLoss(kept, theirs)
        let both = kept.flatMap { try? TaskSide(Array($0.tasks.utf8), format, reader) }
        let before = missing == .again ? try loss.before(both, format, reader) : both
        let recorder = try env.recorder()
        var first: TaskSync?
        let name = file.path.split(separator: "/").last.map(String.init) ?? ""
        let recorded = try recorder.record { snapshot, _ throws(ApplicationError) in
            let sync = try TaskSync(theirs, before, format, reader, preference, in: snapshot)
            if missing == nil { try loss.check(sync) }
            try sync.check()
            first = sync
            guard let command = sync.command(name) else { return nil }
            return try snapshot.decision(command)
        }
        let incoming = first?.incoming.map { Task($0) } ?? []
        if recorded != nil {
            // What came in has ids now.
            first = nil
            first = try TaskSync(
                theirs, before, format, reader, preference,
                in: try env.snapshot(of: recorder.store, upTo: nil))
        }
        guard let sync = first else { throw .decision(.nothingGiven) }
        try sync.check()
        if !env.isDryRun {
            try file.replace(with: sync.bytes)
            // What a program has not read yet stays sent until there is something else.
            let old = missing == nil ? kept?.sent : nil
            let sent = format != .taskwarrior ? nil : sync.sent.isEmpty ? old : sync.sent
            if both?.isMade(of: sync.agreed, format) != true || sent != kept?.sent {
                try SyncState(format, at: file.path, sync.agreed, sent: sent).keep(in: env.home)
            }
        }
        let head = try mappingError(ApplicationError.store, recorder.store.head())
        return Output(
            path: input.path, incoming: incoming,
            outgoing: sync.outgoing.map { Task($0) },
            conflicts: sync.conflicts.map { conflict in
                Conflict(id: conflict.id, title: conflict.title, fields: conflict.fields)
            },
            held: sync.heldCount > 0 ? sync.heldCount : nil,
            id: recorded?.appended.positions.lowerBound,
            position: head.count > 0 ? head.count - 1 : 0, root: head.root.hex)
    }
}
