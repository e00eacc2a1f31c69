internal import Ledger

/// What fingers that know Taskwarrior type behind `task`: other names, and the tasks before what is
/// to be done.
enum TaskHabits {
    /// Subcommands of `task` elsewhere, and ours; with `ledger` in front, a command of its own.
    private static let names = [
        "active": "list +ACTIVE", "all": "list --all", "append": "edit",
        "blocked": "list +BLOCKED", "blocking": "list +BLOCKING",
        "change": "edit", "columns": "attribute", "complete": "done",
        "completed": "list --tab done", "count": "list", "del": "drop", "denotate": "edit",
        "export": "ledger export taskwarrior", "finish": "done", "ghistory": "burndown",
        "history": "burndown", "import": "ledger import", "info": "show", "information": "show",
        "long": "list", "ls": "list", "mod": "edit", "new": "add", "overdue": "list +OVERDUE",
        "prepend": "edit", "purge": "drop", "ready": "list +READY",
        "recurring": "ledger repeat", "remove": "drop", "rm": "drop", "search": "find",
        "sync": "ledger sync", "timesheet": "time", "udas": "attribute",
        "unblocked": "list +UNBLOCKED", "undo": "ledger undo", "update": "edit",
        "waiting": "list --waiting",
    ]

    /// What a word that is no subcommand may mean, the likeliest first.
    static func meant(by word: String, _ known: [String]) -> [String] {
        if isID(word) { return ["show \(word)"] }
        if let name = name(word) { return [name] }
        let near = Spelling.nearest(to: word, among: known)
        return near.isEmpty ? ["find \(word)", "add \(word)"] : near
    }

    /// Ours for a name of theirs: `burndown.daily` is a burndown, too.
    private static func name(_ word: String) -> String? {
        let word = word.lowercased()
        if let name = names[word] { return name }
        return word.hasPrefix("burndown.") ? "burndown" : nil
    }

    /// The subcommands that find tasks by terms behind `--where`, and by ids without.
    private static let verbs: Set = [
        "delete", "done", "drop", "edit", "modify", "reopen", "start", "stop",
    ]

    /// The tasks and what is to be done to them, where they were typed in this order, and the
    /// same in ours: `task 23 done`, `task project:home list`; `nil` for other words.
    ///
    /// - Parameter known: The subcommands of `task`.
    static func turned(
        _ typed: [String], _ known: [String]
    ) -> (run: [String], meant: [String])? {
        let words = typed.dropFirst().prefix { !$0.hasPrefix("-") }
        guard let first = words.first, !known.contains(first) else { return nil }
        guard
            let place = words.indices.dropFirst().first(where: {
                known.contains(words[$0]) || name(words[$0]) != nil
            })
        else { return nil }
        let tasks = Array(words[..<place])
        // A sentence that has such a word is a title.
        guard tasks.count == 1 || tasks.allSatisfy({ isID($0) || isTerm($0) })
        else { return nil }
        let word = words[place]
        let own = known.contains(word) ? word : name(word) ?? word
        if own.hasPrefix("ledger ") { return nil }
        let command = own.split(separator: " ").map(String.init)
        let isWhere =
            verbs.contains(own) && !tasks.allSatisfy(isID) && tasks.contains(where: isTerm)
        return (
            tasks + [word],
            command + (isWhere ? ["--where", tasks.joined(separator: " ")] : tasks)
        )
    }

    /// `+shop`, `project:home`, `/rent/`.
    private static func isTerm(_ word: String) -> Bool {
        word.contains("/") || word.contains(":") || TaskWords.isAttribute(word)
    }

    /// `23`, `.1` and `:3`.
    static func isID(_ word: String) -> Bool {
        let digits = [".", ":", "#"].contains(word.prefix(1)) ? word.dropFirst() : word[...]
        return !digits.isEmpty && digits.utf8.allSatisfy { (0x30...0x39).contains($0) }
    }
}
