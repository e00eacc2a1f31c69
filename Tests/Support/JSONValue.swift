/// A JSON value (RFC 8259) whose numbers keep their text, so that no digit is lost.
public enum JSONValue: Sendable, Hashable {
    /// Members in no order; of a repeated name the last counts.
    case object([String: JSONValue])
    /// Elements in order.
    case array([JSONValue])
    /// Text, escapes resolved.
    case string(String)
    /// The number as it was written.
    case number(String)
    /// `true` or `false`.
    case bool(Bool)
    /// `null`.
    case null

    /// Parses one value with nothing but white space around it; nil where the text is no JSON.
    public init?(parsing text: String) {
        self.init(parsing: Array(text.utf8))
    }

    /// Parses UTF-8.
    public init?(parsing bytes: [UInt8]) {
        var parser = JSONParser(bytes: bytes)
        guard let value = parser.value(depth: 0), parser.isAtEnd else { return nil }
        self = value
    }

    /// The member of an object; nil if there is none or this is no object.
    public subscript(name: String) -> JSONValue? { object?[name] }

    /// The element of an array; nil if there is none or this is no array.
    public subscript(index: Int) -> JSONValue? {
        guard let array, array.indices.contains(index) else { return nil }
        return array[index]
    }

    /// The members of an object, else nil.
    public var object: [String: JSONValue]? {
        if case .object(let members) = self { members } else { nil }
    }

    /// The elements of an array, else nil.
    public var array: [JSONValue]? {
        if case .array(let elements) = self { elements } else { nil }
    }

    /// The text of a string, else nil.
    public var string: String? {
        if case .string(let text) = self { text } else { nil }
    }

    /// The text of a number, else nil.
    public var number: String? {
        if case .number(let text) = self { text } else { nil }
    }

    /// The integer of a number written without fraction and exponent, else nil.
    public var integer: Int? { number.flatMap { Int($0) } }

    /// The truth value, else nil.
    public var bool: Bool? {
        if case .bool(let value) = self { value } else { nil }
    }

    /// True for `null`.
    public var isNull: Bool { self == .null }
}

private struct JSONParser {
    let bytes: [UInt8]
    var position = 0

    static let depthMax = 200

    var isAtEnd: Bool {
        mutating get {
            skipSpace()
            return position == bytes.count
        }
    }

    private mutating func skipSpace() {
        while position < bytes.count, [0x20, 0x09, 0x0A, 0x0D].contains(bytes[position]) {
            position += 1
        }
    }

    private mutating func take(_ text: StaticString) -> Bool {
        let wanted = Array(text.description.utf8)
        guard bytes[position...].starts(with: wanted) else { return false }
        position += wanted.count
        return true
    }

    mutating func value(depth: Int) -> JSONValue? {
        skipSpace()
        guard depth < JSONParser.depthMax, position < bytes.count else { return nil }
        switch bytes[position] {
        case UInt8(ascii: "{"): return object(depth: depth + 1)
        case UInt8(ascii: "["): return array(depth: depth + 1)
        case UInt8(ascii: "\""): return string().map { .string($0) }
        case UInt8(ascii: "t"): return take("true") ? .bool(true) : nil
        case UInt8(ascii: "f"): return take("false") ? .bool(false) : nil
        case UInt8(ascii: "n"): return take("null") ? .null : nil
        default: return number()
        }
    }

    private mutating func object(depth: Int) -> JSONValue? {
        position += 1
        var members: [String: JSONValue] = [:]
        skipSpace()
        if take("}") { return .object(members) }
        while true {
            skipSpace()
            guard let name = string() else { return nil }
            skipSpace()
            guard take(":"), let member = value(depth: depth) else { return nil }
            members[name] = member
            skipSpace()
            if take("}") { return .object(members) }
            guard take(",") else { return nil }
        }
    }

    private mutating func array(depth: Int) -> JSONValue? {
        position += 1
        var elements: [JSONValue] = []
        skipSpace()
        if take("]") { return .array(elements) }
        while true {
            guard let element = value(depth: depth) else { return nil }
            elements.append(element)
            skipSpace()
            if take("]") { return .array(elements) }
            guard take(",") else { return nil }
        }
    }

    private mutating func number() -> JSONValue? {
        let start = position
        _ = take("-")
        guard take("0") || digits() else { return nil }
        if take("."), !digits() { return nil }
        if take("e") || take("E") {
            _ = take("+") || take("-")
            guard digits() else { return nil }
        }
        return .number(String(decoding: bytes[start..<position], as: UTF8.self))
    }

    private mutating func digits() -> Bool {
        let start = position
        while position < bytes.count, (0x30...0x39).contains(bytes[position]) { position += 1 }
        return position > start
    }

    private mutating func string() -> String? {
        guard take("\"") else { return nil }
        var text: [UInt8] = []
        while position < bytes.count {
            let byte = bytes[position]
            position += 1
            switch byte {
            case UInt8(ascii: "\""):
                return String(validating: text, as: UTF8.self)
            case UInt8(ascii: "\\"):
                guard let scalar = escaped() else { return nil }
                text.append(contentsOf: String(scalar).utf8)
            case 0..<0x20:
                return nil
            default:
                text.append(byte)
            }
        }
        return nil
    }

    private mutating func escaped() -> Unicode.Scalar? {
        guard position < bytes.count else { return nil }
        let byte = bytes[position]
        position += 1
        switch byte {
        case UInt8(ascii: "\""), UInt8(ascii: "\\"), UInt8(ascii: "/"): return Unicode.Scalar(byte)
        case UInt8(ascii: "b"): return "\u{8}"
        case UInt8(ascii: "f"): return "\u{C}"
        case UInt8(ascii: "n"): return "\n"
        case UInt8(ascii: "r"): return "\r"
        case UInt8(ascii: "t"): return "\t"
        case UInt8(ascii: "u"): return unicode()
        default: return nil
        }
    }

    /// Four hexadecimal digits, or twice that with `\u` between for a surrogate pair.
    private mutating func unicode() -> Unicode.Scalar? {
        guard let unit = hexadecimal() else { return nil }
        guard (0xD800...0xDBFF).contains(unit) else { return Unicode.Scalar(unit) }
        guard take("\\u"), let low = hexadecimal(), (0xDC00...0xDFFF).contains(low) else {
            return nil
        }
        return Unicode.Scalar(0x10000 + (unit - 0xD800) << 10 + (low - 0xDC00))
    }

    private mutating func hexadecimal() -> UInt32? {
        guard position + 4 <= bytes.count else { return nil }
        var value: UInt32 = 0
        for byte in bytes[position..<(position + 4)] {
            guard let digit = Character(Unicode.Scalar(byte)).hexDigitValue else { return nil }
            value = value << 4 | UInt32(digit)
        }
        position += 4
        return value
    }
}
