internal import Application
internal import Ledger

/// An account and days in words, as arguments of one command.
enum AccountDays {
    /// The account and the days in words; words that are the name of an account are no days.
    ///
    /// - Parameter period: What stands behind `--period`.
    static func read(
        _ words: [String], _ period: String?, in context: CommandContext
    ) throws(CommandFailure) -> (name: String?, days: String?) {
        try read(words, period) { whole throws(CommandFailure) in
            try context.call(ListAccounts.self, NoInput()).rows.contains { account in
                account.name.lowercased() == whole.lowercased() || "\(account.id)" == whole
            }
        }
    }

    /// A name and the days in words; `nil` for what was not said.
    ///
    /// - Parameter isName: Whether all words are one name, and no days; asked only where some are.
    static func read(
        _ words: [String], _ period: String?, isName: (String) throws(CommandFailure) -> Bool
    ) throws(CommandFailure) -> (name: String?, days: String?) {
        let typed = words.map(Arguments.plain)
        let whole = typed.joined(separator: " ")
        // A number alone is an id, and four digits that are none are a year.
        let isNumber = typed.count == 1 && whole.allSatisfy(\.isNumber)
        var found = ReportWords(isNumber && whole.count != 4 ? [] : typed)
        if !found.days.isEmpty {
            let isName = try isName(whole)
            if isName { found = ReportWords([]) }
            let rest = isName ? whole : found.terms.joined(separator: " ")
            return (rest.isEmpty ? nil : rest, try PeriodWords.phrase(found.days, period))
        }
        return (whole.isEmpty ? nil : whole, period.map(Arguments.plain))
    }
}
