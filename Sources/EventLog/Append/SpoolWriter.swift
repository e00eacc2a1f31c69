internal import Dispatch
internal import Synchronization

/// Hashes events, brings them into columns, encodes and writes the frames of a spool in order, on a
/// second thread as soon as there is enough to do for one. What comes out does not depend on that.
final class SpoolWriter: Sendable {
    private struct State {
        var encoder: FrameEncoder
        /// The events of the next frame.
        var columns: BatchBuilder
        var frames: [SpoolFrame] = []
        /// Where the next frame begins: its first position, the root before it, and its place in
        /// the file.
        var start: UInt64 = 0
        var root: Digest
        var offset: UInt64 = 0
        var failure: LogError?

        mutating func begin() {
            start = encoder.tree.size
            root = encoder.tree.root
            encoder.begin(at: start)
            columns = BatchBuilder(firstPosition: start)
        }
    }

    /// How many steps may wait, so that memory stays bounded.
    private static let stepsMax = 8
    /// The seed of the checksums in a spool.
    static let salt: UInt32 = 0

    private let file: SpoolFile
    private let header: CommitHeader
    /// Memory for events that can be used again.
    private let free = Mutex<[LeafInputs]>([])
    private let state: Mutex<State>
    private let queue = DispatchQueue(label: "ledger.spool")
    private let room = DispatchSemaphore(value: SpoolWriter.stepsMax)
    private let isParallel = Atomic(false)
    private let hasFailed = Atomic(false)

    init(_ file: SpoolFile, _ encoder: FrameEncoder, _ header: CommitHeader) {
        self.file = file
        self.header = header
        var first = State(
            encoder: encoder, columns: BatchBuilder(firstPosition: 0), root: encoder.tree.root)
        first.begin()
        state = Mutex(first)
    }

    /// No events of the commit yet.
    func inputs() -> LeafInputs {
        var inputs = free.withLock { $0.popLast() } ?? LeafInputs()
        inputs.begin(header)
        return inputs
    }

    /// Adds the next events to the frame.
    ///
    /// - Parameter isLarge: Whether they are so many that a second thread pays.
    func add(_ inputs: LeafInputs, isLarge: Bool) throws(LogError) {
        if isLarge, Parallel.hasThreads { isParallel.store(true, ordering: .relaxed) }
        let header = header
        try perform { state, _ in
            var inputs = inputs
            // Hashing notes salts beside the events that are not theirs to keep.
            if state.columns.count == 0 { state.columns.begin(header) }
            state.columns.append(inputs)
            state.encoder.hash(&inputs)
            inputs.removeAll()
            let empty = inputs
            self.free.withLock { $0.append(empty) }
        }
    }

    /// Writes a frame of the events since the last one.
    func endFrame() throws(LogError) {
        let header = header
        try perform { state, file throws(LogError) in
            let place = FrameEncoder.Place(
                index: UInt16(state.frames.count), total: 0, flags: [])
            let batch = state.columns.finish()
            let frame =
                batch.count <= Limit.rowEventsMax
                ? state.encoder.rows(
                    batch.rows.map { EncodedEvent($0) }, of: header, place, salt: SpoolWriter.salt)
                : try state.encoder.columns(batch, place, salt: SpoolWriter.salt)
            try file.write(frame, at: state.offset)
            state.frames.append(
                SpoolFrame(
                    offset: state.offset, length: frame.count,
                    positions: state.start..<state.encoder.tree.size, root: state.root))
            state.offset += UInt64(frame.count)
            state.begin()
        }
    }

    /// Waits until everything is written.
    func finish() throws(LogError) -> SpooledCommit {
        queue.sync {}
        return try state.withLock { (state) throws(LogError) in
            if let failure = state.failure { throw failure }
            return SpooledCommit(
                file: file, frames: state.frames, tree: state.encoder.tree,
                seed: state.encoder.seed)
        }
    }

    /// Does a step, or leaves it to the second thread; steps after a failed one are passed over.
    private func perform(
        _ step: @escaping @Sendable (inout State, SpoolFile) throws(LogError) -> Void
    ) throws(LogError) {
        if hasFailed.load(ordering: .relaxed) { _ = try finish() }
        guard isParallel.load(ordering: .relaxed) else {
            run(step)
            return
        }
        room.wait()
        queue.async {
            self.run(step)
            self.room.signal()
        }
    }

    private func run(_ step: (inout State, SpoolFile) throws(LogError) -> Void) {
        state.withLock { state in
            guard state.failure == nil else { return }
            do throws(LogError) { try step(&state, file) } catch {
                state.failure = error
                hasFailed.store(true, ordering: .relaxed)
            }
        }
    }
}
