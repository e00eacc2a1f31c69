internal import EventLog

/// A file cut into what has directives, and pieces of transactions that any core may read.
///
/// Directives change how what follows is read; most journals have them in front.
struct JournalParts: Sendable {
    /// Bytes from which on pieces are worth their threads.
    private static let bytesMin = 1 << 18

    /// What is read first, in order.
    let head: ArraySlice<UInt8>
    /// What follows; no line of it is a directive that changes how others are read.
    let rest: ArraySlice<UInt8>
    /// The same in pieces; none where it is not read in pieces.
    let pieces: [TextPieces.Piece]

    /// - Parameter plain: Beside digits and blanks, what lines begin with that change nothing of
    ///   how others are read.
    init(_ text: ArraySlice<UInt8>, plain: String = ";#*%|P~=") {
        let cores = min(Parallel.cores, JournalList.partsMax)
        guard cores > 1, text.count >= JournalParts.bytesMin else {
            (head, rest, pieces) = (text, [], [])
            return
        }
        let start = JournalParts.behindDirectives(text, Array(plain.utf8))
        (head, rest) = (text[..<start], text[start...])
        let bytes = max(JournalParts.bytesMin, rest.count / cores + 1)
        pieces = TextPieces(rest, bytes: bytes, JournalParts.isDigit).pieces
    }

    private static func isDigit(_ byte: UInt8) -> Bool { (0x30...0x39).contains(byte) }

    /// Where the first line begins behind which no directive is.
    private static func behindDirectives(_ text: ArraySlice<UInt8>, _ plain: [UInt8]) -> Int {
        var (start, index) = (text.startIndex, text.startIndex)
        while index < text.endIndex {
            let end = min(text.endIndex, text.lineEnd(from: index) + 1)
            if !isPlain(text[index], plain) { start = end }
            index = end
        }
        if start == text.startIndex { return start }
        // What is indented below a directive belongs to it.
        return TextPieces.begin(in: text, from: start) { $0.first.map(isDigit) ?? false }
    }

    /// Whether a line that begins so changes nothing of how others are read: a transaction, what
    /// belongs to one, a remark, a price, a rule, or nothing.
    private static func isPlain(_ byte: UInt8, _ plain: [UInt8]) -> Bool {
        switch byte {
        case 0x30...0x39, 0x20, 0x09, 0x0A, 0x0D: true
        default: plain.contains(byte)
        }
    }
}
