internal import EventLog

/// Working memory that a fold over frames uses again and again; what it holds means nothing.
public struct FoldSpace: Sendable {
    /// Places for sums, all of them one array of a size that is known when the code is compiled: an
    /// index cut to ``indexMask`` is never outside.
    static let slotCount = 1 << 18
    static let indexMask = slotCount - 1

    /// ``slotCount`` of them once they were asked for.
    private(set) var slots: [UInt64] = []
    /// Offsets of a column that has none, as many as a frame has events at most.
    private(set) var zeros: [UInt8] = []
    /// For every key of a frame its number.
    var numbers: [Int] = []

    /// Nothing yet.
    public init() {}

    /// Gives the first slots the value 0, and makes all of them when there are none.
    mutating func clearSlots(_ count: Int) {
        if slots.isEmpty {
            slots = Array(repeating: 0, count: FoldSpace.slotCount)
            zeros = Array(repeating: 0, count: Limit.frameEventsMax)
        } else {
            var span = slots.mutableSpan
            for index in 0..<min(count, span.count) { span[index] = 0 }
        }
    }

    /// Changes slots in place.
    mutating func withSlots<Result>(
        _ body: (inout MutableSpan<UInt64>) -> Result
    ) -> Result {
        var span = slots.mutableSpan
        return body(&span)
    }
}

/// A count above a sum of offsets in one integer: at most 65,535 offsets of at most 32 bits.
struct SlotPacking: Sendable {
    /// Terms that one slot holds, at most.
    static let termsMax = 65_535
    static let one: UInt64 = 1 << 48

    /// What every offset is added to.
    let base: Int64

    /// For offsets from 0.
    init() { base = 0 }

    /// `nil` for a base so large that a sum may not fit in 64 bits.
    init?(base: Int64) {
        guard base.magnitude < 1 << 45 else { return nil }
        self.base = base
    }

    /// What a slot comes to.
    @inline(__always)
    func cell(_ slot: UInt64) -> DenseDays.Cell {
        let count = Int64(truncatingIfNeeded: slot >> 48)
        let offsets = Int64(truncatingIfNeeded: slot & (SlotPacking.one - 1))
        return DenseDays.Cell(sum: offsets &+ base &* count, count: count)
    }
}
