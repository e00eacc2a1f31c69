internal import EventLog
internal import Synchronization

/// What a snapshot has of imports, of what was taken back and of the parts of the log: one import
/// asks for it several times.
final class FoundImports: Sendable {
    private let spans = Mutex<[FrameInfo]?>(nil)
    private let batches = Mutex<ImportBatches?>(nil)
    private let undone = Mutex<PositionSet?>(nil)

    /// The batches that imports made.
    func batches(
        else find: () throws(StoreError) -> ImportBatches
    ) throws(StoreError) -> ImportBatches {
        if let known = batches.withLock({ $0 }) { return known }
        let found = try find()
        batches.withLock { $0 = found }
        return found
    }

    /// The lines that are voided by undos.
    func undone(
        else find: () throws(StoreError) -> PositionSet
    ) throws(StoreError) -> PositionSet {
        if let known = undone.withLock({ $0 }) { return known }
        let found = try find()
        undone.withLock { $0 = found }
        return found
    }

    /// The parts in which the events are stored.
    func spans(
        else find: () throws(StoreError) -> [FrameInfo]
    ) throws(StoreError) -> [FrameInfo] {
        if let known = spans.withLock({ $0 }) { return known }
        let found = try find()
        spans.withLock { $0 = found }
        return found
    }
}
