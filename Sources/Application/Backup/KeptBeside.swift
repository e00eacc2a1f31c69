internal import Interchange

/// What a person keeps beside a log, and not in it: backups take it along, clones and bundles do
/// not.
enum KeptBeside {
    /// The names of what there is: `rules`, `profiles`, `contexts`, `weights`; `nil` for nothing.
    static func names(in home: any LedgerHome) -> [String]? {
        var names: [String] = []
        if has(Rule.self, in: home) { names.append("rules") }
        if has(CSVProfile.self, in: home) { names.append("profiles") }
        if let folder = home.folder, let settings = try? SettingsFile.read(from: folder) {
            if !settings.contexts.isEmpty { names.append("contexts") }
            if !settings.urgency.isEmpty { names.append("weights") }
        }
        return names.isEmpty ? nil : names
    }

    /// What cannot be read is nothing that could be missed here; who needs it is told there.
    private static func has<Item: KeptItem>(_ kind: Item.Type, in home: any LedgerHome) -> Bool {
        guard let kept = try? home.kept(kind) else { return false }
        return !kept.items.isEmpty
    }
}
