internal import EventLog
public import Ledger
// Tests that import this module have those for everybody, too.
@_exported public import LedgerTesting

/// The kinds of stores that have to pass the contract suite.
public enum StoreKind: String, CaseIterable, Sendable {
    case memory
    case overlay
    case file
    case spied

    /// An empty store of the kind.
    ///
    /// - Parameter makeSeed: Where salts come from; the same for every store unless given.
    public func makeStore(
        makeSeed: @escaping SeedSource = StoreKind.fixedSeed
    ) throws -> any EventStore {
        switch self {
        case .memory: MemoryEventStore(makeSeed: makeSeed)
        case .overlay:
            try OverlayEventStore(over: MemoryEventStore(makeSeed: makeSeed), makeSeed: makeSeed)
        case .file:
            // The log itself, in files that are kept in memory.
            try FileEventStore(
                Log.create(
                    in: MemoryStorage(), id: CommitID(high: 1, low: 1), options: options(makeSeed)))
        case .spied: SpyEventStore(over: MemoryEventStore(makeSeed: makeSeed))
        }
    }

    private func options(_ makeSeed: @escaping SeedSource) -> Log.Options {
        var options = Log.Options()
        options.makeSeed = makeSeed
        return options
    }

    /// Seeds that depend on nothing but the block: equal events have equal roots.
    public static let fixedSeed = Seeds.fixed
}
