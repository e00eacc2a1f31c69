/// Finds the end of a record and of its fields, eight bytes at a time.
///
/// It keeps nothing between records: what a record is does not depend on where chunks of the file
/// end.
struct CSVScanner {
    /// Where a record ends.
    struct Found {
        /// Where the next record starts.
        var next: Int
        /// Line ends in it, its own included.
        var lines: Int
    }

    private static let quote = UInt8(ascii: "\"")
    private static let lineFeed = UInt8(ascii: "\n")
    private static let carriageReturn = UInt8(ascii: "\r")

    private let separator: UInt8
    private let separators: UInt64

    init(separator: UInt8) {
        self.separator = separator
        separators = separator.repeated
    }

    /// Reads the record that starts at `start`, which is before the end of the bytes.
    ///
    /// - Parameters:
    ///   - bytes: A part of the file.
    ///   - start: Where the record starts.
    ///   - isLast: Whether nothing follows these bytes in the file.
    ///   - record: Its line is known; its fields and its fault are set.
    /// - Returns: `nil` if more bytes are needed.
    /// - Throws: ``ImportError/unclosedQuote(line:)`` or ``ImportError/tooLarge(_:line:)``.
    func read(
        _ bytes: Span<UInt8>, from start: Int, isLast: Bool, into record: inout CSVRecord
    ) throws(ImportError) -> Found? {
        let count = bytes.count
        var offset = start
        var lines = 1
        var fields = 0
        while true {
            guard fields < CSVReader.recordFieldsMax else {
                throw .tooLarge(.record, line: record.line)
            }
            let fieldStart = offset
            var opening = record.line
            var field = CSVRecord.Field(start: Int32(offset - start), end: 0)
            if offset < count, bytes[offset] == CSVScanner.quote {
                opening += lines - 1
                var isDoubled = false
                let closing = closingQuote(
                    bytes, from: offset + 1, isLast: isLast, lines: &lines, isDoubled: &isDoubled)
                guard let closing else {
                    if count - fieldStart > CSVReader.fieldBytesMax {
                        throw .tooLarge(.field, line: opening)
                    }
                    if isLast { throw .unclosedQuote(line: opening) }
                    return nil
                }
                field.start += 1
                field.end = Int32(closing - start)
                offset = end(bytes, from: closing + 1)
                // Blanks behind a quote are of no account.
                let isBlank = (closing + 1..<offset).allSatisfy {
                    bytes[$0] == UInt8(ascii: " ")
                }
                if !isBlank, record.fault == nil {
                    record.fault = .textAfterQuote(field: fields)
                }
                if isDoubled { record.doubled.append(Int32(fields)) }
            } else {
                offset = end(bytes, from: offset)
                field.end = Int32(offset - start)
            }
            if offset - fieldStart > CSVReader.fieldBytesMax {
                throw .tooLarge(.field, line: opening)
            }
            if offset - start > CSVReader.recordBytesMax {
                throw .tooLarge(.record, line: record.line)
            }
            if offset == count, !isLast { return nil }
            record.fields.append(field)
            fields += 1
            guard offset < count else { return Found(next: offset, lines: lines) }
            let byte = bytes[offset]
            offset += 1
            if byte == separator { continue }
            if byte == CSVScanner.carriageReturn {
                if offset == count, !isLast { return nil }
                if offset < count, bytes[offset] == CSVScanner.lineFeed { offset += 1 }
            }
            return Found(next: offset, lines: lines)
        }
    }

    /// The next separator or line end, or the end of the bytes.
    private func end(_ bytes: Span<UInt8>, from start: Int) -> Int {
        var offset = start
        while offset + 8 <= bytes.count {
            let word = bytes.word(at: offset)
            let found =
                (word ^ separators).zeroBytes | (word ^ CSVScanner.lineFeed.repeated).zeroBytes
                | (word ^ CSVScanner.carriageReturn.repeated).zeroBytes
            if found != 0 { return offset + found.trailingZeroBitCount >> 3 }
            offset += 8
        }
        while offset < bytes.count {
            let byte = bytes[offset]
            if byte == separator || byte == CSVScanner.lineFeed
                || byte == CSVScanner.carriageReturn
            {
                break
            }
            offset += 1
        }
        return offset
    }

    /// Where the quote is that closes a field; `nil` if it is not among the bytes, or if that
    /// depends on what follows them.
    private func closingQuote(
        _ bytes: Span<UInt8>, from start: Int, isLast: Bool, lines: inout Int,
        isDoubled: inout Bool
    ) -> Int? {
        var offset = start
        while true {
            while offset + 8 <= bytes.count {
                let word = bytes.word(at: offset)
                let found =
                    (word ^ CSVScanner.quote.repeated).zeroBytes
                    | (word ^ CSVScanner.lineFeed.repeated).zeroBytes
                    | (word ^ CSVScanner.carriageReturn.repeated).zeroBytes
                if found != 0 {
                    offset += found.trailingZeroBitCount >> 3
                    break
                }
                offset += 8
            }
            guard offset < bytes.count else { return nil }
            let byte = bytes[offset]
            let following = offset + 1 < bytes.count ? bytes[offset + 1] : nil
            offset += 1
            switch byte {
            case CSVScanner.quote:
                if following == CSVScanner.quote {
                    isDoubled = true
                    offset += 1
                } else {
                    return following == nil && !isLast ? nil : offset - 1
                }
            case CSVScanner.lineFeed: lines += 1
            case CSVScanner.carriageReturn: if following != CSVScanner.lineFeed { lines += 1 }
            default: break
            }
        }
    }
}

extension Span<UInt8> {
    /// Eight bytes, the first one lowest; all of them are within bounds.
    @inline(__always)
    func word(at offset: Int) -> UInt64 {
        UInt64(self[offset]) | UInt64(self[offset + 1]) << 8 | UInt64(self[offset + 2]) << 16
            | UInt64(self[offset + 3]) << 24 | UInt64(self[offset + 4]) << 32
            | UInt64(self[offset + 5]) << 40 | UInt64(self[offset + 6]) << 48
            | UInt64(self[offset + 7]) << 56
    }
}

extension UInt8 {
    /// Eight times this byte.
    var repeated: UInt64 { UInt64(self) &* 0x0101_0101_0101_0101 }
}

extension UInt64 {
    /// The highest bit of each byte that is 0, and no other bit.
    var zeroBytes: UInt64 {
        let low: UInt64 = 0x7F7F_7F7F_7F7F_7F7F
        return ~(((self & low) &+ low) | self | low)
    }
}
