/// Splits the bytes of a CSV file into records, one at a time (RFC 4180).
///
/// Besides what the RFC says, a record may end with CR, LF or CRLF, the last one with nothing; a
/// byte order mark is skipped; a quote inside an unquoted field stands for itself, and so does
/// every byte of a quoted field, NUL included. A text that is not UTF-8 is never repaired.
package struct CSVReader: Sendable {
    /// Bytes of one field, at most.
    package static let fieldBytesMax = 1 << 20
    /// Fields of one record, at most.
    package static let recordFieldsMax = 4_096

    private static let quote = UInt8(ascii: "\"")
    private static let lineFeed = UInt8(ascii: "\n")
    private static let carriageReturn = UInt8(ascii: "\r")

    private let bytes: [UInt8]
    private let separator: UInt8
    private var offset: Int
    private var line = 1
    private var fieldCount = 0

    /// A reader at the first record.
    ///
    /// - Parameters:
    ///   - bytes: The whole file, UTF-8.
    ///   - separator: What stands between fields.
    package init(_ bytes: [UInt8], separator: CSVSeparator) {
        self.bytes = bytes
        self.separator = separator.byte
        offset = bytes.starts(with: [0xEF, 0xBB, 0xBF]) ? 3 : 0
    }

    /// The next record; an empty line is a record of one empty field.
    ///
    /// - Returns: `nil` at the end.
    /// - Throws: ``ImportError/unclosedQuote(line:)`` or ``ImportError/tooLarge(_:line:)``; the
    ///   reader is then at its end.
    /// - Complexity: O(bytes of the record).
    package mutating func next() throws(ImportError) -> CSVRecord? {
        guard offset < bytes.count else { return nil }
        var record = CSVRecord(line: line)
        record.fields.reserveCapacity(fieldCount)
        while try readField(into: &record) {}
        fieldCount = record.fields.count
        return record
    }

    /// Returns whether another field of the record follows.
    private mutating func readField(into record: inout CSVRecord) throws(ImportError) -> Bool {
        guard record.fields.count < CSVReader.recordFieldsMax else {
            throw ended(.tooLarge(.record, line: record.line))
        }
        if offset < bytes.count, bytes[offset] == CSVReader.quote {
            try readQuoted(into: &record)
        } else {
            let start = offset
            skipPlain()
            try append(bytes[start..<offset], to: &record)
        }
        guard offset < bytes.count else { return false }
        let byte = bytes[offset]
        offset += 1
        if byte == separator { return true }
        if byte == CSVReader.carriageReturn, offset < bytes.count,
            bytes[offset] == CSVReader.lineFeed
        {
            offset += 1
        }
        line += 1
        return false
    }

    /// Goes to the separator or the end of the line.
    private mutating func skipPlain() {
        while offset < bytes.count {
            let byte = bytes[offset]
            if byte == separator || byte == CSVReader.lineFeed || byte == CSVReader.carriageReturn {
                return
            }
            offset += 1
        }
    }

    private mutating func readQuoted(into record: inout CSVRecord) throws(ImportError) {
        let opening = line
        offset += 1
        var start = offset
        var unescaped: [UInt8] = []
        while true {
            guard offset < bytes.count else { throw ended(.unclosedQuote(line: opening)) }
            let byte = bytes[offset]
            let following = offset + 1 < bytes.count ? bytes[offset + 1] : nil
            if byte == CSVReader.quote {
                guard following == CSVReader.quote else { break }
                unescaped += bytes[start...offset]
                offset += 2
                start = offset
                continue
            }
            if byte == CSVReader.lineFeed
                || (byte == CSVReader.carriageReturn && following != CSVReader.lineFeed)
            {
                line += 1
            }
            offset += 1
        }
        let rest = bytes[start..<offset]
        offset += 1
        try append(unescaped.isEmpty ? rest : (unescaped + rest)[...], to: &record)
        let end = offset
        skipPlain()
        if offset > end, record.fault == nil {
            record.fault = .textAfterQuote(field: record.fields.count - 1)
        }
    }

    private mutating func append(
        _ field: ArraySlice<UInt8>, to record: inout CSVRecord
    ) throws(ImportError) {
        guard field.count <= CSVReader.fieldBytesMax else {
            throw ended(.tooLarge(.field, line: record.line))
        }
        if field.allSatisfy({ $0 < 0x80 }) {
            // Several times as fast, and nothing is there to be repaired.
            record.fields.append(String(decoding: field, as: UTF8.self))
            return
        }
        guard let text = String(validating: field, as: UTF8.self) else {
            record.fault = record.fault ?? .notUTF8(field: record.fields.count)
            record.fields.append("")
            return
        }
        record.fields.append(text)
    }

    private mutating func ended(_ error: ImportError) -> ImportError {
        offset = bytes.count
        return error
    }
}

/// One record of a CSV file.
package struct CSVRecord: Hashable, Sendable {
    /// The line of the file on which it starts, from 1.
    package let line: Int
    /// The fields, byte for byte; not to be used where there is a ``fault``.
    package internal(set) var fields: [String] = []
    /// The first thing that is wrong with it; `nil` for a sound record.
    package internal(set) var fault: CSVFault?

    init(line: Int) {
        self.line = line
    }

    /// Whether it says nothing: all fields are empty or spaces.
    package var isEmpty: Bool {
        fault == nil && fields.allSatisfy { $0.utf8.allSatisfy { $0 == UInt8(ascii: " ") } }
    }
}

/// What can be wrong with a record; the reader goes on after it.
package enum CSVFault: Hashable, Sendable {
    /// The field of the given index, from 0, is not valid UTF-8.
    case notUTF8(field: Int)
    /// Something other than a separator follows the closing quote of a field.
    case textAfterQuote(field: Int)

    /// The index of the field, from 0.
    package var field: Int {
        switch self {
        case .notUTF8(let field), .textAfterQuote(let field): field
        }
    }
}
