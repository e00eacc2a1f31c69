internal import Ledger

extension Explanation {
    /// A statement that was just noted.
    init(differing row: StatementRow, isDryRun: Bool) {
        let name = Explanation.shellWord(row.account)
        let end = isDryRun ? "nothing was written" : "it is noted all the same"
        let withdraw = "ledger assert --withdraw \(row.id.map(String.init) ?? name)"
        guard let computed = row.computed, let difference = row.difference else {
            self.init(
                "what was in \(Explanation.quoted(row.account)) on \(row.day) is not known:\n"
                    + "    its opening balance holds from a later day on; \(end)",
                tries: [.words("ledger account edit \(name) --opening AMOUNT --on \(row.day)")]
                    + (isDryRun ? [] : [.words(withdraw)]))
            return
        }
        self.init(
            "the statement differs by \(Figure(difference).text) \(row.currency): it says "
                + "\(Figure(row.stated).text),\n    the ledger has \(Figure(computed).text); "
                + end,
            tries: [.words("ledger reconcile \(name)")] + (isDryRun ? [] : [.words(withdraw)]))
    }

    /// What someone may have meant who typed another choice: a card or a loan is a liability.
    static func choice(_ text: String, _ allowed: [String]) -> String? {
        let owed: Set = ["card", "credit", "creditcard", "debt", "liabilities", "loan", "mortgage"]
        let isOwed = owed.contains(text.lowercased().filter { $0 != "-" && $0 != " " })
        return isOwed && allowed.contains("liability") ? "liability" : allowed.first
    }

    /// How a field is called that is no option; `nil` for one that is.
    static func argument(_ field: String) -> String? {
        ["context": "the context", "urgency": "the reason", "weight": "the weight"][field]
    }

    /// `--by month` as periods are asked for.
    static func bucket(_ text: String) -> [Try] {
        let flags = ["day": "-D", "week": "-W", "month": "-M", "quarter": "-Q", "year": "-Y"]
        guard let flag = flags[text.lowercased()] else { return [] }
        return [.replacingRun(["--by", text], [flag]), .swapping("--by=\(text)", flag)]
    }

    /// Statements that were noted before.
    init(differing rows: [StatementRow]) {
        let shownMax = 20
        let verb = rows.count == 1 ? "differs" : "differ"
        var what = "\(counted(rows.count, "statement")) \(verb) from the ledger"
        for row in rows.prefix(shownMax) {
            let name = Screen.cut(Screen.plain(row.account), to: 30)
            what += "\n    \(row.id.map(String.init) ?? "")  \(name) on \(row.day): "
            if let computed = row.computed, let difference = row.difference {
                what +=
                    "\(Figure(row.stated).text) \(row.currency) stated, "
                    + "\(Figure(computed).text) here: differs by \(Figure(difference).text)"
            } else {
                what += "what was in it then is not known"
            }
        }
        let rest = rows.count - shownMax
        if rest > 0 { what += "\n    and \(grouped(rest)) more" }
        var accounts: [String] = []
        for row in rows where !accounts.contains(row.account) { accounts.append(row.account) }
        self.init(
            what,
            tries: accounts.prefix(3).map {
                .words("ledger reconcile \(Explanation.shellWord($0))")
            })
    }
}
