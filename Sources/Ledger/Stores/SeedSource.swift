/// Makes the 32 secret bytes of a block of 4,096 positions, given the block's number. Each block is
/// asked for once, when its first event is appended; a commit that is refused may ask in vain.
public typealias SeedSource = @Sendable (_ block: UInt64) -> [UInt8]

/// Where seeds come from outside tests.
public enum Seeds {
    /// 32 bytes of the system's random numbers, whatever the block.
    public static let random: SeedSource = { _ in
        var generator = SystemRandomNumberGenerator()
        return (0..<32).map { _ in UInt8.random(in: 0...255, using: &generator) }
    }
}
