internal import EventLog
internal import Ledger

/// What an event says as JSON: one member for each column, by the column's name.
///
/// Days and instants are text, and so are words that are numbers on disk; a currency is its code,
/// and its digits are beside it in `exponent`. Bytes that are no text are hexadecimal.
enum EventPayload {
    /// - Parameter names: What the columns of a custom event are called; the others have names of
    ///   their own.
    static func json(_ row: Row, _ names: [ColumnID: String] = [:]) -> String {
        var members: [(name: String, json: String)] = []
        for field in row.fields {
            if let name = names[field.column] {
                members.append((name, json(custom: field.value)))
                continue
            }
            let base = field.column.restated ?? field.column
            let name = field.column.name.replacing(" ", with: "_")
            switch field.value {
            case .integer(let value): members.append((name, json(value, in: base)))
            case .bytes(let bytes):
                if base.content?.form == .currency, let exponent = bytes.last {
                    members.append((name, text(bytes.dropLast()[...])))
                    members.append((name + "_exponent", "\(exponent)"))
                } else {
                    members.append((name, json(bytes, in: base)))
                }
            }
        }
        return JSONText.object(members)
    }

    private static func json(custom value: FieldValue) -> String {
        switch value {
        case .integer(let value): "\(value)"
        case .bytes(let bytes): text(bytes[...])
        }
    }

    private static func json(_ value: Int64, in column: ColumnID) -> String {
        column.content?.form.word(of: value).map(JSONText.string) ?? "\(value)"
    }

    private static func json(_ bytes: [UInt8], in column: ColumnID) -> String {
        switch column.content?.form {
        case .tags:
            let parts = bytes.split(separator: 0x0A).map { String(decoding: $0, as: UTF8.self) }
            return JSONText.array(parts)
        case .bytes: return hexadecimal(bytes[...])
        default: return text(bytes[...])
        }
    }

    private static func text(_ bytes: ArraySlice<UInt8>) -> String {
        guard let text = String(validating: bytes, as: UTF8.self) else { return hexadecimal(bytes) }
        return JSONText.string(text)
    }

    private static func hexadecimal(_ bytes: ArraySlice<UInt8>) -> String {
        JSONText.string(bytes.map { hex($0) }.joined())
    }
}
