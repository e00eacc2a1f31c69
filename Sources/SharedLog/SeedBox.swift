package import Ledger
internal import Synchronization

/// The seeds of blocks that come with commits of others; others are made.
package final class SeedBox: Sendable {
    private let seeds = Mutex<[UInt64: [UInt8]]>([:])
    private let make: SeedSource

    /// - Parameter make: Where seeds come from that nobody has told.
    package init(_ make: @escaping SeedSource = Seeds.random) { self.make = make }

    /// What a store of files is opened with: each block is asked for when it begins.
    package var source: SeedSource {
        { [self] block in seeds.withLock { $0.removeValue(forKey: block) } ?? make(block) }
    }

    /// Says which seed a block that has not begun gets.
    func set(_ seed: [UInt8], of block: UInt64) { seeds.withLock { $0[block] = seed } }

    /// A seed for a block of which nobody has told one.
    @Sendable func fresh(_ block: UInt64) -> [UInt8] { make(block) }
}
