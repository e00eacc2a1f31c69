/// A file that is no text at all, known by its first bytes.
package enum NotText: String, Codable, Hashable, Sendable {
    /// A ZIP archive, which spreadsheets are too (`.xlsx`, `.ods`).
    case archive
    /// A spreadsheet of the old kind (`.xls`).
    case spreadsheet
    case pdf
    case gzip

    /// `nil` if the first bytes of a file do not say so.
    init?(_ head: [UInt8]) {
        let marks: [(NotText, [UInt8])] = [
            (.archive, [0x50, 0x4B, 0x03, 0x04]), (.spreadsheet, [0xD0, 0xCF, 0x11, 0xE0]),
            (.pdf, Array("%PDF-".utf8)), (.gzip, [0x1F, 0x8B]),
        ]
        guard let mark = marks.first(where: { head.starts(with: $0.1) }) else { return nil }
        self = mark.0
    }
}

/// What no text has.
package enum TextFlaw: Hashable, Sendable {
    /// A byte of 0, as where a disk or a program lost what it was to write.
    case zero
    /// Bytes that are no letters of an encoding; whether somebody said that it is this one.
    case undecodable(TextEncoding, isGiven: Bool)
}

/// How a line reads in an encoding.
package struct TextReading: Hashable, Sendable {
    /// The encoding.
    package let encoding: TextEncoding
    /// The line, or the part of it that matters.
    package let text: String

    package init(encoding: TextEncoding, text: String) {
        self.encoding = encoding
        self.text = text
    }
}
