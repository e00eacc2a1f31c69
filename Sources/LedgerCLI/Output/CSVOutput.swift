/// Rows as CSV (RFC 4180), with a header, lines ended by a newline alone as other Unix tools do.
enum CSVOutput {
    static func text(header: [String], rows: [[String]]) -> String {
        ([header] + rows).map { $0.map(field).joined(separator: ",") + "\n" }.joined()
    }

    private static func field(_ text: String) -> String {
        let needsQuotes = text.utf8.contains { byte in
            byte == UInt8(ascii: ",") || byte == UInt8(ascii: "\"") || byte == UInt8(ascii: "\n")
                || byte == UInt8(ascii: "\r")
        }
        let hasOuterBlank = text.first?.isWhitespace == true || text.last?.isWhitespace == true
        guard needsQuotes || hasOuterBlank else { return text }
        return "\"" + text.replacing("\"", with: "\"\"") + "\""
    }
}
