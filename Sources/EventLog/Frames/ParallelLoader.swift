internal import Synchronization

/// Reads all sections of events of frames of columns, some at the same time where there are cores
/// for it.
final class ParallelLoader: Sendable {
    /// Sections that are read one after the other, and the memory for it.
    private final class Part: Sendable {
        let sections: Sections
        let loader = Mutex(FrameLoader())

        init(_ sections: Sections) { self.sections = sections }
    }

    /// The largest first, so that the last ones wait for nobody.
    private let parts = [Part(.text), Part(.facts), Part(.hot), Part([.links, .commits])]

    /// What ``FrameLoader/batch(of:_:_:_:)`` reads, all sections of it.
    func batch(
        of wanted: Range<UInt64>, _ frame: WalkedFrame, _ segment: SegmentFile
    ) throws(LogError) -> ColumnBatch {
        let found = Parallel.map(
            parts.count,
            { [parts] index -> Result<ColumnBatch, LogError> in
                parts[index].loader.withLock { loader in
                    do throws(LogError) {
                        let sections = parts[index].sections
                        return .success(try loader.batch(of: wanted, frame, segment, sections))
                    } catch { return .failure(error) }
                }
            })
        var batch = ColumnBatch(firstPosition: wanted.lowerBound, sections: [])
        batch.count = wanted.count
        for part in found { batch.add(try part.get()) }
        return batch
    }
}
