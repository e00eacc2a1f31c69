internal import Ledger

/// What the book holds, as text.
enum StatsText {
    static func text(_ stats: BookStats, _ output: OutputShape) -> String {
        var table = TextTable(columns: [.init(title: ""), .init(title: "")], style: output.style)
        if let first = stats.first, let last = stats.last, let since = stats.daysSince {
            table.add("span", "\(first) to \(last), \(counted(stats.days, "day"))")
            let ago =
                since == 0
                ? "today" : since > 0 ? "\(counted(since, "day")) ago" : "to come"
            table.add("last entry", "\(last), \(ago)")
        }
        table.add("entries", "\(grouped(stats.entries)), \(stats.perDay) a day")
        table.add("lines", grouped(stats.lines))
        table.add("last 30 days", counted(stats.last30Days, "entry", "entries"))
        table.add("last 7 days", counted(stats.last7Days, "entry", "entries"))
        let closed = stats.closedAccounts > 0 ? ", \(grouped(stats.closedAccounts)) closed" : ""
        table.add("accounts", grouped(stats.accounts) + closed)
        table.add("categories", grouped(stats.categories))
        table.add("payees", grouped(stats.payees))
        table.add("tags", grouped(stats.tags))
        table.add("currencies", stats.currencies.joined(separator: ", "))
        table.add("prices", grouped(stats.prices))
        table.add("persons", grouped(stats.persons))
        return table.rendered(columns: output.columns) + "\n"
            + output.footer(stats.position, stats.root)
    }
}

extension ReportCSV {
    /// One row of numbers.
    static func text(_ stats: BookStats) -> String {
        text([
            "first": stats.first.map { "\($0)" } ?? "", "last": stats.last.map { "\($0)" } ?? "",
            "days": "\(stats.days)", "daysSince": stats.daysSince.map { "\($0)" } ?? "",
            "entries": "\(stats.entries)", "lines": "\(stats.lines)", "perDay": stats.perDay,
            "last30Days": "\(stats.last30Days)", "last7Days": "\(stats.last7Days)",
            "accounts": "\(stats.accounts)", "closedAccounts": "\(stats.closedAccounts)",
            "categories": "\(stats.categories)", "payees": "\(stats.payees)",
            "tags": "\(stats.tags)", "currencies": stats.currencies.joined(separator: " "),
            "prices": "\(stats.prices)", "persons": "\(stats.persons)",
        ])
    }
}
