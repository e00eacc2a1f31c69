internal import Application

extension ImportCSV.Understood {
    /// What the balances prove, in a few words; `nil` without any.
    var balanceWords: String? {
        guard let balance else { return nil }
        let order = balance.order == "oldestFirst" ? "oldest first" : "newest first"
        guard let line = balance.firstBreak else {
            return "all \(grouped(balance.compared)) agree, \(order)"
        }
        return "\(grouped(balance.agreeing)) of \(grouped(balance.compared)) agree, \(order); "
            + "the first that does not is on line \(line)"
    }

    /// What is not ordinary about the file: its encoding, what precedes its header and between
    /// and behind its rows; names and words.
    var oddities: [[String]] {
        var rows: [[String]] = []
        if let format { rows.append(["  format", format.uppercased()]) }
        for statement in (statements ?? []).prefix(5) {
            rows.append(["  statement", Screen.plain(statement.words)])
        }
        if let count = statements?.count, count > 5 {
            rows.append(["", "and \(grouped(count - 5)) more statements"])
        }
        if let used = profile.used { rows.append(["  profile", Screen.plain(used)]) }
        if encoding != "utf-8" {
            rows.append(["  encoding", encoding + (encodingSamples.isEmpty ? "" : ", reads")])
            rows += encodingSamples.map { ["", "line \($0.line): \(Screen.plain($0.text))"] }
        }
        if headerLine > 1 {
            let before = preambleLines > 0 ? ", behind \(counted(preambleLines, "other line"))" : ""
            rows.append(["  header", "line \(grouped(headerLine))\(before)"])
        }
        if repeatedHeaders > 0 {
            rows.append(["  repeated", counted(repeatedHeaders, "header")])
        }
        if shortRows > 0 {
            let verb = shortRows == 1 ? "ends" : "end"
            rows.append([
                "  short", "\(counted(shortRows, "row")) \(verb) early; the rest is empty",
            ])
        }
        for (index, footer) in footers.prefix(3).enumerated() {
            let rest = index == 2 && footers.count > 3 ? " (and \(footers.count - 3) more)" : ""
            rows.append([index == 0 ? "  footer" : "", Screen.plain(footer) + rest])
        }
        return rows
    }
}

extension ImportCSV.Statement {
    /// The account, and what its balances say.
    fileprivate var words: String {
        let name = account.isEmpty ? counted(entries, "entry", "entries") : account
        guard let closing else { return "\(name), without a balance" }
        let end = Figure(closing).text + " " + currency + (day.map { " on \($0)" } ?? "")
        guard let opening else { return "\(name), closes with \(end)" }
        let proof = isProven ? "" : ", not compared"
        return "\(name), from \(Figure(opening).text) to \(end)\(proof)"
    }
}
