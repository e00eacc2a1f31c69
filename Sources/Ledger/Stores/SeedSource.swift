internal import EventLog

/// Makes the secret seed of a block of 4,096 positions, given the block's number: what
/// ``Seeds/tree(over:)`` makes of 32 bytes, or 32 bytes as they are, from which no single text can
/// be erased without a salt for every other one. Each block is asked for once, when its first event
/// is appended; a commit that is refused may ask in vain.
public typealias SeedSource = @Sendable (_ block: UInt64) -> [UInt8]

/// Where seeds come from outside tests.
public enum Seeds {
    /// A tree over 32 bytes of the system's random numbers, whatever the block.
    public static let random: SeedSource = { _ in
        var generator = SystemRandomNumberGenerator()
        return tree(over: (0..<32).map { _ in UInt8.random(in: 0...255, using: &generator) })
    }

    /// A seed that is a tree over the positions of its block, so that the text of an event can be
    /// erased while the others keep what tells their salts.
    ///
    /// - Parameter secret: 32 bytes that nobody can guess.
    /// - Returns: The bytes of the seed.
    public static func tree(over secret: [UInt8]) -> [UInt8] { BlockSeed.whole(secret) }
}
