/// A value of a cell.
public enum SQLValue: Hashable, Sendable {
    /// No value.
    case null
    /// A whole number.
    case integer(Int64)
    /// A number.
    case real(Double)
    /// A text.
    case text(String)
    /// Bytes.
    case blob([UInt8])
}

extension SQLValue: Codable {
    /// Decodes null, a whole number, a number or a text.
    public init(from decoder: any Decoder) throws {
        let container = try decoder.singleValueContainer()
        if container.decodeNil() {
            self = .null
        } else if let value = try? container.decode(Int64.self) {
            self = .integer(value)
        } else if let value = try? container.decode(Double.self) {
            self = .real(value)
        } else {
            self = .text(try container.decode(String.self))
        }
    }

    /// Encodes null, a number or a text; bytes and what is no number become the text that
    /// ``text`` gives.
    public func encode(to encoder: any Encoder) throws {
        var container = encoder.singleValueContainer()
        switch self {
        case .null: try container.encodeNil()
        case .integer(let value): try container.encode(value)
        case .real(let value) where value.isFinite: try container.encode(value)
        default: try container.encode(text)
        }
    }
}

extension SQLValue {
    /// The value as text: nothing for NULL, two hexadecimal digits for each byte.
    public var text: String {
        switch self {
        case .null: ""
        case .integer(let value): "\(value)"
        case .real(let value): "\(value)"
        case .text(let text): text
        case .blob(let bytes): bytes.map { hex($0) }.joined()
        }
    }

    /// The whole number that it is; `nil` for anything else.
    var integer: Int64? {
        if case .integer(let value) = self { value } else { nil }
    }

    /// Whether it is a number.
    package var isNumber: Bool {
        switch self {
        case .integer, .real: true
        default: false
        }
    }
}

/// Two hexadecimal digits, lower-case.
func hex(_ byte: UInt8) -> String {
    (byte < 16 ? "0" : "") + String(byte, radix: 16)
}
