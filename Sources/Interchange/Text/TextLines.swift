/// The lines of a text as they are in the file, quotes or not; they end with CR, LF or CRLF.
struct TextLines {
    /// A line without its end.
    struct Line {
        /// Its number, from 1.
        var number: Int
        /// Where it starts in the text as UTF-8, from 0.
        var offset: UInt64
        /// Its bytes, at most ``TextLines/keptBytesMax``.
        var bytes: [UInt8] = []
        /// How many bytes it has.
        var length = 0
    }

    /// How much of a long line is kept.
    static let keptBytesMax = 1 << 14

    private var reader: TextReader
    private var text: [UInt8] = []
    private var position = 0
    private var offset: UInt64 = 0
    private var number = 0
    private var isAtEnd = false

    init(_ source: any ByteSource, _ form: TextForm) {
        reader = TextReader(source, form)
    }

    /// The next line; `nil` at the end. A line end at the very end starts no other line.
    mutating func next() throws(ImportError) -> Line? {
        guard try fill() else { return nil }
        number += 1
        var line = Line(number: number, offset: offset)
        while try fill() {
            let byte = take()
            if byte == UInt8(ascii: "\n") { return line }
            if byte == UInt8(ascii: "\r") {
                if try fill(), text[position] == UInt8(ascii: "\n") { _ = take() }
                return line
            }
            line.length += 1
            if line.length <= TextLines.keptBytesMax { line.bytes.append(byte) }
        }
        return line
    }

    private mutating func take() -> UInt8 {
        defer {
            position += 1
            offset += 1
        }
        return text[position]
    }

    /// Whether another byte is there.
    private mutating func fill() throws(ImportError) -> Bool {
        while position == text.count {
            if isAtEnd { return false }
            text.removeAll(keepingCapacity: true)
            position = 0
            isAtEnd = try !reader.append(to: &text)
        }
        return true
    }
}

extension TextLines.Line {
    /// Bytes before and behind an index, to show; it begins and ends at letters of UTF-8.
    func window(around index: Int) -> ArraySlice<UInt8> {
        let isInside: (UInt8) -> Bool = { $0 & 0xC0 == 0x80 }
        var start = max(0, min(index, bytes.count) - 40)
        var end = min(bytes.count, start + 80)
        while start > 0, start < bytes.count, isInside(bytes[start]), index - start < 44 {
            start -= 1
        }
        while end < bytes.count, isInside(bytes[end]), end - start < 88 { end += 1 }
        return bytes[start..<end]
    }
}
