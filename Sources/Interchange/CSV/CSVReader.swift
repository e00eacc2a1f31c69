/// Splits the bytes of a CSV file into records, one at a time (RFC 4180).
///
/// Besides what the RFC says, a record may end with CR, LF or CRLF, the last one with nothing; a
/// quote inside an unquoted field stands for itself. A text that cannot be decoded is never
/// repaired. Memory does not grow with the file.
package struct CSVReader {
    /// Bytes of one field as it is written, at most.
    package static let fieldBytesMax = 1 << 20
    /// Bytes of one record, at most.
    package static let recordBytesMax = 1 << 21
    /// Fields of one record, at most.
    package static let recordFieldsMax = 4_096

    private var text: TextReader
    private let scanner: CSVScanner
    private let isSound: Bool
    private var buffer: [UInt8] = []
    private var position = 0
    private var line = 1
    private var isAtEnd = false

    /// A reader at the first record.
    ///
    /// - Parameters:
    ///   - source: The file.
    ///   - form: How its bytes are text.
    ///   - separator: What separates fields.
    ///   - chunkBytes: How many bytes are read at once, at least 1.
    package init(
        _ source: any ByteSource, _ form: TextForm, separator: CSVSeparator,
        chunkBytes: Int = TextReader.chunkBytes
    ) {
        text = TextReader(source, form, chunkBytes: chunkBytes)
        scanner = CSVScanner(separator: separator.byte)
        isSound = form.isSound
    }

    /// Goes to the next record; an empty line is a record of one empty field.
    ///
    /// - Returns: Whether there is one.
    /// - Throws: ``ImportError/unclosedQuote(line:)``, ``ImportError/tooLarge(_:line:)`` or what
    ///   the source throws; the reader is then at its end.
    /// - Complexity: O(bytes of the record).
    package mutating func next(into record: inout CSVRecord) throws(ImportError) -> Bool {
        do throws(ImportError) {
            while true {
                record.start(line: line)
                if position < buffer.count {
                    let found = try scanner.read(
                        buffer.span, from: position, isLast: isAtEnd, into: &record)
                    if let found {
                        record.take(buffer[position..<found.next])
                        if !isSound { record.check() }
                        position = found.next
                        line += found.lines
                        return true
                    }
                } else if isAtEnd {
                    return false
                }
                try refill()
            }
        } catch {
            end()
            throw error
        }
    }

    /// Passes over lines as they are, quotes or not; to be called before the first record.
    mutating func skipLines(_ count: Int) throws(ImportError) {
        var left = count
        while left > 0 {
            guard let end = endOfLine() else {
                if isAtEnd { return end() }
                try refill()
                continue
            }
            position = end
            line += 1
            left -= 1
        }
    }

    /// Where the next line starts; `nil` if it is not known yet.
    private func endOfLine() -> Int? {
        for index in position..<buffer.count {
            if buffer[index] == UInt8(ascii: "\n") { return index + 1 }
            guard buffer[index] == UInt8(ascii: "\r") else { continue }
            if index + 1 == buffer.count { return isAtEnd ? index + 1 : nil }
            return buffer[index + 1] == UInt8(ascii: "\n") ? index + 2 : index + 1
        }
        return nil
    }

    private mutating func refill() throws(ImportError) {
        buffer.removeSubrange(..<position)
        position = 0
        // At least as much as there is, so that a long record is not gone over too often.
        let wanted = buffer.count * 2
        repeat {
            isAtEnd = try !text.append(to: &buffer)
        } while !isAtEnd && buffer.count < wanted
    }

    private mutating func end() {
        buffer = []
        position = 0
        isAtEnd = true
    }
}
