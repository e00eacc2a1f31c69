/// Rows as CSV (RFC 4180), with a header, lines ended by a newline alone as other Unix tools do.
enum CSVOutput {
    static func text(header: [String], rows: [[String]]) -> String {
        ([header] + rows).map { $0.map(field).joined(separator: ",") + "\n" }.joined()
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
        let hasOuterBlank = text.first?.isWhitespace == true || text.last?.isWhitespace == true
        guard needsQuotes || hasOuterBlank else { return text }
        return quoted(text)
    }

    private static func quoted(_ text: String) -> String {
        "\"" + text.replacing("\"", with: "\"\"") + "\""
    }
}
