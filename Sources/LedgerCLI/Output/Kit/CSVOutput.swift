internal import Interchange

/// Rows as CSV (RFC 4180), with a header, lines ended by a newline alone as other Unix tools do.
/// What a spreadsheet would take for a formula is marked: ``FormulaMark``.
enum CSVOutput {
    static func text(header: [String], rows: [[String]]) -> String {
        var text = ""
        for row in [header] + rows {
            for (index, cell) in row.enumerated() {
                if index > 0 { text += "," }
                text += field(FormulaMark.harmless(cell))
            }
            text += "\n"
        }
        return text
    }

    /// The cells of a text that ``text(header:rows:)`` made, the header's first.
    static func rows(of text: String) -> [[String]] {
        let (quote, comma, newline) = (UInt8(ascii: "\""), UInt8(ascii: ","), UInt8(ascii: "\n"))
        var rows: [[String]] = []
        var row: [String] = []
        var cell: [UInt8] = []
        var isQuoted = false
        var wasQuote = false
        func end() {
            row.append(FormulaMark.undone(String(decoding: cell, as: UTF8.self)))
            cell = []
        }
        for byte in text.utf8 {
            // A quote inside is written twice: the second one begins a quoted part anew.
            if byte == quote, !isQuoted, wasQuote { cell.append(quote) }
            wasQuote = byte == quote && isQuoted
            if byte == quote {
                isQuoted.toggle()
            } else if !isQuoted, byte == comma {
                end()
            } else if !isQuoted, byte == newline {
                end()
                rows.append(row)
                row = []
            } else {
                cell.append(byte)
            }
        }
        return rows
    }

    /// Words in one cell: joined by blanks, and such that have one, or a quote, in quotes; so a
    /// reader of CSV that is told of blanks as separators takes them apart again.
    static func cell(of words: [String]) -> String {
        words.map { word in
            let isPlain = !word.contains { $0.isWhitespace || $0 == "\"" }
            return isPlain ? word : quoted(word)
        }.joined(separator: " ")
    }

    private static func field(_ text: String) -> String {
        let needsQuotes = text.utf8.contains { byte in
            byte == UInt8(ascii: ",") || byte == UInt8(ascii: "\"") || byte == UInt8(ascii: "\n")
                || byte == UInt8(ascii: "\r")
        }
        guard needsQuotes || hasOuterBlank(text) else { return text }
        return quoted(text)
    }

    /// Most text starts and ends with ASCII, of which no table has to be asked.
    private static func hasOuterBlank(_ text: String) -> Bool {
        guard let first = text.utf8.first, let last = text.utf8.last else { return false }
        if first < 0x80, last < 0x80 {
            return [first, last].contains { $0 == 0x20 || (0x09...0x0D).contains($0) }
        }
        return text.first?.isWhitespace == true || text.last?.isWhitespace == true
    }

    private static func quoted(_ text: String) -> String {
        "\"" + text.replacing("\"", with: "\"\"") + "\""
    }
}
