internal import Ledger

/// What one payment of such a file comes to.
struct AppEntry {
    /// The line on which it starts.
    let line: Int
    let day: Day
    var rows: [JournalRow]
    /// Of a row that is one side of a transfer, the accounts that it names.
    var halves: [Int: Half] = [:]

    /// The same, each row of it with a status.
    func marked(_ status: LineStatus?) -> AppEntry {
        var entry = self
        for index in entry.rows.indices { entry.rows[index].status = status }
        return entry
    }

    /// One side of a transfer, as the file of an account tells it.
    struct Half: Hashable {
        let from: String
        let into: String
        let isIncoming: Bool
    }
}

/// Makes rows of the ledger of what such a file tells.
enum AppRows {
    /// A line for something, or one that came in.
    ///
    /// - Parameter spent: What was spent; below zero is money back, or income.
    static func line(
        _ kind: EntryKind, spent: Money, category: String, account: String, title: String,
        note: String = "", tags: [String] = [], own: [String: String] = [:]
    ) throws(AppRefusal) -> JournalRow {
        let path = try checked(category)
        let amount =
            kind == .income ? Money(minor: -spent.minor, currency: spent.currency) : spent
        var row = JournalRow(
            kind: kind, amount: amount, category: path, account: account.isEmpty ? nil : account,
            title: title, remarks: remarks(note, tags, own))
        row.group = kind == .income ? -2 : -1
        return row
    }

    /// One side of a transfer.
    ///
    /// - Parameter moved: What the account got; below zero, what it gave.
    static func side(
        moved: Money, account: String, title: String, category: String = "", note: String = "",
        tags: [String] = [], own: [String: String] = [:]
    ) throws(AppRefusal) -> JournalRow {
        var own = own
        let path = try checked(category)
        if !path.isEmpty { own[JournalKey.category] = path }
        return JournalRow(
            kind: .transfer,
            amount: Money(minor: abs(moved.minor), currency: moved.currency),
            isIncoming: moved.minor > 0, account: account.isEmpty ? nil : account, title: title,
            remarks: remarks(note, tags, own))
    }

    /// A transfer: what goes out of one account, and comes into another.
    static func transfer(
        from: String, _ out: Money, into: String, _ came: Money, title: String,
        category: String = "", note: String = "", tags: [String] = [], own: [String: String] = [:]
    ) throws(AppRefusal) -> [JournalRow] {
        let minus = Money(minor: -abs(out.minor), currency: out.currency)
        var first = try side(
            moved: minus, account: from, title: title, category: category, note: note, tags: tags,
            own: own)
        let plus = Money(minor: abs(came.minor), currency: came.currency)
        var second = try side(
            moved: plus, account: into, title: title, category: category, note: note, tags: tags)
        second.isCounterpart = true
        (first.group, second.group) = (1, 1)
        return [first, second]
    }

    private static func remarks(
        _ note: String, _ tags: [String], _ own: [String: String]
    ) -> JournalRemarks {
        var remarks = JournalRemarks()
        if !note.isEmpty { remarks.notes = [note] }
        remarks.tags = tags
        remarks.own = own.filter { !$0.value.isEmpty }.mapValues { [$0] }
        return remarks
    }

    private static func checked(_ category: String) throws(AppRefusal) -> String {
        if category.isEmpty { return "" }
        do { return try CategoryPath(category).text } catch {
            throw AppRefusal("category", .badCategory(category))
        }
    }

    /// Levels of a category: what is empty is none, and a colon inside a name makes no level.
    static func path(_ levels: String...) -> String {
        levels.map { $0.replacing(":", with: " -").trimmed }.filter { !$0.isEmpty }
            .joined(separator: ":")
    }
}
