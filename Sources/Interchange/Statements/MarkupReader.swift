/// Reads the tags and texts of SGML and XML, one at a time, without a tree.
///
/// There are the five entities of XML and those by number; a document type is refused, since it
/// can define others. Memory does not grow with the file.
struct MarkupReader {
    /// What comes next.
    enum Token {
        /// An element begins.
        case open(String)
        /// An element ends.
        case close(String)
        /// What is between two tags, without blanks around it; never empty.
        case text([UInt8])
    }

    private static let nameBytesMax = 128
    private static let tagBytesMax = 1 << 12
    private static let textBytesMax = 1 << 16

    /// The line on which the last token starts, from 1.
    private(set) var line = 1
    private var text: TextReader
    private var buffer: [UInt8] = []
    private var position = 0
    private var isAtEnd = false
    private var lines = LineCounter()
    private let format: StatementFormat
    /// Whether `&` and `<` stand for themselves where they begin nothing, as in SGML.
    private let isLenient: Bool
    /// The name of the element that ends with its own tag.
    private var closing: String?
    private var attributes: ArraySlice<UInt8> = []
    private var names = MarkupNames()

    init(_ source: any ByteSource, _ form: TextForm, _ format: StatementFormat) {
        text = TextReader(source, form)
        self.format = format
        isLenient = format == .ofx
    }

    /// The next token; `nil` at the end of the file.
    mutating func next() throws(ImportError) -> Token? {
        if let name = closing {
            closing = nil
            return .close(name)
        }
        if let token = plainToken() { return token }
        var found: [UInt8] = []
        let last = line
        line = currentLine
        while let byte = try peek() {
            if byte == UInt8(ascii: "<") {
                if try takeSection(into: &found) { continue }
                if isLenient, try !isTag() {
                    found.append(byte)
                    position += 1
                    continue
                }
                let rest = found[...].trimmedCell
                if !rest.isEmpty { return .text(Array(rest)) }
                line = currentLine
                return try tag()
            }
            if byte == UInt8(ascii: "&") {
                if found.isEmpty { line = currentLine }
                try takeEntity(into: &found)
            } else {
                takeText(into: &found)
            }
            guard found.count <= MarkupReader.textBytesMax else { throw fault(.tooLong("text")) }
        }
        let rest = found[...].trimmedCell
        if !rest.isEmpty { return .text(Array(rest)) }
        line = last
        return nil
    }

    /// What comes next where it is as most are: a tag of a short name and nothing else, or a text
    /// of ASCII at its ends without entities before a tag, all of it read already. `nil` where it
    /// is to be read with more care.
    private mutating func plainToken() -> Token? {
        let read = buffer
        let bytes = read.span
        var start = position
        while start < bytes.count, bytes[start] <= 0x20 { start += 1 }
        guard start < bytes.count else { return nil }
        return bytes[start] == UInt8(ascii: "<")
            ? plainTag(bytes, at: start) : plainText(bytes, from: start, in: read)
    }

    private mutating func plainTag(_ bytes: Span<UInt8>, at start: Int) -> Token? {
        var (index, key) = (start + 1, MarkupNames.Key())
        guard index < bytes.count else { return nil }
        let isEnd = bytes[index] == UInt8(ascii: "/")
        if isEnd { index += 1 }
        let first = index
        while index < bytes.count, bytes[index] != UInt8(ascii: ">") {
            let letter = bytes[index] | 0x20
            let isLetter = letter >= UInt8(ascii: "a") && letter <= UInt8(ascii: "z")
            guard isLetter || bytes[index].isDigit && index > first, key.add(bytes[index]) else {
                return nil
            }
            index += 1
        }
        guard index < bytes.count, index > first else { return nil }
        lines.add(bytes, position..<(start + 1))
        line = currentLine
        position = index + 1
        let name = names.name(key)
        if isEnd { return .close(name) }
        if !attributes.isEmpty { attributes = [] }
        return .open(name)
    }

    private mutating func plainText(
        _ bytes: Span<UInt8>, from start: Int, in read: [UInt8]
    ) -> Token? {
        let most = min(bytes.count, start + MarkupReader.textBytesMax)
        var end = start
        while end < most, bytes[end] != UInt8(ascii: "<"), bytes[end] != UInt8(ascii: "&") {
            end += 1
        }
        guard end + 1 < most, bytes[end] == UInt8(ascii: "<"),
            bytes[end + 1] == UInt8(ascii: "/") || bytes[end + 1].isNameStart
        else { return nil }
        var last = end
        while last > start, bytes[last - 1] <= 0x20 { last -= 1 }
        guard last > start, bytes[start] < 0x80, bytes[last - 1] < 0x80 else { return nil }
        lines.add(bytes, position..<start)
        line = currentLine
        lines.add(bytes, start..<end)
        position = end
        return .text(Array(read[start..<last]))
    }

