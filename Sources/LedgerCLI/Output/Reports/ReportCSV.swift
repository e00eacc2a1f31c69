internal import Ledger

/// Reports as CSV: the rows of the JSON form under the same keys; what is null is empty.
enum ReportCSV {
    static func text(_ report: SpendingReport) -> String {
        let columns = columns(of: report)
        var header = ["start", "end", "partial", "running", "kind", "category"]
        header += columns + ["currency", "sum", "count"]
        if let closed = report.closed { return text(report, closed, header) }
        return CSVOutput.text(header: header, rows: cells(report, columns))
    }

    /// A report without what was closed, then its forecast; the last column tells which.
    static func forecast(_ report: SpendingReport) -> String {
        let columns = columns(of: report)
        var header = ["start", "end", "partial", "running", "kind", "category"]
        header += columns + ["currency", "sum", "count", "forecast"]
        let rows =
            cells(report, columns).map { $0 + ["false"] }
            + cells(report.ofForecast, columns).map { $0 + ["true"] }
        return CSVOutput.text(header: header, rows: rows)
    }

    private static func cells(_ report: SpendingReport, _ columns: [String]) -> [[String]] {
        report.rows.map { row in
            let cut = [row.start, row.end].map(\.description)
            let flags = [row.partial, row.running].map { "\($0)" }
            let group = columns.map { column in
                switch column {
                case "account": row.account ?? ""
                case "payee": row.payee ?? ""
                case "tag": row.tag ?? ""
                default: row.person ?? ""
                }
            }
            return cut + flags + [row.kind.name, row.category ?? ""] + group
                + [row.currency, row.sum, "\(row.count)"]
        }
    }

    /// What distinguishes rows and is not always there.
    private static func columns(of report: SpendingReport) -> [String] {
        let keys = (report.by ?? "").split(separator: ",")
        return ["account", "payee", "tag", "person"].filter { column in
            keys.contains { $0.prefix { $0 != ":" } == column }
        }
    }

    /// With what was closed beside each sum: another one where the period was restated; cells that
    /// have no lines any more come last.
    private static func text(
        _ report: SpendingReport, _ closed: ClosedReport, _ header: [String]
    ) -> String {
        let columns = columns(of: report)
        func group(_ names: [String: String?]) -> [String?] { columns.map { names[$0] ?? nil } }
        var left = closed.restated
        func cells(
            _ days: [Day?], _ flags: [Bool?], _ kind: EntryKind, _ group: [String?],
            _ currency: String, _ sums: [String], _ original: [String]
        ) -> [String] {
            days.map { $0?.description ?? "" } + flags.map { $0.map { "\($0)" } ?? "" }
                + [kind.name] + group.map { $0 ?? "" } + [currency] + sums + original
        }
        var rows = report.rows.map { row in
            let index = left.firstIndex { other in
                (report.period == nil || other.start == row.start) && other.kind == row.kind
                    && other.category == row.category && other.account == row.account
                    && other.payee == row.payee && other.tag == row.tag
                    && other.person == row.person
                    && other.currency == row.currency
            }
            let old = index.map { left.remove(at: $0) }
            return cells(
                [row.start, row.end], [row.partial, row.running], row.kind,
                [row.category]
                    + group([
                        "account": row.account, "payee": row.payee, "tag": row.tag,
                        "person": row.person,
                    ]), row.currency,
                [row.sum, "\(row.count)"],
                [old?.original ?? row.sum, "\(old?.originalCount ?? row.count)"])
        }
        rows += left.map { row in
            cells(
                [row.start, row.end], [nil, nil], row.kind,
                [row.category]
                    + group([
                        "account": row.account, "payee": row.payee, "tag": row.tag,
                        "person": row.person,
                    ]), row.currency,
                [row.restated, "\(row.restatedCount)"], [row.original, "\(row.originalCount)"])
        }
        return CSVOutput.text(header: header + ["original", "originalCount"], rows: rows)
    }

    static func text(_ rows: [LineRow]) -> String {
        let header = [
            "id", "version", "day", "time", "kind", "incoming", "counterpart", "amount", "currency",
            "category", "account", "title", "note", "tags", "payer", "externalId", "voided",
            "entry", "split",
        ]
        // What few lists have is at the end, and only there.
        let hasStatus = rows.contains { $0.status != nil }
        let hasBalance = rows.contains { $0.balance != nil }
        let hasValue = rows.contains { $0.value != nil }
        return CSVOutput.text(
            header: header + (hasStatus ? ["status"] : []) + (hasBalance ? ["balance"] : [])
                + (hasValue ? ["value"] : []),
            rows: rows.map { row in
                cells(row) + (hasStatus ? [row.status?.rawValue ?? ""] : [])
                    + (hasBalance ? [row.balance ?? ""] : [])
                    + (hasValue ? [row.value ?? ""] : [])
            })
    }

    private static func cells(_ row: LineRow) -> [String] {
        [
            "\(row.id)", "\(row.version)", "\(row.day)", row.time, row.kind.name,
            "\(row.incoming)", "\(row.counterpart)", row.amount, row.currency, row.category,
            row.account, row.title, row.note, CSVOutput.cell(of: row.tags), row.payer,
            row.externalId, "\(row.voided)", row.entry.map(String.init).joined(separator: " "),
            CSVOutput.cell(of: (row.shares ?? []).map { "\($0.called)=\($0.amount)" }),
        ]
    }

    static func text(_ history: LineHistory) -> String {
        let header = [
            "position", "action", "recordedAt", "logClock", "actor", "batch", "reason", "field",
            "was", "now", "undoes",
        ]
        var rows: [[String]] = []
        for version in history.versions {
            let head = [
                "\(version.position)", version.action.rawValue, "\(version.recordedAt)",
                "\(version.logClock)", version.actor, version.batch.map(String.init) ?? "",
                version.reason,
            ]
            let undoes = (version.undoes ?? []).map(String.init).joined(separator: " ")
            if version.changes.isEmpty { rows.append(head + ["", "", "", undoes]) }
            for change in version.changes {
                rows.append(head + [change.field, change.was ?? "", change.now ?? "", undoes])
            }
        }
        return CSVOutput.text(header: header, rows: rows)
    }

    static func text(_ summary: ReplaySummary) -> String {
        text([
            "events": "\(summary.events)", "commits": "\(summary.commits)",
            "frames": "\(summary.frames)", "bytes": "\(summary.bytes)",
            "seconds": "\(summary.seconds)", "eventsPerSecond": "\(summary.eventsPerSecond)",
            "projections": summary.projections.joined(separator: " "),
            "position": "\(summary.position)", "root": summary.root,
        ])
    }

    /// The refused rows; of none the sums of the new ones.
    static func text(_ receipt: ImportReceipt) -> String {
        if !receipt.refused.isEmpty {
            return CSVOutput.text(
                header: ["line", "reason", "text"],
                rows: receipt.refused.map { ["\($0.line)", $0.reason, $0.text] })
        }
        return CSVOutput.text(
            header: ["kind", "currency", "sum", "count"],
            rows: receipt.sums.map { [$0.kind.name, $0.currency, $0.sum, "\($0.count)"] })
    }

    /// One row of names and values.
    static func text(_ pairs: KeyValuePairs<String, String>) -> String {
        CSVOutput.text(header: pairs.map(\.key), rows: [pairs.map(\.value)])
    }
}
