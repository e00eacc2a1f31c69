/// Turns bytes of a file into UTF-8, piece by piece.
struct TextDecoder {
    /// Stands for what cannot be decoded; it is never part of UTF-8.
    static let undecodable: UInt8 = 0xFF

    private enum Form {
        case utf8
        case utf16(isBigEndian: Bool)
        /// UTF-8 of each byte from 0x80.
        case bytes([[UInt8]])
    }

    private let form: Form
    private var firstByte: UInt8?
    private var highSurrogate: UInt16?

    init(_ encoding: TextEncoding) {
        form =
            switch encoding {
            case .utf8: .utf8
            case .utf16LittleEndian: .utf16(isBigEndian: false)
            case .utf16BigEndian: .utf16(isBigEndian: true)
            default:
                .bytes(
                    (encoding.upperHalf ?? []).map {
                        $0 == TextEncoding.undefined
                            ? [TextDecoder.undecodable] : Array(String($0).utf8)
                    })
            }
    }

    /// Decodes the next piece.
    mutating func append(_ piece: Span<UInt8>, to text: inout [UInt8]) {
        switch form {
        case .utf8:
            for index in 0..<piece.count { text.append(piece[index]) }
        case .bytes(let letters):
            text.reserveCapacity(text.count + piece.count + piece.count / 8)
            for index in 0..<piece.count {
                let byte = piece[index]
                if byte < 0x80 { text.append(byte) } else { text += letters[Int(byte - 0x80)] }
            }
        case .utf16(let isBigEndian):
            for index in 0..<piece.count {
                let byte = piece[index]
                guard let first = firstByte else {
                    firstByte = byte
                    continue
                }
                firstByte = nil
                let (high, low) = isBigEndian ? (first, byte) : (byte, first)
                add(UInt16(high) << 8 | UInt16(low), to: &text)
            }
        }
    }

    /// Nothing follows.
    mutating func finish(into text: inout [UInt8]) {
        if highSurrogate != nil { text.append(TextDecoder.undecodable) }
        if firstByte != nil { text.append(TextDecoder.undecodable) }
        highSurrogate = nil
        firstByte = nil
    }

    private mutating func add(_ unit: UInt16, to text: inout [UInt8]) {
        if let high = highSurrogate {
            highSurrogate = nil
            if UTF16.isTrailSurrogate(unit) {
                let scalar =
                    0x1_0000 + (UInt32(high & 0x3FF) << 10 | UInt32(unit & 0x3FF))
                return add(Unicode.Scalar(scalar), to: &text)
            }
            text.append(TextDecoder.undecodable)
        }
        if UTF16.isLeadSurrogate(unit) {
            highSurrogate = unit
        } else if unit < 0x80 {
            text.append(UInt8(unit))
        } else {
            add(Unicode.Scalar(unit), to: &text)
        }
    }

    private func add(_ scalar: Unicode.Scalar?, to text: inout [UInt8]) {
        guard let scalar, let letters = UTF8.encode(scalar) else {
            return text.append(TextDecoder.undecodable)
        }
        text += letters
    }
}
