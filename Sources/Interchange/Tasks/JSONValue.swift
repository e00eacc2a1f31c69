/// A value of JSON.
enum JSONValue: Hashable {
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
        var json = ""
        write(to: &json)
        return json
    }

    /// Appends the value as JSON in one line.
    func write(to json: inout String) {
        switch self {
        case .text(let text): JSONValue.quote(text, to: &json)
        case .word(let word): json += word
        case .list(let values):
            json += "["
            for (index, value) in values.enumerated() {
                if index > 0 { json += "," }
                value.write(to: &json)
            }
            json += "]"
        case .object(let members):
            json += "{"
            for (index, member) in members.enumerated() {
                if index > 0 { json += "," }
                JSONValue.quote(member.key, to: &json)
                json += ":"
                member.value.write(to: &json)
            }
            json += "}"
        }
    }

    /// Appends a text in quotes.
    private static func quote(_ text: String, to json: inout String) {
        json += "\""
        defer { json += "\"" }
        guard text.utf8.contains(where: { $0 < 0x20 || $0 == 0x22 || $0 == 0x5C }) else {
            json += text
            return
        }
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
    }
}
