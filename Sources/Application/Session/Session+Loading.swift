internal import EventLog
internal import FoundationEssentials
internal import Ledger
internal import Synchronization

extension Session {
    /// The session of a process: settings, state and ledger of a folder. Nothing is written yet.
    ///
    /// - Parameters:
    ///   - variables: The process's environment: `LEDGER_HOME`, `XDG_DATA_HOME`, `HOME`, `USER`.
    ///   - folder: The ledger's folder; found by the variables when left out.
    /// - Throws: ``ApplicationError/noHome``, ``ApplicationError/settings(_:)``,
    ///   ``ApplicationError/file(path:code:)``.
    package static func load(
        _ variables: [String: String], folder: String? = nil
    ) throws(ApplicationError) -> Session {
        guard let folder = folder ?? Session.folder(variables) else { throw .noHome }
        let settings =
            try SettingsFile.read(from: folder)
            ?? SettingsFile(device: UInt64.random(in: .min ... .max))
        var defaults = settings.defaults
        defaults.owner = defaults.owner ?? variables["USER"].flatMap { $0.isEmpty ? nil : $0 }
        let ids = CommitIDs(device: settings.device)
        let start = ContinuousClock.now
        let place = DeviceSecret.path(variables)
        let home = FileHome(folder) {
            place.flatMap { DeviceSecret.read($0, outside: folder, randomBytes) }
        }
        var root = Environment(
            home: home, now: systemTime,
            uptime: { ContinuousClock.now - start }, newCommitID: { ids.next(at: systemTime()) },
            randomBytes: randomBytes,
            user: settings.user, defaults: defaults,
            lastList: StateFile.read(from: folder).lastList,
            weights: PressureWeights(reading: settings.urgency))
        root.hooks = Hooks(variables)
        root.deviceKeys = place.map { POSIX.folder(of: $0) + "/" + DeviceKeys.folder }
        return Session(folder: folder, root, settings)
    }

    /// The folder of what somebody has set for themselves: `ledger` in `$XDG_CONFIG_HOME`, else in
    /// `$HOME/.config`; `nil` without either. A folder that is no absolute path does not count (XDG
    /// Base Directory Specification).
    package static func settingsFolder(_ variables: [String: String]) -> String? {
        if let folder = variables["XDG_CONFIG_HOME"], folder.hasPrefix("/") {
            return folder + "/ledger"
        }
        guard let home = variables["HOME"], home.hasPrefix("/") else { return nil }
        return home + "/.config/ledger"
    }

    /// The ledger's folder: `$LEDGER_HOME`, else `ledger` in `$XDG_DATA_HOME`, else in
    /// `$HOME/.local/share`; `nil` without any of them. A data folder that is no absolute path does
    /// not count (XDG Base Directory Specification).
    package static func folder(_ variables: [String: String]) -> String? {
        if let home = variables["LEDGER_HOME"], !home.isEmpty { return home }
        if let data = variables["XDG_DATA_HOME"], data.hasPrefix("/") { return data + "/ledger" }
        guard let home = variables["HOME"], !home.isEmpty else { return nil }
        return home + "/.local/share/ledger"
    }
}

/// Random bytes of the system.
@Sendable private func randomBytes(_ count: Int) -> [UInt8] {
    (0..<count).map { _ in UInt8.random(in: .min ... .max) }
}

/// The system's wall clock.
@Sendable private func systemTime() -> Timestamp {
    let seconds = Date().timeIntervalSince1970
    return Timestamp(millisecondsSince1970: Int64((seconds * 1_000).rounded(.down)))
}

/// Ids of commits that are made on one device: the time, and random bits so that two processes
/// differ; in one process each is larger than the one before.
private final class CommitIDs: Sendable {
    private let device: UInt64
    private let last = Mutex<UInt64>(0)

    init(device: UInt64) { self.device = device }

    func next(at time: Timestamp) -> CommitID {
        let milliseconds = UInt64(clamping: time.millisecondsSince1970)
        let fresh = milliseconds << 22 | UInt64.random(in: 0..<(1 << 22))
        let low = last.withLock { last in
            last = max(last &+ 1, fresh)
            return last
        }
        return CommitID(high: device, low: low)
    }
}