    /// Takes what is read of a text, without blanks in front.
    private mutating func takeText(into found: inout [UInt8]) {
        let read = buffer
        let bytes = read.span
        var start = position
        if found.isEmpty {
            while start < bytes.count, bytes[start] <= 0x20 { start += 1 }
            lines.add(bytes, position..<start)
            line = currentLine
        }
        let most = min(bytes.count, start + MarkupReader.textBytesMax + 1)
        var end = start
        while end < most, bytes[end] != UInt8(ascii: "<"), bytes[end] != UInt8(ascii: "&") {
            end += 1
        }
        lines.add(bytes, start..<end)
        found.append(contentsOf: buffer[start..<end])
        position = end
    }

    /// An attribute of the element that began last; `nil` if it has none of this name.
    func attribute(_ name: String) -> [UInt8]? {
        var rest = attributes
        while let mark = rest.firstIndex(of: UInt8(ascii: "=")) {
            let key = rest[..<mark].trimmedCell
            let value = rest[(mark + 1)...].trimmedCell
            guard let quote = value.first, quote == 0x22 || quote == 0x27,
                let end = value.dropFirst().firstIndex(of: quote)
            else { return nil }
            if key.elementsEqual(name.utf8) { return Array(value[(value.startIndex + 1)..<end]) }
            rest = value[(end + 1)...]
        }
        return nil
    }

    /// A fault on the line of the last token.
    func fault(_ fault: StatementFault) -> ImportError {
        .badStatement(format, fault, line: line)
    }

    // MARK: Tags

    /// Whether `<` begins a tag.
    private mutating func isTag() throws(ImportError) -> Bool {
        guard let byte = try peek(1) else { return false }
        return byte == UInt8(ascii: "/") || byte.isNameStart
    }

    private mutating func tag() throws(ImportError) -> Token {
        guard try isTag() else { throw fault(.malformed("<")) }
        let isEnd = try peek(1) == UInt8(ascii: "/")
        var (length, quote) = (plainLength, UInt8(0))
        while true {
            guard let byte = try peek(length) else { throw fault(.cut(">")) }
            if byte == quote {
                quote = 0
            } else if quote == 0 {
                if byte == UInt8(ascii: ">") { break }
                if byte == UInt8(ascii: "<") { throw fault(.malformed("<")) }
                // An apostrophe in a closing tag quotes nothing.
                if byte == 0x22 || byte == 0x27, !isEnd { quote = byte }
            }
            length += 1
            guard length <= MarkupReader.tagBytesMax else { throw fault(.tooLong("tag")) }
        }
        let start = position + 1
        var end = position + length
        lines.add(buffer, position..<(end + 1))
        position = end + 1
        if isEnd { return .close(try name((start + 1)..<end)) }
        let isWhole = end > start && buffer[end - 1] == UInt8(ascii: "/")
        if isWhole { end -= 1 }
        var stop = start
        while stop < end, buffer[stop] > 0x20 { stop += 1 }
        let name = try name(start..<stop)
        attributes = stop < end ? Array(buffer[stop..<end])[...] : []
        if isWhole { closing = name }
        return .open(name)
    }

    /// How far a tag goes, of what is read, without anything but its name and blanks.
    private var plainLength: Int {
        let read = buffer
        let bytes = read.span
        var index = position + 1
        let most = min(bytes.count, position + MarkupReader.tagBytesMax)
        while index < most, bytes[index] > 0x27, bytes[index] != UInt8(ascii: ">"),
            bytes[index] != UInt8(ascii: "<")
        {
            index += 1
        }
        return index - position
    }

    /// A name without the prefix of its name space.
    private func name(_ range: Range<Int>) throws(ImportError) -> String {
        if isPlainName(range) { return buffer[range].text }
        let whole = buffer[range].trimmedCell
        let local = whole.lastIndex(of: UInt8(ascii: ":")).map { whole[($0 + 1)...] } ?? whole
        guard local.count <= MarkupReader.nameBytesMax else { throw fault(.tooLong("name")) }
        guard local.first?.isNameStart == true,
            local.allSatisfy({ $0.isNameStart || $0.isDigit || $0 == 0x2D || $0 == 0x2E })
        else { throw fault(.malformed("<")) }
        return local.text
    }

    /// Whether a name is of letters and digits of ASCII, without a prefix and blanks, as most are.
    private func isPlainName(_ range: Range<Int>) -> Bool {
        guard !range.isEmpty, range.count <= MarkupReader.nameBytesMax else { return false }
        let read = buffer
        let bytes = read.span
        for index in range {
            let letter = bytes[index] | 0x20
            let isLetter = letter >= UInt8(ascii: "a") && letter <= UInt8(ascii: "z")
            if !isLetter, index == range.lowerBound || !bytes[index].isDigit { return false }
        }
        return true
    }

