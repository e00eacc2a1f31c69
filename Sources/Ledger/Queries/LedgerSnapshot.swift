internal import EventLog

/// The reading side of a ledger, as it was when a given number of events had been recorded.
///
/// A value over a store: nothing is kept but the reference data. Everything streams; what is held
/// in memory is stated where it grows with the ledger.
public struct LedgerSnapshot: Sendable {
    /// Where the events are.
    public let store: any EventStore
    /// How many events are seen.
    public let count: UInt64
    /// The settings, persons, accounts, currencies and renames at that moment.
    public private(set) var referenceData: ReferenceData
    /// Why lines of closed periods may be changed by what is decided on this snapshot; `nil` where
    /// they must not.
    package var correction: String?
    /// What is kept of the log from one answer to the next; `nil` where nothing is.
    package var folds: KeptFolds?
    /// What was found last of some entities, so that it is not looked for twice.
    let found = FoundVersions()
    /// The same of imports.
    let foundImports = FoundImports()
    /// The sums beside the log that the snapshot goes by.
    let foundSums = FoundSums()

    /// Opens the books.
    ///
    /// - Parameters:
    ///   - store: Where the events are.
    ///   - upTo: How many events to see; `nil`, or more than there are, for all that are there now.
    /// - Throws: What reading throws, and
    ///   ``StoreError/needsNewerVersion(position:type:schema:)`` for a critical event that this
    ///   program does not know.
    /// - Complexity: O(*n*) in the frames; only those that hold rare events are read.
    public init(store: any EventStore, upTo: UInt64? = nil) throws(StoreError) {
        let end = try store.head().count
        self.store = store
        count = min(upTo ?? end, end)
        referenceData = try LedgerSnapshot.referenceData(of: store, count)
    }

    /// The same snapshot, to which persons are known who are the first events of the next commit.
    package func knowing(_ persons: [PersonAdded]) -> LedgerSnapshot {
        var snapshot = self
        for (index, person) in persons.enumerated() {
            snapshot.referenceData.apply(.personAdded(person), at: count + UInt64(index))
        }
        return snapshot
    }

    /// The first events alone, under the names and settings of this snapshot.
    func before(_ count: UInt64) -> LedgerSnapshot {
        LedgerSnapshot(store: store, count: min(count, self.count), referenceData: referenceData)
    }

    /// The same events, with categories called as another state calls them.
    func callingCategories(as other: LedgerSnapshot) -> LedgerSnapshot {
        var snapshot = self
        snapshot.referenceData.takeRenames(of: other.referenceData)
        return snapshot
    }

    /// The first events under names and settings that are known already.
    init(store: any EventStore, count: UInt64, referenceData: ReferenceData) {
        (self.store, self.count, self.referenceData) = (store, count, referenceData)
    }

    /// What was spent, earned and moved.
    ///
    /// - Complexity: O(*n*) in the events.
    public func spending() throws(StoreError) -> SpendingTable {
        try fold { $0.spending }
    }

    /// How many parts of a log are worth to be read at the same time.
    package static func threads(for count: UInt64) -> Int {
        Int(min(UInt64(Parallel.cores), max(1, count / eventsPerThreadMin)))
    }

    /// Below this a part takes less than it costs to start a thread and to merge.
    private static let eventsPerThreadMin: UInt64 = 1 << 20

    /// The categories in use.
    ///
    /// - Complexity: O(*n*) in the events.
    package func categories() throws(StoreError) -> CategoryIndex {
        try store.project(0..<count, threads: LedgerSnapshot.threads(for: count))
    }

    private static func referenceData(
        of store: any EventStore, _ count: UInt64
    ) throws(StoreError) -> ReferenceData {
        var referenceData = ReferenceData()
        let found = try store.referencePositions(in: 0..<count, of: ReferenceData.types)
        try store.readBatches(at: found, ReferenceData.sections, spans: []) {
            batch, positions throws(StoreError) in
            try referenceData.apply(batch, at: positions)
        }
        return referenceData
    }
}
