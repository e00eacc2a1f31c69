/// Makes the decisions of a simulation: which sectors survive, which call fails.
package protocol Choices {
    /// One of 0 ..< `count`; 0 where there is no choice.
    mutating func choose(_ count: Int) -> Int
}

/// Decisions by a generator: the same for the same seed.
package struct RandomChoices: Choices, Sendable {
    private var random: SeededRandom

    /// Decisions that depend on nothing but the seed.
    package init(seed: UInt64) { random = SeededRandom(seed: seed) }

    package mutating func choose(_ count: Int) -> Int {
        count > 1 ? Int(random.next() % UInt64(count)) : 0
    }
}

/// Every combination of decisions, one after the other: what is run with them may ask for as many
/// as it likes, as long as equal answers lead to equal questions.
package struct EveryChoice: Choices, Sendable {
    private var answers: [(given: Int, count: Int)] = []
    private var asked = 0

    /// The first combination: always 0.
    package init() {}

    package mutating func choose(_ count: Int) -> Int {
        guard count > 1 else { return 0 }
        if asked == answers.count { answers.append((0, count)) }
        defer { asked += 1 }
        return answers[asked].given
    }

    /// Goes on to the next combination; `false` after the last one.
    package mutating func advance() -> Bool {
        asked = 0
        while let last = answers.popLast() {
            if last.given + 1 < last.count {
                answers.append((last.given + 1, last.count))
                return true
            }
        }
        return false
    }
}

/// SplitMix64: the same numbers in every run.
package struct SeededRandom: RandomNumberGenerator, Sendable {
    private var state: UInt64

    /// Numbers that depend on nothing but the seed.
    package init(seed: UInt64) { state = seed }

    package mutating func next() -> UInt64 {
        state &+= 0x9E37_79B9_7F4A_7C15
        var mixed = (state ^ (state >> 30)) &* 0xBF58_476D_1CE4_E5B9
        mixed = (mixed ^ (mixed >> 27)) &* 0x94D0_49BB_1331_11EB
        return mixed ^ (mixed >> 31)
    }

    /// A number from zero up to below a bound.
    package mutating func below(_ bound: Int) -> Int { Int(next() % UInt64(bound)) }

    /// So many bytes.
    package mutating func bytes(_ count: Int) -> [UInt8] {
        (0..<count).map { _ in UInt8(truncatingIfNeeded: next()) }
    }
}