    /// Passes over what is no element: an instruction or a comment; takes the text of `CDATA`.
    private mutating func takeSection(into found: inout [UInt8]) throws(ImportError) -> Bool {
        guard let byte = try peek(1) else { return false }
        if byte == UInt8(ascii: "?") {
            try skip(to: "?>")
            return true
        }
        guard byte == UInt8(ascii: "!") else { return false }
        line = currentLine
        if try begins("<!--") {
            try skip(to: "-->")
        } else if try begins("<![CDATA[") {
            for _ in 0..<9 { _ = try take() }
            while try !begins("]]>") {
                guard let byte = try take() else { throw fault(.cut("]]>")) }
                found.append(byte)
                guard found.count <= MarkupReader.textBytesMax else {
                    throw fault(.tooLong("text"))
                }
            }
            for _ in 0..<3 { _ = try take() }
        } else if isLenient, try !begins("<!D"), try !begins("<!E") {
            return false
        } else {
            throw fault(.malformed("<!"))
        }
        return true
    }

    private mutating func skip(to end: String) throws(ImportError) {
        let start = currentLine
        while try !begins(end) {
            if try take() == nil { throw .badStatement(format, .cut(end), line: start) }
        }
        for _ in end.utf8 { _ = try take() }
    }

    // MARK: Entities

    private mutating func takeEntity(into found: inout [UInt8]) throws(ImportError) {
        var name: [UInt8] = []
        var ahead = 1
        while let byte = try peek(ahead), byte != UInt8(ascii: ";"), name.count < 10,
            byte.isDigit || byte.isNameStart || byte == UInt8(ascii: "#")
        {
            name.append(byte)
            ahead += 1
        }
        let isClosed = try peek(ahead) == UInt8(ascii: ";")
        guard isClosed, let letter = MarkupReader.letter(name[...].text, isLenient) else {
            guard isLenient else { throw fault(.malformed("&")) }
            found.append(UInt8(ascii: "&"))
            _ = try take()
            return
        }
        for _ in 0...ahead { _ = try take() }
        found += Array(String(letter).utf8)
    }

    private static func letter(_ name: String, _ isLenient: Bool) -> Unicode.Scalar? {
        switch name {
        case "lt": return "<"
        case "gt": return ">"
        case "amp": return "&"
        case "quot": return "\""
        case "apos": return "'"
        case "nbsp": return isLenient ? " " : nil
        default: break
        }
        guard name.hasPrefix("#") else { return nil }
        let digits = name.dropFirst()
        let isHex = digits.first == "x" || digits.first == "X"
        let number = isHex ? UInt32(digits.dropFirst(), radix: 16) : UInt32(digits)
        guard let number, number >= 0x20 || number == 0x09 || number == 0x0A else { return nil }
        return Unicode.Scalar(number)
    }

    // MARK: Bytes

    private var currentLine: Int { lines.line }

    private mutating func begins(_ mark: String) throws(ImportError) -> Bool {
        for (index, byte) in mark.utf8.enumerated() where try peek(index) != byte { return false }
        return true
    }

    private mutating func peek(_ ahead: Int = 0) throws(ImportError) -> UInt8? {
        while position + ahead >= buffer.count {
            if isAtEnd { return nil }
            buffer.removeSubrange(..<position)
            position = 0
            isAtEnd = try !text.append(to: &buffer)
        }
        return buffer[position + ahead]
    }

    private mutating func take() throws(ImportError) -> UInt8? {
        guard let byte = try peek() else { return nil }
        lines.add(buffer, position..<(position + 1))
        position += 1
        return byte
    }
}

/// Counts lines, which end with CR, LF or CRLF.
private struct LineCounter {
    private(set) var line = 1
    private var isAfterReturn = false

    /// Passes over bytes.
    mutating func add(_ bytes: [UInt8], _ range: Range<Int>) { add(bytes.span, range) }

    mutating func add(_ bytes: Span<UInt8>, _ range: Range<Int>) {
        for index in range {
            let byte = bytes[index]
            if byte > 0x0D {
                isAfterReturn = false
                continue
            }
            let isReturn = byte == UInt8(ascii: "\r")
            if isReturn || byte == UInt8(ascii: "\n") && !isAfterReturn { line += 1 }
            isAfterReturn = isReturn
        }
    }
}

extension UInt8 {
    /// Whether a name can begin with it.
    fileprivate var isNameStart: Bool { isWordByte || self == UInt8(ascii: "_") || self == 0x3A }
}
