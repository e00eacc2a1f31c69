/// A JSON value that is carried along without being understood.
package enum AnyJSON: Hashable, Sendable {
    /// `null`.
    case null
    /// `true` or `false`.
    case bool(Bool)
    /// A whole number.
    case integer(Int64)
    /// Another number.
    case number(Double)
    /// A text.
    case string(String)
    /// A list.
    case array([AnyJSON])
    /// Members by name.
    case object([String: AnyJSON])

    /// The members; `nil` for another value.
    package var object: [String: AnyJSON]? {
        if case .object(let members) = self { members } else { nil }
    }

    /// The elements; `nil` for another value.
    package var array: [AnyJSON]? {
        if case .array(let elements) = self { elements } else { nil }
    }

    /// The text; `nil` for another value.
    package var string: String? {
        if case .string(let text) = self { text } else { nil }
    }

    /// The whole number; `nil` for another value.
    package var integer: Int64? {
        if case .integer(let value) = self { value } else { nil }
    }
}

extension AnyJSON: Codable {
    package init(from decoder: any Decoder) throws {
        let container = try decoder.singleValueContainer()
        if container.decodeNil() {
            self = .null
        } else if let value = try? container.decode(Bool.self) {
            self = .bool(value)
        } else if let value = try? container.decode(Int64.self) {
            self = .integer(value)
        } else if let value = try? container.decode(Double.self) {
            self = .number(value)
        } else if let value = try? container.decode(String.self) {
            self = .string(value)
        } else if let value = try? container.decode([AnyJSON].self) {
            self = .array(value)
        } else {
            self = .object(try container.decode([String: AnyJSON].self))
        }
    }

    package func encode(to encoder: any Encoder) throws {
        var container = encoder.singleValueContainer()
        switch self {
        case .null: try container.encodeNil()
        case .bool(let value): try container.encode(value)
        case .integer(let value): try container.encode(value)
        case .number(let value): try container.encode(value)
        case .string(let value): try container.encode(value)
        case .array(let values): try container.encode(values)
        case .object(let members): try container.encode(members)
        }
    }
}
