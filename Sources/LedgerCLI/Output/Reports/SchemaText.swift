internal import Application
internal import Ledger

/// Versions of events, as text.
enum SchemaText {
    /// How many digits of a fingerprint distinguish one from another for people.
    private static let digits = 12

    static func list(_ list: SchemaList, _ output: OutputShape) -> String {
        var table = TextTable(columns: [
            .init(title: "Event"), .init(title: "Type", alignment: .right),
            .init(title: "Version", alignment: .right), .init(title: "State"),
            .init(title: "Events", alignment: .right), .init(title: "First", alignment: .right),
            .init(title: "Declared", alignment: .right),
            .init(title: "Fingerprint", widthMin: 8),
        ])
        table.style = output.style
        for row in list.rows {
            let fingerprint = row.fingerprint.prefix(digits)
            table.add(
                row.name.isEmpty ? "?" : Screen.plain(row.name), "\(row.type)", "\(row.version)",
                words(row), grouped(row.events), number(row.first), number(row.declared),
                fingerprint.isEmpty ? "?" : "\(fingerprint)…")
        }
        let known =
            list.declared.map { "declared at event \(grouped($0))" }
            ?? "which the ledger is told of with the next commit"
        let strange = list.strange.map { column in
            "Column \(column.column) of \(Screen.plain(column.name)), version "
                + "\(column.version), in \(counted(column.events, "event")), is not known to "
                + "this program; it is kept and passed over.\n"
        }
        return table.rendered(columns: output.columns)
            + "\nThis program writes \(list.fingerprint.prefix(digits))…, \(known).\n"
            + strange.joined() + output.footer(list.position, list.root)
    }

    private static func words(_ row: SchemaList.Row) -> String {
        switch row.state {
        case .written: "written"
        case .lifted: "lifted"
        case .passed: "passed over"
        case .refused: "refused"
        }
    }

    private static func number(_ number: UInt64?) -> String { number.map { grouped($0) } ?? "" }

    static func csv(_ list: SchemaList) -> String {
        CSVOutput.text(
            header: [
                "name", "type", "version", "critical", "state", "events", "first", "declared",
                "fingerprint",
            ],
            rows: list.rows.map { row in
                [
                    row.name, "\(row.type)", "\(row.version)", "\(row.critical)",
                    row.state.rawValue, "\(row.events)", row.first.map { "\($0)" } ?? "",
                    row.declared.map { "\($0)" } ?? "", row.fingerprint,
                ]
            })
    }

    static func show(_ found: ShowSchema.Output, _ output: OutputShape) -> String {
        var text = ""
        for version in found.versions {
            let head = "\(Screen.plain(found.name)), type \(found.type), version \(version.version)"
            text += (text.isEmpty ? "" : "\n") + output.style.bold(head) + "\n"
            text += version.critical ? "Critical: " : "Not critical: "
            text +=
                version.critical
                ? "a program that does not know it neither reports nor records.\n"
                : "a program that does not know it passes over it.\n"
            if !version.lifted.isEmpty {
                text += "From version \(version.version - 1): \(version.lifted).\n"
            }
            var table = TextTable(columns: [
                .init(title: "Column"), .init(title: "Name"), .init(title: "Kind"),
                .init(title: "Required"),
            ])
            table.style = output.style
            for row in found.rows where row.version == version.version {
                table.add(
                    row.column, Screen.plain(row.name), row.kind, row.required ? "yes" : "")
            }
            text += table.rendered(columns: output.columns)
            text += output.style.dim("fingerprint \(version.fingerprint.prefix(digits))…") + "\n"
        }
        return text
    }

    static func csv(_ found: ShowSchema.Output) -> String {
        CSVOutput.text(
            header: ["version", "column", "name", "kind", "required"],
            rows: found.rows.map {
                ["\($0.version)", $0.column, $0.name, $0.kind, "\($0.required)"]
            })
    }

    static func diff(_ diff: SchemaDiff, _ output: OutputShape) -> String {
        let footer = output.footer(diff.position, diff.root)
        if diff.older == 0 { return "All events are of the newest version.\n\n" + footer }
        let counts =
            "\(counted(diff.older, "event")) of an older version, \(grouped(diff.changed)) of them "
            + "with other fields in the newest one.\n"
        if diff.rows.isEmpty { return counts + "\n" + footer }
        var table = TextTable(columns: [
            .init(title: "Event", alignment: .right), .init(title: "Type"),
            .init(title: "Version"), .init(title: "Field"), .init(title: "Stored", widthMin: 12),
            .init(title: "Read", widthMin: 12),
        ])
        table.style = output.style
        var last: UInt64?
        for row in diff.rows {
            let isNew = row.position != last
            last = row.position
            table.add(
                isNew ? "\(row.position)" : "", isNew ? row.event : "",
                isNew ? "\(row.from) → \(row.to)" : "", Screen.plain(row.field),
                Screen.plain(row.was ?? "–"), Screen.plain(row.now ?? "–"))
        }
        let more = diff.more ? "More are there: -n \(diff.changed)\n" : ""
        return table.rendered(columns: output.columns) + "\n" + counts + more + footer
    }

    static func csv(_ diff: SchemaDiff) -> String {
        CSVOutput.text(
            header: ["position", "event", "from", "to", "field", "was", "now"],
            rows: diff.rows.map {
                [
                    "\($0.position)", $0.event, "\($0.from)", "\($0.to)", $0.field, $0.was ?? "",
                    $0.now ?? "",
                ]
            })
    }

    static func check(_ comparison: BuildComparison, _ output: OutputShape) -> String {
        var table = TextTable(columns: [
            .init(title: "Report"), .init(title: "Rows", alignment: .right),
            .init(title: "Differ", alignment: .right),
        ])
        table.style = output.style
        for report in comparison.reports {
            table.add(
                report.name, grouped(report.rows),
                report.refusal == nil ? grouped(report.differing) : "refused")
        }
        let isSame = comparison.reports.allSatisfy(\.isSame)
        let other = Screen.plain(comparison.build)
        return table.rendered(columns: output.columns)
            + "\n\(counted(comparison.events, "event")) read by \(other) "
            + "(\(Screen.plain(comparison.version))): "
            + (isSame ? "all reports are the same.\n" : "not all reports are the same.\n")
    }

    static func csv(_ comparison: BuildComparison) -> String {
        CSVOutput.text(
            header: ["report", "rows", "differing", "row", "column", "here", "there"],
            rows: comparison.reports.flatMap { report -> [[String]] in
                let head = [report.name, "\(report.rows)", "\(report.differing)"]
                if let refusal = report.refusal { return [head + ["", "", "", refusal]] }
                if report.differences.isEmpty { return [head + ["", "", "", ""]] }
                return report.differences.map {
                    head + [$0.row, $0.column, $0.here ?? "", $0.there ?? ""]
                }
            })
    }

    /// What is different in a report, in words.
    static func finding(_ report: BuildComparison.Report) -> String {
        if let refusal = report.refusal { return "\(report.name): \(Screen.plain(refusal))" }
        guard let first = report.differences.first else { return report.name }
        let column = first.column.isEmpty ? "" : "\(Screen.plain(first.column)) "
        let more = report.differing > 1 ? ", and \(counted(report.differing - 1, "row")) more" : ""
        return "\(report.name): \(Screen.plain(first.row)): \(column)"
            + "is \(Screen.plain(first.here ?? "nothing")) here, "
            + "\(Screen.plain(first.there ?? "nothing")) there\(more)"
    }
}
