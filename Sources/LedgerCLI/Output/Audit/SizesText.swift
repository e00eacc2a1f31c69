internal import Application
internal import Ledger

/// Bytes as they are shown of events.
enum SizesText {
    /// Bytes an event, with two digits behind the point.
    static func perEvent(_ bytes: UInt64, _ events: UInt64) -> String {
        let hundredths = Int128(bytes) * 100
        return decimalText(
            (hundredths + Int128(events) / 2) / Int128(max(events, 1)), exponent: 2)
    }
}

extension LogText {
    /// The parts of the log's files; the last row is what they add up to.
    func sizes(_ sizes: LogSizes.Output) -> String {
        var table = TextTable(columns: [
            .init(title: "Section"), .init(title: "Column"),
            .init(title: "Before", alignment: .right), .init(title: "On disk", alignment: .right),
            .init(title: "An event", alignment: .right),
        ])
        table.style = output.style
        var section = ""
        for row in sizes.rows {
            table.add(
                row.section == section ? "" : row.section, row.column, grouped(row.rawBytes),
                grouped(row.storedBytes), SizesText.perEvent(row.storedBytes, sizes.events))
            section = row.section
        }
        table.rows.append(.rule)
        table.add(
            "files", "", grouped(sizes.rows.reduce(0) { $0 + $1.rawBytes }),
            grouped(sizes.fileBytes), SizesText.perEvent(sizes.fileBytes, sizes.events))
        return table.rendered(columns: nil)
    }
}

extension ReportCSV {
    static func text(_ sizes: LogSizes.Output) -> String {
        CSVOutput.text(
            header: ["section", "column", "rawBytes", "storedBytes"],
            rows: sizes.rows.map {
                [$0.section, $0.column, "\($0.rawBytes)", "\($0.storedBytes)"]
            })
    }
}
