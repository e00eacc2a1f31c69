extension TablePage {
    /// A page of its own: nothing is loaded, no script runs, and it prints well.
    func html(_ source: Source?) -> String {
        var body = "<h1>\(TablePage.html(title))</h1>\n"
        for block in tables {
            // The title of a page with one table is that of the table.
            if !block.title.isEmpty, block.title != title {
                body += "<h2>\(TablePage.html(block.title))</h2>\n"
            }
            body += TablePage.html(block.table)
        }
        for note in notes { body += "<p>\(TablePage.html(note))</p>\n" }
        if let words = source?.words {
            body += "<footer>\(TablePage.html(words))</footer>\n"
        }
        return """
            <!DOCTYPE html>
            <html lang="en">
            <head>
            <meta charset="utf-8">
            <meta name="viewport" content="width=device-width, initial-scale=1">
            <meta name="color-scheme" content="light dark">
            <title>\(TablePage.html(title))</title>
            <style>
            \(TablePage.style)
            </style>
            </head>
            <body>
            \(body)</body>
            </html>

            """
    }

    private static let style = """
        :root { --ink: #1b1f24; --dim: #5c6670; --line: #d5dae0; --page: #fff; }
        @media (prefers-color-scheme: dark) {
        :root { --ink: #e6e9ed; --dim: #9aa4af; --line: #39414a; --page: #14181d; } }
        body { font: 16px/1.5 system-ui, sans-serif; color: var(--ink); background: var(--page);
        margin: 2rem auto; padding: 0 1rem; max-width: 72rem; }
        h1 { font-size: 1.5rem; margin: 0 0 1.5rem; }
        h2 { font-size: 1.1rem; margin: 2rem 0 .5rem; }
        div { overflow-x: auto; }
        table { border-collapse: collapse; font-variant-numeric: tabular-nums; }
        th, td { padding: .25rem .75rem; text-align: left; white-space: nowrap; }
        th { color: var(--dim); font-weight: 600; border-bottom: 1px solid var(--line); }
        th:first-child, td:first-child { padding-left: 0; }
        .n { text-align: right; } .total td { border-top: 1px solid var(--line); font-weight: 600; }
        p, footer { color: var(--dim); font-size: .875rem; overflow-wrap: anywhere; }
        @media print { body { margin: 0; max-width: none; } tr { break-inside: avoid; } }
        """

    private static func html(_ table: TextTable) -> String {
        func row(_ cells: [String], _ name: String, _ isTotal: Bool) -> String {
            let cells = table.columns.indices.map { index in
                let cell = index < cells.count ? cells[index] : ""
                let isRight = table.columns[index].alignment == .right
                let blanks = cell.prefix { $0 == " " }.count
                let style =
                    blanks > 0 && !isRight ? " style=\"padding-left:\(blanks / 2 + 1)em\"" : ""
                let kind = isRight ? " class=\"n\"" : ""
                return "<\(name)\(kind)\(style)>\(html(String(cell.dropFirst(blanks))))</\(name)>"
            }
            return "<tr\(isTotal ? " class=\"total\"" : "")>\(cells.joined())</tr>\n"
        }
        var text = "<div><table>\n<thead>\n" + row(table.columns.map(\.title), "th", false)
        text += "</thead>\n<tbody>\n"
        var isTotal = false
        for line in table.rows {
            switch line {
            case .cells(let cells, _):
                text += row(cells, "td", isTotal)
                isTotal = false
            case .rule: isTotal = true
            case .blank: text += "<tr><td>&nbsp;</td></tr>\n"
            }
        }
        return text + "</tbody>\n</table></div>\n"
    }

    private static func html(_ text: String) -> String {
        text.replacing("&", with: "&amp;").replacing("<", with: "&lt;")
            .replacing(">", with: "&gt;").replacing("\"", with: "&quot;")
    }
}
