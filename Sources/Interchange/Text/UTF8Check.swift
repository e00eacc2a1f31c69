/// Goes over a text piece by piece and says where it is no UTF-8, leaves ASCII, or has a byte of 0
/// for the first time.
///
/// Well-formed is what table 3-7 of the Unicode standard allows: no overlong forms, no surrogates,
/// nothing above U+10FFFF.
struct UTF8Check {
    /// Where the first sequence starts that is none: a byte that cannot start one, or one that is
    /// not followed by what it needs.
    private(set) var firstFlaw: UInt64?
    /// Where the first byte beyond ASCII is.
    private(set) var firstHigh: UInt64?
    /// Where the first byte is that is 0, which no text has.
    private(set) var firstZero: UInt64?

    private var offset: UInt64 = 0
    private var start: UInt64 = 0
    private var missing = 0
    private var allowed: ClosedRange<UInt8> = 0x80...0xBF

    /// Looks at the next piece.
    mutating func add(_ piece: Span<UInt8>) {
        var index = 0
        while index < piece.count {
            if missing == 0, index + 8 <= piece.count {
                let word = piece.word(at: index)
                // Nothing beyond ASCII, and no 0, from which a bit would be borrowed.
                if (word | (word &- 0x0101_0101_0101_0101)) & 0x8080_8080_8080_8080 == 0 {
                    index += 8
                    continue
                }
            }
            let end = min(index + 8, piece.count)
            while index < end {
                add(piece[index], at: offset + UInt64(index))
                index += 1
            }
        }
        offset += UInt64(piece.count)
    }

    /// Nothing follows.
    mutating func finish() {
        if missing > 0 { note(flaw: start) }
    }

    @inline(__always)
    private mutating func add(_ byte: UInt8, at offset: UInt64) {
        if missing > 0 {
            if allowed.contains(byte) {
                missing -= 1
                allowed = 0x80...0xBF
                return
            }
            note(flaw: start)
            missing = 0
        }
        if byte < 0x80 {
            if byte == 0, firstZero == nil { firstZero = offset }
            return
        }
        if firstHigh == nil { firstHigh = offset }
        start = offset
        allowed = 0x80...0xBF
        switch byte {
        case 0xC2...0xDF: missing = 1
        case 0xE0: (missing, allowed) = (2, 0xA0...0xBF)
        case 0xED: (missing, allowed) = (2, 0x80...0x9F)
        case 0xE1...0xEF: missing = 2
        case 0xF0: (missing, allowed) = (3, 0x90...0xBF)
        case 0xF1...0xF3: missing = 3
        case 0xF4: (missing, allowed) = (3, 0x80...0x8F)
        default: note(flaw: offset)
        }
    }

    private mutating func note(flaw offset: UInt64) {
        if firstFlaw == nil { firstFlaw = offset }
    }
}
