/// A value of JSON.
indirect enum JSONValue: Hashable {
    case text(String)
    /// A number, `true`, `false` or `null`, as it is written.
    case word(String)
    case list([JSONValue])
    case object([Member])

    /// A member of an object.
    struct Member: Hashable {
        let key: String
        let value: JSONValue
    }

    /// The value as JSON in one line.
    var json: String {
        switch self {
        case .text(let text): JSONValue.quoted(text)
        case .word(let word): word
        case .list(let values): "[" + values.map(\.json).joined(separator: ",") + "]"
        case .object(let members):
            "{"
                + members.map { JSONValue.quoted($0.key) + ":" + $0.value.json }
                .joined(separator: ",") + "}"
        }
    }

    /// A text in quotes.
    static func quoted(_ text: String) -> String {
        var json = "\""
        for scalar in text.unicodeScalars {
            switch scalar {
            case "\"": json += "\\\""
            case "\\": json += "\\\\"
            case "\n": json += "\\n"
            case "\r": json += "\\r"
            case "\t": json += "\\t"
            case _ where scalar.value < 0x20:
                let digits = String(scalar.value, radix: 16)
                json += "\\u" + String(repeating: "0", count: 4 - digits.count) + digits
            default: json.unicodeScalars.append(scalar)
            }
        }
        return json + "\""
    }
}
