internal import EventLog
package import Ledger

/// Copies the ledger into another folder and verifies the copy.
package enum BackUpLedger: Endpoint {
    /// Where to.
    package struct Input: Codable, Sendable {
        /// The folder: one that is not there yet, an empty one, or an earlier backup.
        package var destination: String
        /// Whether nothing is written; left out for no.
        package var dryRun: Bool?

        /// A request.
        package init(destination: String, dryRun: Bool? = nil) {
            self.destination = destination
            self.dryRun = dryRun
        }
    }

    /// What the copy came to.
    package struct Output: Codable, Hashable, Sendable {
        /// The folder of the copy.
        package let destination: String
        /// Events in the copy.
        package let events: UInt64
        /// Events in the copy that an earlier backup did not have.
        package let new: UInt64
        /// Bytes of the copy's log.
        package let bytes: UInt64
        /// Bytes of it that were copied.
        package let copied: UInt64
        /// Whether every hash of the copy was computed again, and the root is that of the ledger.
        package let verified: Bool
        /// How long it took, in seconds.
        package let seconds: Double
        /// The position of the copy's last event.
        package let position: UInt64
        /// The root over all its events, lower-case hex.
        package let root: String
        /// How many events still have text that was to be erased, in the copy as in the ledger;
        /// left out for none.
        package let pendingErasures: Int?
        /// Files of entries and tasks that are not as they were, and not in the copy; left out for
        /// none.
        package let missingFiles: [BrokenFile]?
        /// `true` when nothing was written; else left out.
        package let dryRun: Bool?
    }

    package static let path = "backup"
    package static let summary = "copy the ledger into another folder and verify the copy"
    package static let needs: Set<Permission> = [.read]
    package static let isMending = true

    /// What follows the name of a copy that is not finished.
    private static let unfinished = ".unfinished"

    package static func run(
        _ input: Input, in env: Environment
    ) throws(ApplicationError) -> Output {
        let start = env.uptime()
        let source = env.home.place
        let opened = try mappingError(ApplicationError.store, env.home.saved.open())
        guard let store = opened as? FileEventStore else { throw .noLedger(home: source) }
        try env.beginRecording()
        let isRehearsal = input.dryRun == true || env.isDryRun
        var name = input.destination
        for _ in 0..<attemptsMax {
            let target = try destination(input.destination, of: source)
            name = target.name
            if target.isEarlier { try check(store, behind: target.folder, env) }
            let copy: StoreCopy
            var missing: [BrokenFile]?
            if isRehearsal {
                copy = try copied(store, to: target) { () throws(CopyError) in
                    try store.copyRehearsal(to: target.log)
                }
            } else {
                guard let done = try backUp(store, source, to: target, input, env) else {
                    continue
                }
                (copy, missing) = done
            }
            return Output(
                destination: target.name, events: copy.events,
                new: copy.events - copy.eventsBefore, bytes: copy.bytes, copied: copy.bytesCopied,
                verified: !isRehearsal, seconds: (env.uptime() - start) / .seconds(1),
                position: copy.events - 1, root: copy.root,
                pendingErasures: try pendingErasures(store, env), missingFiles: missing,
                dryRun: isRehearsal ? true : nil)
        }
        throw .backup(path: name, .failed(.storage(.locked(holder: nil))))
    }

    /// How many events still have text that was to be erased; `nil` for none, and where only a
    /// newer program could tell.
    private static func pendingErasures(
        _ store: FileEventStore, _ env: Environment
    ) throws(ApplicationError) -> Int? {
        do throws(ApplicationError) {
            let snapshot = try env.snapshot(of: store, upTo: nil)
            let pending = try mappingError(ApplicationError.store, snapshot.pendingErasures())
            return pending.isEmpty ? nil : pending.count
        } catch .store(.needsNewerVersion) {
            return nil
        } catch .newerEvent {
            return nil
        } catch .store(.undecodable) {
            return nil
        } catch { throw error }
    }

    /// Where a copy goes.
    private struct Target: Equatable {
        /// The folder to write into.
        let folder: String
        /// What it is called in the end.
        let name: String

        var log: String { "\(folder)/log" }
        /// Whether it is a backup that is brought up to date.
        var isEarlier: Bool { folder == name }
    }

    /// How often another backup that ends meanwhile is made way for.
    private static let attemptsMax = 8

    /// Copies and verifies, while nobody else writes there.
    ///
    /// - Returns: `nil` when another backup has moved the folder in the meantime.
    private static func backUp(
        _ store: FileEventStore, _ source: String, to target: Target, _ input: Input,
        _ env: Environment
    ) throws(ApplicationError) -> (StoreCopy, missing: [BrokenFile]?)? {
        let held: HeldCopy
        do throws(ApplicationError) {
            held = try copied(store, to: target) { () throws(CopyError) in
                try store.copy(to: target.log)
            }
        } catch {
            // A backup that failed takes its folder away.
            if case .backup(_, .failed(.storage(.notFound))) = error { return nil }
            throw error
        }
        defer { held.release() }
        guard held.isAt(target.log), try destination(input.destination, of: source) == target
        else {
            if !target.isEarlier, held.isAt(target.log) { remove(target) }
            return nil
        }
        let missing: [BrokenFile]?
        do throws(ApplicationError) {
            missing = try copyFiles(source, to: target.folder, env)
            try verify(held.copy, in: target.folder, env)
        } catch {
            if !target.isEarlier { remove(target) }
            // What is wrong with the copy may be wrong with the ledger.
            _ = try mappingError(ApplicationError.store, store.verify(progress: env.progress))
            throw error
        }
        if !target.isEarlier { try Places.move(target.folder, to: target.name) }
        return (held.copy, missing)
    }

    /// Copies what goes with the log: small files, and those of entries and tasks.
    ///
    /// - Returns: Files of entries that are not as they were; `nil` for none.
    private static func copyFiles(
        _ source: String, to folder: String, _ env: Environment
    ) throws(ApplicationError) -> [BrokenFile]? {
        for name in FolderNames.keptNames {
            guard let bytes = try Files.read("\(source)/\(name)") else { continue }
            let old = try Files.read("\(folder)/\(name)")
            if old == bytes { continue }
            try Files.replace("\(folder)/\(name)", in: folder, with: bytes)
        }
        let missing = try env.with { $0.home = FileHome(folder) }.takeFiles(from: env.home.saved)
        try Files.syncFolder(folder)
        return missing
    }

    private static func remove(_ target: Target) {
        AttachmentFiles.removeLedger(target.folder)
    }

    /// Hashes what an earlier backup does not have, so that no damage gets into it.
    private static func check(
        _ store: FileEventStore, behind folder: String, _ env: Environment
    ) throws(ApplicationError) {
        let known = (try? FileEventStore.open(at: "\(folder)/log").head().count) ?? 0
        _ = try mappingError(
            ApplicationError.store,
            store.quickCheck(since: known, files: [], progress: env.progress))
    }

    /// The folder to write into, and what it will be called in the end: a backup that is there is
    /// brought up to date in its place, a new one gets its name when it is whole.
    private static func destination(
        _ path: String, of source: String
    ) throws(ApplicationError) -> Target {
        var name = path
        while name.count > 1, name.hasSuffix("/") { name.removeLast() }
        guard !name.isEmpty else { throw .backup(path: path, .occupied) }
        if Places.lies(name, in: source) || Places.lies(source, in: name) {
            throw .backup(path: name, .inside)
        }
        guard Places.mode(name) != nil else {
            return Target(folder: name + unfinished, name: name)
        }
        let names = Places.names(in: name)
        guard Places.isFolder(name), names.isEmpty || names.contains("log") else {
            throw .backup(path: name, .occupied)
        }
        return Target(folder: names.isEmpty ? name + unfinished : name, name: name)
    }

    /// Why the log of a folder is not that of an earlier backup.
    private static func unlike(
        _ store: FileEventStore, _ target: Target, _ events: UInt64
    ) -> BackupError {
        do throws(StoreError) {
            let other = try FileEventStore.open(at: target.log)
            let shared = try store.shared(with: other) ?? 0
            if events > 0, shared == events { return .otherLog(events: events) }
            return .diverged(events: events, shared: shared)
        } catch {
            // What is there cannot be read.
            return .diverged(events: events, shared: nil)
        }
    }

    private static func copied<Copy>(
        _ store: FileEventStore, to target: Target, _ body: () throws(CopyError) -> Copy
    ) throws(ApplicationError) -> Copy {
        let (folder, name) = (target.folder, target.name)
        do throws(CopyError) { return try body() } catch {
            switch error {
            case .source(let error): throw .store(.log(error))
            case .target(.notALog), .target(.foreignSegment), .target(.olderFormat),
                .target(.newerFormat):
                throw .backup(path: name, .occupied)
            case .target(let error): throw .backup(path: name, .failed(error))
            case .diverged(let events):
                throw .backup(path: folder, unlike(store, target, events))
            case .newer(let file): throw .backup(path: folder, .newer(file: file))
            }
        }
    }

    private static func verify(
        _ copy: StoreCopy, in folder: String, _ env: Environment
    ) throws(ApplicationError) {
        do throws(StoreError) {
            let store = try FileEventStore.open(at: "\(folder)/log")
            let found = try store.verify(progress: env.progress)
            guard found.events == copy.events, found.root.hex == copy.root else {
                throw .log(.replaced(file: folder))
            }
        } catch {
            guard case .log(let error) = error else {
                throw .backup(path: folder, .unlike(nil))
            }
            throw .backup(path: folder, .unlike(error))
        }
    }
}
