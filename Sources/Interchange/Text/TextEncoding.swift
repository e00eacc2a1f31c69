/// How the bytes of a text file stand for letters.
package enum TextEncoding: String, CaseIterable, Codable, Hashable, Sendable {
    case utf8 = "utf-8"
    case utf16LittleEndian = "utf-16le"
    case utf16BigEndian = "utf-16be"
    case cp1250
    case cp1252
    case latin1 = "iso-8859-1"
    case latin9 = "iso-8859-15"
    case macRoman = "macroman"

    /// The encoding that is called so, in any case and by its other usual names too; `nil` for any
    /// other text.
    package init?(named name: String) {
        let name = name.lowercased()
        let others: [String: TextEncoding] = [
            "utf8": .utf8, "utf16le": .utf16LittleEndian, "utf16be": .utf16BigEndian,
            "windows-1250": .cp1250, "windows-1252": .cp1252, "ansi": .cp1252, "latin1": .latin1,
            "latin-1": .latin1, "iso8859-1": .latin1, "latin9": .latin9, "latin-9": .latin9,
            "iso8859-15": .latin9, "mac-roman": .macRoman,
        ]
        guard let encoding = TextEncoding(rawValue: name) ?? others[name] else { return nil }
        self = encoding
    }

    /// The bytes at the beginning of a file that say so; empty where there are none.
    var mark: [UInt8] {
        switch self {
        case .utf8: [0xEF, 0xBB, 0xBF]
        case .utf16LittleEndian: [0xFF, 0xFE]
        case .utf16BigEndian: [0xFE, 0xFF]
        case .cp1250, .cp1252, .latin1, .latin9, .macRoman: []
        }
    }

    /// What the bytes from 0x80 stand for; `nil` if not each byte is a letter of its own.
    var upperHalf: [Unicode.Scalar]? {
        switch self {
        case .utf8, .utf16LittleEndian, .utf16BigEndian: nil
        case .cp1250: Array(TextEncoding.cp1250Letters.unicodeScalars)
        case .cp1252: Array(TextEncoding.cp1252Letters.unicodeScalars)
        case .latin1: (0x80...0xFF).map { Unicode.Scalar(UInt8($0)) }
        case .latin9: TextEncoding.latin9Letters
        case .macRoman: Array(TextEncoding.macRomanLetters.unicodeScalars)
        }
    }

    /// What is in the tables for a byte that stands for nothing.
    static let undefined: Unicode.Scalar = "\u{FFFD}"

    private static let latin9Letters: [Unicode.Scalar] = (0x80...0xFF).map {
        switch $0 {
        case 0xA4: "€"
        case 0xA6: "Š"
        case 0xA8: "š"
        case 0xB4: "Ž"
        case 0xB8: "ž"
        case 0xBC: "Œ"
        case 0xBD: "œ"
        case 0xBE: "Ÿ"
        default: Unicode.Scalar(UInt8($0))
        }
    }
}
