internal import Ledger

/// The same expenses and tasks in the formats of other programs, as they stand in the end.
struct PeerFiles {
    private let lines: [Record]
    private let fold: PlainFold

    init(_ source: any RecordSource) throws {
        fold = try PlainFold(source)
        lines = fold.live.values.sorted {
            ($0.occurredAt, $0.recordedAt, $0.id.high) < ($1.occurredAt, $1.recordedAt, $1.id.high)
        }
    }

    /// An amount with the digits of its currency.
    static func amount(_ record: Record) -> String {
        guard let currency = Currency.iso(record.currency) else { return "\(record.amount)" }
        return Money(minor: record.amount, currency: currency).formatted(grouping: false)
    }

    /// `Expenses:Food:Bakery`
    private static func account(_ category: String) -> String {
        let parts = category.split(separator: ":").map {
            $0.prefix(1).uppercased() + $0.dropFirst()
        }
        return (["Expenses"] + parts).joined(separator: ":")
    }

    private var accounts: [String] {
        Set(lines.map { PeerFiles.account($0.category) }).sorted() + ["Assets:Cash"]
    }

    /// A journal for hledger and ledger-cli.
    func writeJournal(to path: String) throws {
        let file = try FileWriter(path)
        for account in accounts { try file.write("account \(account)\n") }
        for code in Set(lines.map(\.currency)).sorted() {
            let digits = Currency.iso(code)?.exponent ?? 2
            try file.write(
                "commodity 1000.\(String(repeating: "0", count: digits)) \(code)\n")
        }
        for line in lines {
            let note = line.comment.isEmpty ? "" : "  ; \(line.comment)"
            try file.write(
                """

                \(Civil.day(line.occurredAt)) \(line.title)\(note)
                    \(PeerFiles.account(line.category))  \(PeerFiles.amount(line)) \(line.currency)
                    Assets:Cash

                """)
        }
        try file.finish()
    }

    /// A book for beancount.
    func writeBook(to path: String) throws {
        let file = try FileWriter(path)
        for account in accounts { try file.write("2016-01-01 open \(account)\n") }
        for line in lines {
            try file.write(
                """

                \(Civil.day(line.occurredAt)) * "\(line.title)" "\(line.comment)"
                  \(PeerFiles.account(line.category))  \(PeerFiles.amount(line)) \(line.currency)
                  Assets:Cash

                """)
        }
        try file.finish()
    }

    /// Tasks for Taskwarrior.
    func writeTasks(to path: String) throws {
        let file = try FileWriter(path)
        try file.write("[")
        var isFirst = true
        let tasks = fold.tasks.values.sorted {
            ($0.recordedAt, $0.id.high) < ($1.recordedAt, $1.id.high)
        }
        for task in tasks {
            let done = fold.completed[task.id]
            var text = isFirst ? "\n" : ",\n"
            isFirst = false
            text += "{\"uuid\":\"\(task.id.text)\",\"description\":\"\(task.title)\""
            text += ",\"status\":\"\(done == nil ? "pending" : "completed")\""
            text += ",\"project\":\"\(task.category.replacing(":", with: "."))\""
            text += ",\"entry\":\"\(PeerFiles.stamp(task.recordedAt))\""
            if let due = task.dueAt { text += ",\"due\":\"\(PeerFiles.stamp(due))\"" }
            if let done { text += ",\"end\":\"\(PeerFiles.stamp(done))\"" }
            try file.write(text + "}")
        }
        try file.write("\n]\n")
        try file.finish()
    }

    /// `20160101T000038Z`
    private static func stamp(_ seconds: Int64) -> String {
        Civil.text(seconds).filter { $0 != "-" && $0 != ":" }
    }
}
