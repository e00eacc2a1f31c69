/// The same import, otherwise.
extension Try {
    /// `gzip -dc bank.gz | ledger import - --dry-run`.
    static func text(piping command: String, of file: String, _ typed: [String]?) -> String {
        var changed = ["import", "-"]
        let index = typed?.firstIndex { Explanation.shellWord($0) == file }
        if let typed, let index, ["import", "price", "prices"].contains(typed.first) {
            changed = typed
            changed[index] = "-"
        }
        return "\(command) | " + Try.command(changed)
    }

    /// Options of an import that mean something for columns only, with a value and without one.
    private static let columnOptions: (valued: Set<String>, flags: Set<String>) = (
        [
            "--date", "--time", "--amount", "--debit", "--credit", "--sign", "--payee", "--title",
            "--note", "--category", "-c", "--kind", "--in", "--leave-out", "--when", "--currency",
            "--account", "-a", "--tag", "-t", "--external-id", "--balance", "--date-form",
            "--decimal-mark", "--separator", "--skip", "--profile", "--save-profile",
        ], ["--minor-units", "--no-header"]
    )

    static func text(withoutColumnsOf path: String, _ typed: [String]?) -> String {
        guard let typed, typed.first == "import" else {
            return "ledger import \(Explanation.shellWord(path))"
        }
        var (left, rest) = ([String](), typed[...])
        while let word = rest.popFirst() {
            if word == "--" {
                left += [word] + rest
                break
            }
            let name = String(word.prefix { $0 != "=" })
            if columnOptions.flags.contains(word) { continue }
            guard columnOptions.valued.contains(name) else {
                left.append(word)
                continue
            }
            if name == word { _ = rest.popFirst() }
        }
        return command(left)
    }
}
