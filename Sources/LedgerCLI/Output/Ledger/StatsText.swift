internal import Ledger

/// What the book holds, as text.
enum StatsText {
    static func text(_ stats: BookStats, _ output: OutputShape) -> String {
        var table = TextTable(columns: [.init(title: ""), .init(title: "")], style: output.style)
        let asked = asked(stats)
        if let asked { table.add("days", asked) }
        if let first = stats.first, let last = stats.last, let since = stats.daysSince {
            table.add("span", "\(first) to \(last), \(counted(stats.days, "day"))")
            let ago =
                since == 0
                ? "today" : since > 0 ? "\(counted(since, "day")) ago" : "to come"
            table.add("last entry", "\(last), \(ago)")
        }
        table.add("entries", "\(grouped(stats.entries)), \(NumberStyle.plain(stats.perDay)) a day")
        table.add("lines", grouped(stats.lines))
        if asked == nil {
            table.add("last 30 days", counted(stats.last30Days, "entry", "entries"))
            table.add("last 7 days", counted(stats.last7Days, "entry", "entries"))
            let closed =
                stats.closedAccounts > 0 ? ", \(grouped(stats.closedAccounts)) closed" : ""
            table.add("accounts", grouped(stats.accounts) + closed)
        }
        table.add("categories", grouped(stats.categories))
        table.add("payees", grouped(stats.payees))
        table.add("tags", grouped(stats.tags))
        table.add("currencies", stats.currencies.joined(separator: ", "))
        table.add("prices", grouped(stats.prices))
        if asked == nil { table.add("persons", grouped(stats.persons)) }
        return table.rendered(columns: output.columns) + "\n"
            + output.footer(stats.position, stats.root)
    }

    /// The days that were asked about; `nil` for all.
    private static func asked(_ stats: BookStats) -> String? {
        switch (stats.start, stats.end) {
        case (let start?, let end?): DayRange(start: start, end: end).words
        case (let start?, nil): "from \(start) on"
        case (nil, let end?): "until \(end.adding(days: -1))"
        case (nil, nil): nil
        }
    }
}

extension ReportCSV {
    /// One row of numbers.
    static func text(_ stats: BookStats) -> String {
        text([
            "first": words(stats.first), "last": words(stats.last),
            "days": "\(stats.days)", "daysSince": words(stats.daysSince),
            "entries": "\(stats.entries)", "lines": "\(stats.lines)", "perDay": stats.perDay,
            "last30Days": "\(stats.last30Days)", "last7Days": "\(stats.last7Days)",
            "accounts": "\(stats.accounts)", "closedAccounts": "\(stats.closedAccounts)",
            "categories": "\(stats.categories)", "payees": "\(stats.payees)",
            "tags": "\(stats.tags)", "currencies": stats.currencies.joined(separator: " "),
            "prices": "\(stats.prices)", "persons": "\(stats.persons)",
            "start": words(stats.start), "end": words(stats.end),
        ])
    }

    private static func words<Value: CustomStringConvertible>(_ value: Value?) -> String {
        value?.description ?? ""
    }
}
