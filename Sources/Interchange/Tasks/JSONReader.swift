/// Reads values of JSON (RFC 8259) one after the other.
struct JSONReader {
    private static let depthMax = 64

    private let bytes: [UInt8]
    private var position = 0
    /// The line of the next byte, from 1.
    private(set) var line: Int

    /// - Parameters:
    ///   - bytes: UTF-8.
    ///   - line: The line on which they begin.
    init(_ bytes: [UInt8], line: Int = 1) { (self.bytes, self.line) = (bytes, line) }

    /// The next byte that is no white space; `nil` at the end.
    mutating func peek() -> UInt8? {
        while position < bytes.count {
            let byte = bytes[position]
            guard byte == 0x20 || byte == 0x0A || byte == 0x0D || byte == 0x09 else { return byte }
            if byte == 0x0A { line += 1 }
            position += 1
        }
        return nil
    }

    /// Passes over a byte if it comes next.
    mutating func take(_ byte: Unicode.Scalar) -> Bool {
        guard peek() == UInt8(ascii: byte) else { return false }
        position += 1
        return true
    }

    /// The next value.
    mutating func value(depth: Int = 0) throws(TaskFault) -> JSONValue {
        guard depth < JSONReader.depthMax else { throw fault("too deep") }
        switch peek() {
        case UInt8(ascii: "\""): return .text(try text())
        case UInt8(ascii: "["):
            position += 1
            var values: [JSONValue] = []
            if take("]") { return .list(values) }
            repeat { values.append(try value(depth: depth + 1)) } while take(",")
            guard take("]") else { throw fault("a list without an end") }
            return .list(values)
        case UInt8(ascii: "{"):
            var members: [JSONValue.Member] = []
            try object(depth: depth) { members.append($0) }
            return .object(members)
        default: return .word(try word())
        }
    }

    /// The members of the next value, which is an object, one after the other.
    mutating func object(
        depth: Int = 0, _ body: (JSONValue.Member) -> Void
    ) throws(TaskFault) {
        guard take("{") else { throw fault("no object") }
        if take("}") { return }
        repeat {
            guard peek() == UInt8(ascii: "\"") else { throw fault("no name in quotes") }
            let key = try text()
            guard take(":") else { throw fault("no colon") }
            body(JSONValue.Member(key: key, value: try value(depth: depth + 1)))
        } while take(",")
        guard take("}") else { throw fault("an object without an end") }
    }

    /// That nothing good comes here.
    func fault(_ what: String) -> TaskFault { TaskFault(line: line, .malformed(what)) }

    private mutating func word() throws(TaskFault) -> String {
        let start = position
        while position < bytes.count {
            let byte = bytes[position]
            let isPart =
                (0x30...0x39).contains(byte) || (0x61...0x7A).contains(byte) || byte == 0x2B
                || byte == 0x2D || byte == 0x2E || byte == 0x45
            guard isPart else { break }
            position += 1
        }
        let word = String(decoding: bytes[start..<position], as: UTF8.self)
        let isNumber = word.first.map { $0.isNumber || $0 == "-" } ?? false
        let isPlain = word.drop { $0 == "-" }.allSatisfy { $0.isNumber || "+-.eE".contains($0) }
        guard ["true", "false", "null"].contains(word) || isNumber && isPlain && word != "-" else {
            throw fault(position < bytes.count ? "no value" : "no end")
        }
        return word
    }

    private mutating func text() throws(TaskFault) -> String {
        position += 1
        let start = position
        while position < bytes.count, bytes[position] != 0x22, bytes[position] != 0x5C {
            if bytes[position] == 0x0A { line += 1 }
            position += 1
        }
        guard position < bytes.count else { throw fault("a text without an end") }
        if bytes[position] == 0x22 {
            position += 1
            return String(decoding: bytes[start..<(position - 1)], as: UTF8.self)
        }
        var text = Array(bytes[start..<position])
        while position < bytes.count {
            let byte = bytes[position]
            position += 1
            if byte == 0x22 { return String(decoding: text, as: UTF8.self) }
            if byte == 0x0A { line += 1 }
            if byte == 0x5C { try escape(into: &text) } else { text.append(byte) }
        }
        throw fault("a text without an end")
    }

    private static let escapes: [UInt8: UInt8] = [
        0x22: 0x22, 0x5C: 0x5C, 0x2F: 0x2F, 0x62: 0x08, 0x66: 0x0C, 0x6E: 0x0A, 0x72: 0x0D,
        0x74: 0x09,
    ]

    private mutating func escape(into text: inout [UInt8]) throws(TaskFault) {
        guard position < bytes.count else { throw fault("a text without an end") }
        let mark = bytes[position]
        position += 1
        if let byte = JSONReader.escapes[mark] { return text.append(byte) }
        guard mark == UInt8(ascii: "u"), var code = unit() else { throw fault("a bad escape") }
        if (0xD800..<0xDC00).contains(code), position + 1 < bytes.count,
            bytes[position] == 0x5C, bytes[position + 1] == UInt8(ascii: "u")
        {
            position += 2
            guard let low = unit(), (0xDC00..<0xE000).contains(low) else {
                throw fault("half a letter")
            }
            code = 0x10000 + ((code - 0xD800) << 10) + (low - 0xDC00)
        }
        // No text has it, whichever way it is written.
        if code == 0 { throw fault("a byte of 0") }
        guard let scalar = Unicode.Scalar(code) else { throw fault("half a letter") }
        text += Array(String(Character(scalar)).utf8)
    }

    /// Four hexadecimal digits.
    private mutating func unit() -> UInt32? {
        guard position + 4 <= bytes.count else { return nil }
        var code: UInt32 = 0
        for byte in bytes[position..<(position + 4)] {
            guard let digit = Character(Unicode.Scalar(byte)).hexDigitValue else { return nil }
            code = code << 4 | UInt32(digit)
        }
        position += 4
        return code
    }
}
