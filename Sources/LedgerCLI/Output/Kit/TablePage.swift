internal import Interchange

/// A result as tables with headings, for forms that are no text.
struct TablePage {
    /// A table below its heading.
    struct Block {
        var title: String
        var table: TextTable
    }

    var title: String
    var tables: [Block]
    /// Lines below all tables.
    var notes: [String] = []

    /// What a result is as CSV, as one table.
    init(title: String, csv: String) {
        let rows = CSVOutput.rows(of: csv)
        let header = rows.first ?? []
        let body = rows.dropFirst()
        var table = TextTable(
            columns: header.indices.map { index in
                let values = body.compactMap { index < $0.count ? $0[index] : nil }
                let areNumbers =
                    values.contains { !$0.isEmpty }
                    && values.allSatisfy { $0.isEmpty || TablePage.isNumber($0) }
                return TextTable.Column(
                    title: header[index], alignment: areNumbers ? .right : .left)
            })
        for row in body { table.add(row) }
        self.init(title: title, tables: [Block(title: "", table: table)])
    }

    init(title: String, tables: [Block], notes: [String] = []) {
        self.title = title
        self.tables = tables
        self.notes = notes
    }

    private static func isNumber(_ text: String) -> Bool {
        let digits = text.hasPrefix("-") ? text.dropFirst() : text[...]
        return !digits.isEmpty
            && digits.utf8.allSatisfy { (0x30...0x39).contains($0) || $0 == 0x2E }
    }
}

extension TablePage {
    /// What a result was made from, below all of it; `nil` where it does not say.
    struct Source {
        var position: UInt64?
        var root: String?

        /// What a result says itself.
        init(of value: some Encodable) {
            var fields: [String: Any] = [:]
            for child in Mirror(reflecting: value).children {
                if let label = child.label { fields[label] = child.value }
            }
            position = fields["position"] as? UInt64
            root = fields["root"] as? String
        }

        var words: String? {
            guard let position, let root else { return nil }
            return "as of event \(position) · root \(root)"
        }
    }

    /// Tables as GitHub Flavored Markdown has them (spec 0.29, section 4.10).
    func markdown(_ source: Source?) -> String {
        var text = ""
        for block in tables {
            if !block.title.isEmpty { text += "## \(TablePage.markdown(block.title))\n\n" }
            let columns = block.table.columns
            text += TablePage.line(columns.map(\.title), columns.count)
            text += "|" + columns.map { $0.alignment == .right ? " ---: |" : " --- |" }.joined()
            text += "\n"
            for case .cells(let cells, _) in block.table.rows {
                text += TablePage.line(cells, columns.count)
            }
            text += "\n"
        }
        for note in notes + [source?.words].compactMap(\.self) {
            text += TablePage.markdown(note) + "\n\n"
        }
        return String(text.dropLast())
    }

    private static func line(_ cells: [String], _ count: Int) -> String {
        let cells = cells + Array(repeating: "", count: max(0, count - cells.count))
        return "|" + cells.map { " \(markdown(indented($0))) |" }.joined() + "\n"
    }

    /// What lies in something else keeps its place where blanks mean nothing.
    private static func indented(_ cell: String) -> String {
        let blanks = cell.prefix { $0 == " " }.count
        return String(repeating: "\u{2003}", count: blanks / 2) + cell.dropFirst(blanks)
    }

    private static func markdown(_ text: String) -> String {
        var marked = ""
        for letter in text {
            if letter.isNewline {
                marked += " "
            } else {
                if "\\`*_[]<>|#&".contains(letter) { marked += "\\" }
                marked.append(letter)
            }
        }
        return marked
    }

    /// Cells with tabs between them, one row a line; tabs and line ends inside become blanks.
    static func tsv(_ csv: String) -> String {
        CSVOutput.rows(of: csv).map { row in
            row.map { cell in
                FormulaMark.harmless(String(cell.map { $0.isNewline || $0 == "\t" ? " " : $0 }))
            }.joined(separator: "\t") + "\n"
        }.joined()
    }
}
