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

    /// Takes in the events that follow as they are stored, for projections that read ``sections``
    /// of ``EventLog/Sections/report`` and nothing else: some ten times as fast as columns.
    ///
    /// - Parameters:
    ///   - frame: A whole frame of columns.
    ///   - space: Memory to work in.
    /// - Returns: Whether it was taken in; if not, nothing may have changed, and the same events
    ///   come as a batch. That is what happens unless a projection says otherwise.
    mutating func apply(_ frame: borrowing HotFrame, using space: inout ScratchBuffers) -> Bool

    /// Takes in the projection of the events that follow.
    mutating func merge(_ other: Self)
}

extension Projection {
    /// Asks for batches.
    public mutating func apply(_ frame: borrowing HotFrame, using space: inout ScratchBuffers)
        -> Bool
    {
        false
    }
}

extension EventStore {
    /// Projects a range of positions.
    ///
    /// - Parameters:
    ///   - types: The types that it takes in; what is known to have none of them may be passed
    ///     over.
    ///   - threads: Into how many parts the range is cut, projected at the same time, each
    ///     with its own value in memory; 1 or more.
    /// - Complexity: O(*n*) in the events of the range.
    public func project<Result: Projection>(
        _ positions: Range<UInt64>, as type: Result.Type = Result.self,
        holding types: TypeSet = .all, threads: Int = 1
    ) throws(StoreError) -> Result {
        try project(positions, threads: threads) { range throws(StoreError) in
            try projectAll(range, types, onto: Result())
        }
    }

    /// Projects a range of positions, each part of it by a fold of its own kind.
    func project<Result: Projection>(
        _ positions: Range<UInt64>, threads: Int,
        _ fold: @Sendable (Range<UInt64>) throws(StoreError) -> Result
    ) throws(StoreError) -> Result {
        var values = try inParts(positions, threads: threads, fold)
        values.reverse()
        // The first one grows; it is not copied, because nobody else holds it.
        guard var result = values.popLast() else { return Result() }
        while let next = values.popLast() { result.merge(next) }
        return result
    }

    /// What is made of the parts of a range of positions, in their order.
    func inParts<Value: Sendable>(
        _ positions: Range<UInt64>, threads: Int,
        _ body: @Sendable (Range<UInt64>) throws(StoreError) -> Value
    ) throws(StoreError) -> [Value] {
        let parts = try cut(positions, into: threads)
        guard parts.count > 1 else { return [try body(positions)] }
        let found = Parallel.map(
            parts.count,
            { index -> Swift.Result<Value, StoreError> in
                do throws(StoreError) { return .success(try body(parts[index])) } catch {
                    return .failure(error)
                }
            })
        var values: [Value] = []
        for value in found { values.append(try value.get()) }
        return values
    }

    /// Projects a range of positions onto what is there already.
    func projectAll<Result: Projection>(
        _ positions: Range<UInt64>, _ types: TypeSet = .all, onto start: Result
    ) throws(StoreError) -> Result {
        var result = start
        guard Result.sections == .report else {
            try read(positions, Result.sections, holding: types) { batch throws(StoreError) in
                try result.apply(batch)
                return .next
            }
            return result
        }
        var space = ScratchBuffers()
        try readHot(positions) { frame in
            result.apply(frame, using: &space)
        } batch: { batch throws(StoreError) in
            try result.apply(batch)
        }
        return result
    }

    /// Parts of about the same size, cut where segments or at least frames begin if they are large
    /// enough: then none of them reads what belongs to another.
    private func cut(
        _ positions: Range<UInt64>, into count: Int
    ) throws(StoreError) -> [Range<UInt64>] {
        guard count > 1 else { return [positions] }
        let range = positions.clamped(to: 0..<(try head().count))
        let share = UInt64(range.count) / UInt64(count)
        let step = [Limit.segmentEvents, Limit.alignmentEvents].first { $0 <= share } ?? 1
        var starts = [range.lowerBound]
        for part in 1..<UInt64(count) {
            let start = (range.lowerBound + part * share + step / 2) / step * step
            if start > (starts.last ?? 0), start < range.upperBound { starts.append(start) }
        }
        return zip(starts, starts.dropFirst() + [range.upperBound]).map { $0..<$1 }
    }
}
