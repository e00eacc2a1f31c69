internal import Application
internal import Ledger

/// The files of entries and tasks as text.
enum AttachmentText {
    static func list(_ list: ListAttachments.Output, _ output: OutputShape) -> String {
        let footer = output.footer(list.position, list.root)
        if list.rows.isEmpty {
            return "No file belongs to anything: \(output.program) attach ID FILE\n\n" + footer
        }
        var table = TextTable(
            columns: [
                .init(title: "Id", alignment: .right), .init(title: "File", widthMin: 16),
                .init(title: "Bytes", alignment: .right), .init(title: "SHA-256"),
            ], style: output.style)
        for row in list.rows {
            table.add(
                "\(row.id)", Screen.plain(row.name),
                row.bytes.map { grouped($0) } ?? (row.isMissing == true ? "missing" : "changed"),
                String(row.content.prefix(12)) + "…")
        }
        return table.rendered(columns: output.columns) + "\n" + footer
    }

    static func csv(_ list: ListAttachments.Output) -> String {
        CSVOutput.text(
            header: ["id", "name", "content", "bytes"],
            rows: list.rows.map { row in
                ["\(row.id)", row.name, row.content, row.bytes.map { "\($0)" } ?? ""]
            })
    }
}
