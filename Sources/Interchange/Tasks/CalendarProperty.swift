/// A property of a component: a name, parameters and a value.
struct CalendarProperty {
    let line: Int
    let name: String
    private let bytes: ArraySlice<UInt8>
    /// Where the parameters begin.
    private let start: Int
    /// Where the colon before the value is.
    private let colon: Int

    init(_ line: CalendarLines.Line) throws(TaskFault) {
        self.line = line.number
        bytes = line.bytes
        // Where the name and the parameters end.
        let end = bytes.firstIndex { $0 == UInt8(ascii: ";") || $0 == UInt8(ascii: ":") }
        guard let end, end > bytes.startIndex,
            bytes[..<end].allSatisfy(CalendarProperty.isOfName),
            let colon = CalendarProperty.parts(bytes[end...], { _ in })
        else {
            let text = String(decoding: bytes, as: UTF8.self)
            throw TaskFault(line: line.number, .malformed(String(text.prefix(60))))
        }
        (start, self.colon) = (end, colon)
        let name = bytes[..<end]
        let text = String(decoding: name, as: UTF8.self)
        self.name = name.contains { $0 >= UInt8(ascii: "a") } ? text.uppercased() : text
    }

    /// What stands behind the colon.
    var value: String { String(decoding: bytes[(colon + 1)...], as: UTF8.self) }

    /// The parameters behind the name.
    var parameters: [String: String] {
        var parameters: [String: String] = [:]
        _ = CalendarProperty.parts(bytes[start...]) { part in
            guard let mark = part.firstIndex(of: UInt8(ascii: "=")) else { return }
            let key = String(decoding: part[..<mark], as: UTF8.self).uppercased()
            let value = part[(mark + 1)...].filter { $0 != UInt8(ascii: "\"") }
            parameters[key] = String(decoding: value, as: UTF8.self)
        }
        return parameters
    }

    /// Goes over the parameters behind a name.
    ///
    /// - Returns: Where the colon before the value is; `nil` without one.
    private static func parts(
        _ bytes: ArraySlice<UInt8>, _ take: (ArraySlice<UInt8>) -> Void
    ) -> Int? {
        if bytes.first == UInt8(ascii: ":") { return bytes.startIndex }
        var (isQuoted, start) = (false, bytes.startIndex + 1)
        for index in start..<bytes.endIndex {
            let byte = bytes[index]
            if byte == UInt8(ascii: "\"") { isQuoted.toggle() }
            guard !isQuoted, byte == UInt8(ascii: ";") || byte == UInt8(ascii: ":") else {
                continue
            }
            take(bytes[start..<index])
            if byte == UInt8(ascii: ":") { return index }
            start = index + 1
        }
        return nil
    }

    private static func isOfName(_ byte: UInt8) -> Bool {
        let letter = byte | 0x20
        return letter >= UInt8(ascii: "a") && letter <= UInt8(ascii: "z") || byte.isDigit
            || byte == UInt8(ascii: "-")
    }

    /// The value with `\n`, `\,`, `\;` and `\\` as what they mean.
    var text: String {
        let isPlain = !bytes[(colon + 1)...].contains(UInt8(ascii: "\\"))
        return isPlain ? value : texts.joined(separator: ",")
    }

    /// The texts between commas.
    var texts: [String] {
        var (texts, text, isMarked) = ([String](), [UInt8](), false)
        for byte in bytes[(colon + 1)...] {
            if isMarked {
                let isEnd = byte == UInt8(ascii: "n") || byte == UInt8(ascii: "N")
                text.append(isEnd ? UInt8(ascii: "\n") : byte)
                isMarked = false
            } else if byte == UInt8(ascii: "\\") {
                isMarked = true
            } else if byte == UInt8(ascii: ",") {
                texts.append(String(decoding: text, as: UTF8.self))
                text.removeAll(keepingCapacity: true)
            } else {
                text.append(byte)
            }
        }
        texts.append(String(decoding: text, as: UTF8.self))
        return texts
    }

    /// The name with its parameters, as they stood.
    var head: String {
        let parameters = parameters
        if parameters.isEmpty { return name }
        let words = parameters.sorted { $0.key < $1.key }.map { key, value in
            let isPlain = !value.contains { ":;,".contains($0) }
            return ";\(key)=" + (isPlain ? value : "\"\(value)\"")
        }
        return name + words.joined()
    }
}
