internal import Application
internal import Ledger

/// Rules as text and CSV.
struct RuleText {
    let output: OutputShape

    func list(_ list: ListKept<Rule>.Output) -> String {
        if list.rows.isEmpty {
            return "No rules yet: \(output.program) rules add NAME --where TERMS "
                + "--category CATEGORY\n"
        }
        return list.rows.map(text).joined(separator: "\n") + "\n"
            + output.style.dim("\(counted(list.rows.count, "rule")) in \(Screen.plain(list.file))")
            + "\n"
    }

    func saved(_ saved: SaveRule.Output, isRehearsal: Bool) -> String {
        let name = Screen.plain(saved.rule.name)
        var text = isRehearsal ? "Would have saved the rule \(name)" : "Saved the rule \(name)"
        text += "; it finds \(counted(saved.found, "line"))\n"
        var hints: [String] = []
        if let old = saved.replaced, old != saved.rule {
            hints.append("it was: \(old.typed(output.program))")
        }
        let word = Explanation.shellWord(saved.rule.name)
        hints.append(
            isRehearsal
                ? "A dry run: nothing was written."
                : "apply it: \(output.program) rules apply \(word)")
        for hint in hints { text += output.style.dim("  " + hint) + "\n" }
        return text
    }

    func removed(_ rule: Rule, isRehearsal: Bool) -> String {
        let name = Screen.plain(rule.name)
        if isRehearsal {
            return "Would have removed the rule \(name)\n"
                + output.style.dim("A dry run: nothing was written.") + "\n"
        }
        return "Removed the rule \(name)\n"
            + output.style.dim("  take it back: \(rule.typed(output.program))") + "\n"
    }

    static func csv(_ rows: [Rule]) -> String {
        CSVOutput.text(
            header: ["name", "where", "set"],
            rows: rows.map { [$0.name, $0.query, $0.changes.typed.joined(separator: " ")] })
    }

    private func text(_ rule: Rule) -> String {
        output.style.bold(Screen.plain(rule.name)) + "\n"
            + "  where  \(Screen.plain(rule.query))\n"
            + "  set    \(rule.changes.typed.joined(separator: " "))\n"
    }
}

extension Rule {
    /// The rule as it is typed.
    fileprivate func typed(_ program: String) -> String {
        let name = Explanation.shellWord(name)
        let words = ["\(program) rules add \(name) --where \(Explanation.shellWord(query))"]
        return (words + changes.typed).joined(separator: " ")
    }
}

extension Rule.Changes {
    /// The options as they are typed, each with its value.
    fileprivate var typed: [String] {
        let texts: [(String, String?)] =
            [
                ("category", category), ("account", account), ("title", title), ("payee", payee),
                ("note", note), ("payer", payer), ("kind", kind?.name),
            ] + (addTags ?? []).map { ("add-tag", $0) }
            + (removeTags ?? []).map { ("remove-tag", $0) }
        return texts.compactMap { name, text in
            text.map { "--\(name) \(Explanation.shellWord($0))" }
        }
    }
}
