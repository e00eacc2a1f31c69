internal import EventLog
internal import Interchange

/// What the names in a ledger's folders mean.
package struct FolderNames {
    /// A log that a merge puts together, or the one that was there before it.
    static let merging = "log" + mergingEnding
    /// What follows the name of the log then.
    static let mergingEnding = ".merging"

    /// The log of a team, while it is put together.
    static let fetching = "log" + fetchingEnding
    /// What follows the name of the log then.
    static let fetchingEnding = ".fetching"

    /// What a device keeps of the server through which a team shares the ledger.
    package static let remote = "remote.json"

    /// The files beside the log that go where the ledger goes.
    static let keptNames = [
        SettingsFile.name, StateFile.name, CSVProfile.fileName, Rule.fileName, SourceFile.name,
    ]

    /// Files that a synchronising program made where two machines wrote at once.
    package private(set) var conflicts: [String] = []
    /// What an interrupted program left behind.
    package private(set) var leftovers: [String] = []
    /// Ends of the log that were cut and saved aside.
    package private(set) var savedAside: [String] = []

    /// Looks through the names.
    ///
    /// - Parameters:
    ///   - home: Names in the ledger's folder.
    ///   - log: Names in its folder `log`.
    ///   - isBusy: Whether someone writes, so that unfinished files may be theirs.
    package init(home: [String], log: [String], isBusy: Bool) {
        for name in home {
            if FolderNames.isConflict(name) {
                conflicts.append(name)
            } else if !isBusy, FolderNames.isLeftover(name) {
                leftovers.append(name)
            }
        }
        let replaced = FolderNames.replaced(log)
        for name in log {
            let path = "log/\(name)"
            if !isBusy, replaced.contains(name) {
                leftovers.append(path)
            } else if FolderNames.isConflict(name) || FolderNames.isLikeSegment(name) {
                conflicts.append(path)
            } else if Log.isTail(name) {
                savedAside.append(path)
            } else if !isBusy, name.hasSuffix(".tmp") {
                leftovers.append(path)
            }
        }
    }

    /// Files of the log beside which a newer one of the same first position lies.
    private static func replaced(_ names: [String]) -> Set<String> {
        var newest: [Substring: String] = [:]
        var older: Set<String> = []
        // Ascending, so that the newest of each comes last.
        let ascending = names.sorted { ($0.utf8.count, $0) < ($1.utf8.count, $1) }
        for name in ascending where Log.isSegment(name) {
            let first = name.prefix { $0 != "-" }
            if let other = newest.updateValue(name, forKey: first) { older.insert(other) }
        }
        return older
    }

    private static func isConflict(_ name: String) -> Bool {
        let name = name.lowercased()
        return name.contains("conflicted copy") || name.contains(".sync-conflict-")
            || name.contains("_conflict-") || name.contains("(conflict")
    }

    /// `000000000000-0000 (1).log`, `000000000000-0000-LAPTOP.log`: a segment's name and more.
    private static func isLikeSegment(_ name: String) -> Bool {
        let digits = name.prefix { $0.isASCII && $0.isNumber }
        guard digits.count >= 12, name.dropFirst(digits.count).first == "-",
            name.contains(".log")
        else { return false }
        let known = [".log", ".log.tmp", ".log.keys", ".log.keys.tmp"]
        let rest = name.dropFirst(digits.count + 1)
        let generation = rest.prefix { $0.isASCII && $0.isNumber }
        return generation.count < 4 || !known.contains(String(rest.dropFirst(generation.count)))
    }

    /// `settings.json.123456`: a file that was to be put in the place of another.
    static func isLeftover(_ name: String) -> Bool {
        for file in keptNames where name.hasPrefix("\(file).") {
            return name.dropFirst(file.count + 1).allSatisfy { $0.isASCII && $0.isNumber }
        }
        return name == merging || name == fetching || name.hasPrefix(DiskSpeed.prefix)
    }
}
