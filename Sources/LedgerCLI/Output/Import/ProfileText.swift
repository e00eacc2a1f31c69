internal import Application
internal import Interchange
internal import Ledger

/// Saved profiles of bank files as text and CSV.
struct ProfileText {
    let output: OutputShape

    func list(_ list: ListKept<CSVProfile>.Output) -> String {
        if list.rows.isEmpty {
            return "No profiles yet: \(output.program) import FILE --save-profile NAME\n"
        }
        return list.rows.map(text).joined(separator: "\n") + "\n"
            + output.style.dim(
                "\(counted(list.rows.count, "profile")) in \(Screen.plain(list.file))") + "\n"
    }

    func removed(_ profile: CSVProfile, isRehearsal: Bool) -> String {
        let name = Screen.plain(profile.name)
        if isRehearsal {
            return "Would have removed the profile \(name)\n"
                + output.style.dim("A dry run: nothing was written.") + "\n"
        }
        let words =
            profile.options.typed + ["--save-profile \(Explanation.shellWord(profile.name))"]
        return "Removed the profile \(name)\n"
            + output.style.dim(
                "  take it back: \(output.program) import FILE \(words.joined(separator: " "))")
            + "\n"
    }

    static func csv(_ rows: [CSVProfile]) -> String {
        CSVOutput.text(
            header: ["name", "columns", "options"],
            rows: rows.map {
                [
                    $0.name, $0.header.joined(separator: ", "),
                    $0.options.typed.joined(separator: " "),
                ]
            })
    }

    private func text(_ profile: CSVProfile) -> String {
        // A value stays on the line of its option.
        let options = profile.options.typed.map { $0.replacing(" ", with: "\u{A0}") }
            .joined(separator: " ")
        return output.style.bold(Screen.plain(profile.name)) + "\n"
            + part("columns", profile.header.map(Screen.plain).joined(separator: ", "))
            + part("options", options.isEmpty ? "none" : options)
    }

    private func part(_ name: String, _ words: String) -> String {
        let start = "  \(name)  "
        let indent = "\n" + String(repeating: " ", count: start.count)
        let lines = Screen.wrapped(words, to: (output.columns ?? 80) - start.count)
        return start + lines.joined(separator: indent).replacing("\u{A0}", with: " ") + "\n"
    }
}

extension CSVImportOptions {
    /// The options as they are typed behind `ledger import FILE`, each with its value.
    var typed: [String] {
        let texts: [(String, String?)] =
            [
                ("date", date), ("time", time), ("amount", amount), ("debit", debit),
                ("credit", credit), ("sign", sign?.rawValue), ("payee", payee), ("title", title),
                ("note", note),
            ] + category.map { ("category", $0) } + [
                ("kind", kind), ("in", incoming),
            ] + leftOut.map { ("leave-out", $0) }
            + when.map { ("when", $0) } + [
                ("currency", currency), ("account", account),
            ] + tag.map { ("tag", $0) } + [
                ("external-id", externalID), ("balance", balance),
                ("date-form", dateForm?.rawValue),
                ("decimal-mark", decimalMark.map { $0 == .point ? "." : "," }),
                ("separator", separator.map { SeparatorArgument.names[$0] ?? $0.rawValue }),
                ("encoding", encoding?.rawValue), ("skip", skippedLines.map { "\($0)" }),
            ]
        var words: [String] = []
        for case (let name, let text?) in texts {
            words.append("--\(name) \(Explanation.shellWord(text))")
        }
        if minorUnits == true { words.append("--minor-units") }
        if hasHeader == false { words.append("--no-header") }
        return words
    }
}
