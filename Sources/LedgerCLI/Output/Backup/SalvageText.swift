internal import Application
internal import Ledger

/// The account of a salvage, as text: for each kind of thing the first few, and how many more.
struct SalvageText {
    private let output: OutputShape
    /// Rows of one kind that are shown.
    private static let rowsMax = 8

    init(_ output: OutputShape) { self.output = output }

    func text(_ done: SalvageLedger.Output) -> String {
        let account = done.account
        let place = Screen.plain(done.destination)
        let isDry = done.dryRun == true
        let verb = isDry ? "Would write" : "Wrote"
        var text =
            output.style.bold("\(verb) \(counted(account.kept, "event")) to \(place)")
            + "; \(loss(done)).\n"
        text += "\n" + summary(account)
        text += list("Cannot be read", account.missing.map(missing))
        text += list(
            "Kept, and not proved: they do not give the root that is stored with them",
            account.differing.map(differing))
        text += list("Kept without a part", account.partial.map(partial))
        text += list(
            "Commits of which a part is lost, kept as far as they go", account.commits.map(commit))
        text += list("Lost, and spoken of by events that are kept", account.named.map(named))
        text += list("Files", account.files.map { ($0.file, SalvageText.words(fault: $0.fault)) })
        if account.unfinished > 0 {
            text +=
                "\n" + counted(account.unfinished, "event") + " behind the end left out: their "
                + "commit is not whole, so nobody was told that it is saved.\n"
        }
        if !account.isEndKnown {
            text +=
                "\nThe end of the ledger was damaged too: more may have stood behind event "
                + "\(grouped(account.position)).\n"
        }
        text += MissingFilesText.text(
            done.missingFiles, "are lost: neither the ledger nor a backup has them", output)
        if let left = done.filesLeft {
            text +=
                "\n\(counted(left, "file")) of which no event is left "
                + (left == 1 ? "stays" : "stay") + " in \(Screen.plain(done.source))/files.\n"
        }
        return text + "\n" + footer(done)
    }

    /// What is not as it was; nothing only where the root is that of before.
    private func loss(_ done: SalvageLedger.Output) -> String {
        let account = done.account
        if isWhole(account) {
            let files = done.missingFiles?.count ?? 0
            return files == 0
                ? "nothing is lost" : "no event is lost, but \(counted(files, "file"))"
        }
        let differing = account.differing.reduce(0) { $0 + $1.events }
        var text = account.lost == 0 ? "none is lost" : "\(counted(account.lost, "event")) lost"
        if differing > 0 {
            text += ", \(counted(differing, "event")) not proved"
        } else if account.lost == 0 {
            text += account.partial.isEmpty ? ", not all can be proved" : ", some without a part"
        }
        return text
    }

    private func isWhole(_ account: SalvageAccount) -> Bool {
        account.proved == account.events && account.provedRoot == account.root
    }

    private func footer(_ done: SalvageLedger.Output) -> String {
        if done.dryRun == true {
            return output.style.dim("A dry run: nothing was written.") + "\n"
        }
        let word = Explanation.shellWord(done.destination)
        return output.style.dim("  the whole account: \(word)/\(SalvageLedger.accountName)") + "\n"
            + output.style.dim("  look at it: \(output.program(on: done.destination)) report -M")
            + "\n"
    }

    private func summary(_ account: SalvageAccount) -> String {
        var table = TextTable(columns: [.init(title: ""), .init(title: "")])
        table.add("  events", grouped(account.events))
        table.add("  kept", grouped(account.kept))
        if account.lost > 0 {
            table.add("  lost", grouped(account.lost))
            table.add("  put back", grouped(account.rebuilt))
        }
        let proved =
            account.proved == 0
            ? "none" : isWhole(account) ? "all" : "0 to \(grouped(account.proved - 1))"
        table.add("  same root", proved)
        table.add("  root", account.root)
        return table.rendered(columns: nil)
    }

    private func list(_ title: String, _ rows: [(String, String)]) -> String {
        if rows.isEmpty { return "" }
        var table = TextTable(columns: [.init(title: ""), .init(title: "")])
        for (name, what) in rows.prefix(SalvageText.rowsMax) { table.add("  \(name)", what) }
        var text = "\n\(output.style.bold(title))\n\n" + table.rendered(columns: nil)
        let rest = rows.count - SalvageText.rowsMax
        if rest > 0 { text += "  and \(grouped(rest)) more\n" }
        return text
    }

    private func missing(_ row: SalvageAccount.Missing) -> (String, String) {
        let place = Screen.plain(row.file)
        let reason = SalvageText.words(reason: row.reason)
        let what =
            row.bytes == 0
            ? "\(place) \(reason)"
            : "\(place), bytes \(grouped(row.offset)) to \(grouped(row.offset + row.bytes - 1)): "
                + reason
        return (SalvageText.range(row.first, row.last), what)
    }

    private func differing(_ row: SalvageAccount.Differing) -> (String, String) {
        let place = "\(Screen.plain(row.file)), byte \(grouped(row.offset))"
        return (SalvageText.range(row.first, row.last), place)
    }

    private func partial(_ row: SalvageAccount.Partial) -> (String, String) {
        let lost =
            row.lost == "text"
            ? "without titles, notes, tags and names"
            : "without times, payers and external ids"
        return (SalvageText.range(row.first, row.last), lost)
    }

    private func commit(_ row: SalvageAccount.Commit) -> (String, String) {
        (
            "commit \(grouped(row.first))",
            "of \(row.recordedAt.minute): \(grouped(row.kept)) kept, "
                + "\(grouped(row.lost)) lost"
        )
    }

    private func named(_ row: SalvageAccount.Named) -> (String, String) {
        let became =
            switch row.became {
            case "rebuilt": "put back as event \(grouped(row.first)) tells it"
            case "made" where row.what == "ledger": "put back with what was given for it"
            case "made": "put back with a name of its own, nothing is known of it"
            default: "its place is empty"
            }
        let by = row.events == 0 ? "" : ", named by \(counted(row.events, "event"))"
        return ("\(grouped(row.position))", "\(SalvageText.words(row.what))\(by): \(became)")
    }

    private static func range(_ first: UInt64, _ last: UInt64) -> String {
        first == last ? grouped(first) : "\(grouped(first)) to \(grouped(last))"
    }

    private static func words(_ what: String) -> String {
        switch what {
        case "version": "a change of an entry"
        case "line": "an entry"
        case "entry": "the first line of an entry"
        case "ledger": "the opening of the ledger"
        case "batch": "the head of an import"
        case "commit": "an undone commit"
        case "account": "an account"
        default: "a \(what)"
        }
    }

    private static func words(reason: String) -> String {
        switch reason {
        case "noFile": "is not there"
        case "zeros": "zeros, or the end of the file"
        case "details": "too little is left of them"
        case "truncated": "zeros, or the end of the file"
        case "headerChecksum", "length", "magic": "the head of a frame is damaged"
        case "sectionChecksum", "bodyChecksum", "body": "a checksum is wrong"
        default: "not what belongs there"
        }
    }

    private static func words(fault: String) -> String {
        switch fault {
        case "header": "its header is damaged; told from what follows"
        case "noSalt": "its header is damaged, and too little follows: not used"
        case "empty": "is empty"
        case "unreadable": "cannot be opened"
        case "misnamed": "has the name of another file"
        case "foreign": "belongs to another ledger: not used"
        case "newerFormat": "is of a newer format: not used"
        case "olderFormat": "is from before the format was frozen: not used"
        case "slots": "one of the two marks of its end is damaged"
        default: "is not there"
        }
    }
}
