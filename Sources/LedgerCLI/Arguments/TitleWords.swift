/// Words of a title that other programs take for options.
enum TitleWords {
    /// Names before a `:`, and the option of this program for it.
    static let lineOptions = [
        "acct": "--account", "account": "--account", "cat": "--category",
        "category": "--category", "cur": "--currency", "currency": "--currency", "date": "--on",
        "day": "--on", "note": "--note", "on": "--on", "payee": "--payee", "payer": "--payer",
        "split": "--split", "tag": "--tag", "tags": "--tag", "time": "--time", "who": "--payer",
    ]
    /// The same for tasks.
    static let taskOptions = [
        "assignee": "--assignee", "color": "--colour", "colour": "--colour",
        "deadline": "--due", "due": "--due", "note": "--note", "pri": "--priority",
        "priority": "--priority", "pro": "--project", "proj": "--project",
        "project": "--project", "tag": "--tag", "tags": "--tag", "type": "--type",
        "who": "--assignee",
    ]

    /// Refuses words such as `due:tomorrow` and `+home`; what is in
    /// quotes, or behind `--`, is text.
    static func refuse(
        in title: [String], _ options: [String: String]
    ) throws(CommandFailure) {
        for (index, word) in title.enumerated() where !Arguments.isMarked(word) {
            if let option = option(word, options) { throw .usage(.optionAsTitle(word, option)) }
            // `5 Tea +3 Milk`
            let rest = String(word.dropFirst())
            let isLine = word.first == "+" && AmountText.isWritten(rest) && index + 1 < title.count
            if isLine, options["cat"] != nil { throw .usage(.optionAsTitle(word, ["+", rest])) }
        }
    }

    private static func option(_ word: String, _ options: [String: String]) -> [String]? {
        if word.contains(where: \.isWhitespace) { return nil }
        let rest = String(word.dropFirst())
        if word.first == "+", rest.first?.isLetter == true { return ["--tag", rest] }
        guard let colon = word.firstIndex(of: ":"),
            let option = options[word[..<colon].lowercased()]
        else { return nil }
        let value = String(word[word.index(after: colon)...])
        return value.isEmpty ? nil : [option, value]
    }
}
