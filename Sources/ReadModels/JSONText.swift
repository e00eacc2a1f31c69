/// JSON as text (RFC 8259), written by hand: it has to be the same for the same values.
enum JSONText {
    /// An array of texts.
    static func array(_ texts: [String]) -> String {
        if texts.isEmpty { return "[]" }
        return "[" + texts.map(string).joined(separator: ",") + "]"
    }

    /// An object of members whose values are JSON already.
    static func object(_ members: [(name: String, json: String)]) -> String {
        "{" + members.map { "\(string($0.name)):\($0.json)" }.joined(separator: ",") + "}"
    }

    /// A text in quotes.
    static func string(_ text: String) -> String {
        var json = "\""
        for scalar in text.unicodeScalars {
            switch scalar {
            case "\"": json += "\\\""
            case "\\": json += "\\\\"
            case "\n": json += "\\n"
            case "\r": json += "\\r"
            case "\t": json += "\\t"
            case _ where scalar.value < 0x20: json += "\\u00" + hex(UInt8(scalar.value))
            default: json.unicodeScalars.append(scalar)
            }
        }
        return json + "\""
    }
}
