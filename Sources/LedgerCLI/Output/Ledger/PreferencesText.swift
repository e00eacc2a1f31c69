internal import Application
internal import Ledger

/// What somebody has set for themselves, as text.
struct PreferencesText {
    let preferences: Preferences?
    /// Where the file is, or would be; `nil` for nowhere.
    let path: String?
    let output: OutputShape

    /// What is set, and where.
    var text: String {
        guard let path else {
            return output.style.dim("no options, aliases and views: LEDGER_CONFIG is empty") + "\n"
        }
        let place = Screen.plain(path)
        guard let preferences, !preferences.rules.isEmpty else {
            return output.style.dim("options, aliases and views: none in \(place)") + "\n"
        }
        var table = TextTable(columns: [
            .init(title: ""), .init(title: ""), .init(title: "", widthMin: 20),
            .init(title: "", alignment: .right),
        ])
        for rule in preferences.rules {
            let words = rule.words.map(Explanation.shellWord).joined(separator: " ")
            table.add("  \(rule.kind.rawValue)", rule.name, words, "line \(rule.line)")
        }
        return "from \(place):\n" + table.rendered(columns: output.columns)
    }
}

/// Settings of the ledger, with what somebody has set for themselves, as JSON.
struct ConfigAnswer: Encodable {
    private struct Own: Encodable {
        let kind: String
        let name: String
        let words: [String]
        let line: Int
    }

    private enum Key: String, CodingKey {
        case file, own
    }

    let position: UInt64
    let root: String
    private let config: ShowConfig.Output
    private let preferences: Preferences?

    init(_ config: ShowConfig.Output, _ preferences: Preferences?) {
        (self.config, self.preferences) = (config, preferences)
        (position, root) = (config.position, config.root)
    }

    /// The fields of the settings; `file` and `own` where there is a file.
    func encode(to encoder: any Encoder) throws {
        try config.encode(to: encoder)
        guard let preferences else { return }
        var container = encoder.container(keyedBy: Key.self)
        try container.encode(preferences.path, forKey: .file)
        let own = preferences.rules.map { rule in
            Own(kind: rule.kind.rawValue, name: rule.name, words: rule.words, line: rule.line)
        }
        try container.encode(own, forKey: .own)
    }
}
