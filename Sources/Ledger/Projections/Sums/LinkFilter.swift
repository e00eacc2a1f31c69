internal import EventLog

/// Which events before some events these point to: of each a few bits of a filter are set.
///
/// To what is not in the filter none of them points; to what is one may. So what happened to an
/// entity is looked for where it can have happened.
struct LinkFilter: Hashable, Sendable {
    /// Where events say to what they point.
    static let columns: [ColumnID] = [.target, .previous, .group]
    /// A filter has no more bytes.
    static let bytesMax = 65_536
    /// With more positions a filter tells nothing.
    static let linksMax = bytesMax * 8 / bitsMin
    /// How many bits a filter has for each position, at least.
    private static let bitsMin = 10
    /// How many of them are set.
    private static let bitsSet: UInt64 = 4

    /// As many as some power of two; one byte of ones where there were too many positions.
    let bytes: [UInt8]

    /// Reads a filter; `nil` where it does not say what it should.
    init?(_ bytes: [UInt8]) {
        guard bytes.count.nonzeroBitCount == 1, bytes.count <= LinkFilter.bytesMax else {
            return nil
        }
        self.bytes = bytes
    }

    /// The filter of some positions.
    init(_ links: Set<UInt64>) {
        guard links.count <= LinkFilter.linksMax else {
            bytes = [0xFF]
            return
        }
        var size = 8
        while size * 8 < links.count * LinkFilter.bitsMin { size *= 2 }
        var bytes = [UInt8](repeating: 0, count: size)
        for link in links {
            var (bit, step) = LinkFilter.bits(of: link)
            for _ in 0..<LinkFilter.bitsSet {
                let place = Int(bit & UInt64(size * 8 - 1))
                bytes[place / 8] |= 1 << UInt8(place % 8)
                bit &+= step
            }
        }
        self.bytes = bytes
    }

    /// Whether one of the events may point to a position before them.
    func mayHold(_ link: UInt64) -> Bool {
        var (bit, step) = LinkFilter.bits(of: link)
        for _ in 0..<LinkFilter.bitsSet {
            let place = Int(bit & UInt64(bytes.count * 8 - 1))
            if bytes[place / 8] & (1 << UInt8(place % 8)) == 0 { return false }
            bit &+= step
        }
        return true
    }

    /// The first bit of a position, and how far the next ones lie behind it.
    private static func bits(of link: UInt64) -> (first: UInt64, step: UInt64) {
        var mixed = (link ^ link >> 30) &* 0xBF58_476D_1CE4_E5B9
        mixed = (mixed ^ mixed >> 27) &* 0x94D0_49BB_1331_11EB
        mixed ^= mixed >> 31
        return (mixed, mixed >> 32 | 1)
    }
}

/// Events of which it is known to what they point, or not.
struct LinkPart: Sendable {
    let events: Range<UInt64>
    /// `nil` where nothing is known.
    let filter: LinkFilter?

    /// Whether one of the events may point to one of some positions.
    func mayHold(_ positions: some Sequence<UInt64>) -> Bool {
        guard let filter else { return true }
        return positions.contains { events.contains($0) || filter.mayHold($0) }
    }
}
