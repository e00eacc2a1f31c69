internal import EventLog

/// A text cut at the begins of lines, for several cores.
struct TextPieces: Sendable {
    /// Some whole lines.
    struct Piece: Sendable {
        let text: ArraySlice<UInt8>
        /// Lines before them.
        let linesBefore: Int
    }

    private(set) var pieces: [Piece] = []

    /// Pieces of about so many bytes.
    ///
    /// - Parameter begins: Whether a piece may begin with a line of this first byte.
    init(_ text: ArraySlice<UInt8>, bytes: Int, _ begins: (UInt8) -> Bool) {
        self.init(text, bytes: bytes) { (line: ArraySlice<UInt8>) in
            line.first.map(begins) ?? false
        }
    }

    /// Pieces of about so many bytes.
    ///
    /// - Parameter begins: Whether a piece may begin with a line, of which the text from there on
    ///   is given.
    init(_ text: ArraySlice<UInt8>, bytes: Int, _ begins: (ArraySlice<UInt8>) -> Bool) {
        var (from, lines) = (text.startIndex, 0)
        while from < text.endIndex {
            let wanted = min(text.endIndex, from + max(1, bytes))
            let end = TextPieces.begin(in: text, from: wanted, begins)
            let piece = Piece(text: text[from..<end], linesBefore: lines)
            pieces.append(piece)
            lines += piece.text.lineFeeds
            from = end
        }
    }

    /// Where the first line that a piece may begin with begins from a place on.
    static func begin(
        in text: ArraySlice<UInt8>, from place: Int, _ begins: (ArraySlice<UInt8>) -> Bool
    ) -> Int {
        var index = place
        while index < text.endIndex {
            let isStart = index == text.startIndex || text[index - 1] == UInt8(ascii: "\n")
            if isStart, begins(text[index...]) { return index }
            guard let end = text[index...].firstIndex(of: UInt8(ascii: "\n")) else { break }
            index = end + 1
        }
        return text.endIndex
    }

    /// Hands what is made of each piece on in their order while the next are read; no more than a
    /// few of them for each core are there at a time.
    ///
    /// - Parameter take: Called on this thread; returns whether to go on.
    func read<Value: Sendable>(
        _ body: @escaping @Sendable (Piece, _ index: Int) -> Value, _ take: (Value) -> Bool
    ) {
        let pieces = pieces
        Parallel.each(pieces.count, { body(pieces[$0], $0) }, take)
    }
}
