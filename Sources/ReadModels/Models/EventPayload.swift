internal import EventLog
internal import Ledger

/// What an event says as JSON: one member for each column, by the column's name.
///
/// Days and instants are text, and so are words that are numbers on disk; a currency is its code,
/// and its digits are beside it in `exponent`. Bytes that are no text are hexadecimal.
enum EventPayload {
    static func json(_ row: Row) -> String {
        var members: [(name: String, json: String)] = []
        for field in row.fields {
            let base = field.column.restated ?? field.column
            let name = field.column.name.replacing(" ", with: "_")
            switch field.value {
            case .integer(let value): members.append((name, json(value, in: base)))
            case .bytes(let bytes):
                if base == .currency, let exponent = bytes.last {
                    members.append((name, text(bytes.dropLast()[...])))
                    members.append((name + "_exponent", "\(exponent)"))
                } else {
                    members.append((name, json(bytes, in: base)))
                }
            }
        }
        return JSONText.object(members)
    }

    private static func json(_ value: Int64, in column: ColumnID) -> String {
        let word: String? =
            switch column {
            case .day, .deadlineDay:
                Int32(exactly: value).map { Day(daysSince1970: $0).description }
            case .deadlineInstant: Timestamp(millisecondsSince1970: value).description
            case .timeOfDay:
                Int(exactly: value).flatMap { TimeOfDay(secondsSinceMidnight: $0)?.description }
            case .kind: UInt8(exactly: value).flatMap { EntryKind(rawValue: $0)?.name }
            case .urgency: UInt8(exactly: value).flatMap { TodoUrgency(rawValue: $0)?.name }
            case .colour: UInt8(exactly: value).flatMap { TodoColour(rawValue: $0)?.name }
            case .weekStart:
                Int(exactly: value).flatMap { number in
                    Weekday.allCases.first { Int($0.rawValue) == number }?.name
                }
            default: nil
            }
        return word.map(JSONText.string) ?? "\(value)"
    }

    private static func json(_ bytes: [UInt8], in column: ColumnID) -> String {
        switch column {
        case .tags:
            let parts = bytes.split(separator: 0x0A).map { String(decoding: $0, as: UTF8.self) }
            return JSONText.array(parts)
        case .ledgerID, .counts: return hexadecimal(bytes[...])
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
