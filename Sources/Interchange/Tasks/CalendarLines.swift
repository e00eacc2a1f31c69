/// The lines of a calendar, with those that were folded made whole.
struct CalendarLines {
    struct Line {
        let number: Int
        let bytes: ArraySlice<UInt8>
    }

    /// Bytes of a line that was folded, at most.
    private static let bytesMax = 1 << 20

    private let text: ArraySlice<UInt8>
    private var position: Int
    /// Lines that were read, with those before the text.
    private(set) var number: Int

    init(_ text: ArraySlice<UInt8>, _ line: Int) {
        (self.text, position, number) = (text, text.startIndex, line)
    }

    /// The next line that is not empty; `nil` at the end.
    mutating func next() throws(TaskFault) -> Line? {
        while position < text.endIndex {
            number += 1
            let start = number
            var bytes = physical()
            // A line that begins with white space goes on with what is before it, octet by octet.
            while position < text.endIndex, text[position] == 0x20 || text[position] == 0x09 {
                position += 1
                number += 1
                bytes += physical()
                if bytes.count > CalendarLines.bytesMax {
                    throw TaskFault(line: start, .textTooLong)
                }
            }
            if !bytes.isEmpty { return Line(number: start, bytes: bytes) }
        }
        return nil
    }

    private mutating func physical() -> ArraySlice<UInt8> {
        let start = position
        var end = text[start...].firstIndex(of: 0x0A) ?? text.endIndex
        position = min(end + 1, text.endIndex)
        if end > start, text[end - 1] == 0x0D { end -= 1 }
        return text[start..<end]
    }
}
