/// Random numbers that are the same on every machine (SplitMix64, Steele, Lea and Flood 2014).
struct SteadyRandom {
    private var state: UInt64

    init(seed: UInt64) { state = seed }

    /// 64 random bits.
    mutating func next() -> UInt64 {
        state &+= 0x9E37_79B9_7F4A_7C15
        var bits = state
        bits = (bits ^ (bits >> 30)) &* 0xBF58_476D_1CE4_E5B9
        bits = (bits ^ (bits >> 27)) &* 0x94D0_49BB_1331_11EB
        return bits ^ (bits >> 31)
    }

    /// A number from 0 on, below `limit`.
    mutating func below(_ limit: Int) -> Int {
        Int(truncatingIfNeeded: ((next() >> 32) &* UInt64(limit)) >> 32)
    }

    /// Whether something happens that happens so many times in ten thousand.
    mutating func happens(_ timesInTenThousand: Int) -> Bool { below(10_000) < timesInTenThousand }
}
