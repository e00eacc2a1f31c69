internal import Interchange
internal import Ledger

/// What an erasure does to a file of settings, profiles or rules.
///
/// Only what people wrote as text goes. What a program reads again stays as it is: names of fields,
/// ids, codes and the names of things in the ledger, so that the file can be read afterwards.
struct PrunedFile {
    /// The file.
    let name: String
    /// What goes: items by their names, settings by how they are reached.
    let takes: [String]
    /// Where the same text stays.
    let stays: [String]
    /// The file without what goes.
    let rest: [UInt8]
}

extension SettingsFile {
    /// The settings without a name that has some text.
    func pruned(of sought: SoughtText) -> PrunedFile {
        var rest = self
        var takes: [String] = []
        if let owner = defaults.owner, sought.occurs(in: owner) {
            rest.defaults.owner = nil
            takes.append("defaults.owner")
        }
        for (name, words) in contexts.sorted(by: { $0.key < $1.key })
        where sought.occurs(
            in: ([name] + words + [words.joined(separator: " ")]).joined(separator: "\n"))
        {
            rest.contexts[name] = nil
            if context == name { rest.context = nil }
            takes.append("contexts.\(name)")
        }
        for name in urgency.keys.sorted() where sought.occurs(in: name) {
            rest.urgency[name] = nil
            takes.append("urgency.\(name)")
        }
        return PrunedFile(name: SettingsFile.name, takes: takes, stays: [], rest: rest.bytes)
    }
}

extension KeptFile {
    /// The file without the items that have some text.
    func pruned(of sought: SoughtText) -> PrunedFile {
        var rest = self
        var (takes, stays): ([String], [String]) = ([], [])
        for item in items {
            if sought.occurs(in: item.texts.joined(separator: "\n")) {
                rest.remove(item.name)
                takes.append(item.name)
            } else if item.names.contains(where: sought.occurs) {
                stays.append(item.name)
            }
        }
        return PrunedFile(name: Item.fileName, takes: takes, stays: stays, rest: rest.bytes)
    }
}
