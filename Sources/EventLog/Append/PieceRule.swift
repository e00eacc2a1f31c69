/// Where the events of a commit are cut into frames: no frame crosses a multiple of 65,536
/// positions, none that starts between two multiples of 4,096 crosses the next, so that what
/// sealing puts together never has to be cut apart; and texts do not grow out of all proportion.
struct PieceRule {
    /// How many events there may be.
    private let room: Int
    private var count = 0
    private var bytes = 0

    /// A piece that starts at a position.
    init(_ firstPosition: UInt64) {
        let isAligned = firstPosition % Limit.alignmentEvents == 0
        let step = isAligned ? UInt64(Limit.frameEventsMax) : Limit.alignmentEvents
        room = Int((firstPosition + 1).roundedUp(to: step) - firstPosition)
    }

    /// Whether an event of so many bytes still belongs to the piece; the first one does, however
    /// large it is.
    mutating func takes(_ bytes: Int) -> Bool {
        self.bytes += bytes
        guard count == 0 || count < room && self.bytes <= Limit.pieceBytesMax else { return false }
        count += 1
        return true
    }
}
