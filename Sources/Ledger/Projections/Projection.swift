public import EventLog

/// A view of the ledger that is nothing but a fold over its events.
///
/// Law: a projection of the events of two neighbouring ranges, merged in order, equals the
/// projection of both ranges together, however a range is cut into batches. So it can be built
/// incrementally, from scratch and in parallel, to the same value.
public protocol Projection: Equatable, Sendable {
    /// What it is called, unlike any other.
    static var name: String { get }
    /// Changes whenever the same events give another value.
    static var version: Int { get }
    /// What it reads of each batch.
    static var sections: Sections { get }

    /// The projection of no events.
    init()

    /// Takes in the events that follow.
    ///
    /// - Parameter batch: Read with at least ``sections``.
    /// - Throws: ``StoreError/needsNewerVersion(position:type:schema:)`` for a critical event that
    ///   this program does not know, ``StoreError/undecodable(position:column:)`` for one that does
    ///   not say what its type needs. The value must not be used after an error.
    mutating func apply(_ batch: ColumnBatch) throws(StoreError)

    /// Takes in the projection of the events that follow.
    mutating func merge(_ other: Self)
}

extension EventStore {
    /// Projects a range of positions.
    ///
    /// - Complexity: O(*n*) in the events of the range.
    public func project<Result: Projection>(
        _ positions: Range<UInt64>, as type: Result.Type = Result.self
    ) throws(StoreError) -> Result {
        var result = Result()
        try read(positions, Result.sections) { batch throws(StoreError) in
            try result.apply(batch)
            return .next
        }
        return result
    }
}
