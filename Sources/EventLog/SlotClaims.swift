/// What the slots of a log claim, to be held against what a walk finds.
struct SlotClaims {
    /// A slot that counts.
    private struct Claim {
        let segment: Int
        let offset: UInt64
        let slot: HeadSlot
    }

    private var claims: [UInt64: [Claim]] = [:]
    /// The positions that slots tell, ascending.
    let positions: [UInt64]

    /// Reads the slots of all segments.
    ///
    /// - Throws: ``LogError/corrupt(_:)`` where both slots of one are damaged, or stand in each
    ///   other's place.
    init(_ segments: [SegmentFile]) throws(LogError) {
        for (index, segment) in segments.enumerated() {
            var bytes: [UInt8] = []
            let count = try segment.read(at: 0, into: &bytes, count: SegmentHeader.bytes)
            RawBytes.resize(&bytes, to: count)
            var isFound = false
            for (number, offset) in SegmentHeader.slotOffsets.enumerated() {
                guard let slot = HeadSlot.decode(bytes, Int(offset), salt: segment.header.salt)
                else { continue }
                isFound = true
                let claim = Claim(segment: index, offset: offset, slot: slot)
                guard slot.sequence % 2 == (number == 0 ? 1 : 0) else {
                    throw SlotClaims.damage(claim, .slotParity, segments)
                }
                claims[slot.position, default: []].append(claim)
            }
            guard isFound else {
                throw .corrupt(
                    Corruption(
                        file: segment.name, offset: SegmentHeader.slotOffsets[0],
                        reason: .rule(.slots), position: segment.header.firstPosition,
                        durable: segment.header.firstPosition))
            }
        }
        positions = claims.keys.sorted()
    }

    /// Where a walk stands behind a commit.
    struct Place {
        /// Segment and offset behind the frame; `nil` inside of one.
        var end: (segment: Int, offset: UInt64)?
        /// `nil` inside of a frame.
        var epoch: UInt32?
        var clock: Int64
        var seed: [UInt8]
        var peaks: [Digest]
    }

    /// Holds what is claimed of a position against what was found there, and forgets it.
    mutating func hold(
        _ position: UInt64, _ place: Place, _ segments: [SegmentFile]
    ) throws(LogError) {
        for claim in claims.removeValue(forKey: position) ?? [] {
            if let rule = SlotClaims.broken(claim, position, place, segments) {
                throw SlotClaims.damage(claim, rule, segments)
            }
        }
    }

    /// Whatever is left is claimed of a position where no commit ends, or of one that came since.
    func end(_ segments: [SegmentFile], count: UInt64) throws(LogError) {
        for position in positions where position <= count {
            guard let claim = claims[position]?.first else { continue }
            throw SlotClaims.damage(claim, .slotPosition, segments)
        }
    }

    private static func broken(
        _ claim: Claim, _ position: UInt64, _ place: Place, _ segments: [SegmentFile]
    ) -> FormatRule? {
        let slot = claim.slot
        let isBlockEnd = position % Limit.seedEvents == 0
        if slot.peaks != place.peaks { return .slotPeaks }
        if slot.logClock != place.clock { return .slotClock }
        if let epoch = place.epoch, slot.epoch != epoch { return .slotEpoch }
        if slot.seed != (isBlockEnd ? [] : place.seed) { return .slotSeed }
        // At the end of a segment the next frame starts in the next one, which may not be there.
        let own = segments[claim.segment]
        var starts: Set<UInt64> = [0]
        if position == own.header.firstPosition { starts = [UInt64(SegmentHeader.bytes)] }
        if position == own.header.firstPosition, position > 0 { starts.insert(0) }
        if let end = place.end, end.segment == claim.segment, position > own.header.firstPosition {
            starts = position < own.limit ? [end.offset] : [0, end.offset]
        }
        return starts.contains(slot.offset) ? nil : .slotOffset
    }

    private static func damage(
        _ claim: Claim, _ rule: FormatRule, _ segments: [SegmentFile]
    ) -> LogError {
        .corrupt(
            Corruption(
                file: segments[claim.segment].name, offset: claim.offset, reason: .rule(rule),
                position: claim.slot.position, durable: claim.slot.position))
    }
}
