internal import Dispatch
internal import Synchronization

/// Hashes, encodes and writes the frames of a spool in order, on a second thread as soon as there
/// is enough to do for one. What comes out does not depend on that.
final class SpoolWriter: Sendable {
    /// The events of a frame, all of which have been hashed.
    enum Piece: Sendable {
        case rows([Row], CommitHeader)
        case columns(BatchBuilder)
    }

    private struct State {
        var encoder: FrameEncoder
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
        }
    }

    /// How many steps may wait, so that memory stays bounded.
    private static let stepsMax = 8
    /// The seed of the checksums in a spool.
    static let salt: UInt32 = 0

    private let file: SpoolFile
    private let state: Mutex<State>
    private let queue = DispatchQueue(label: "ledger.spool")
    private let room = DispatchSemaphore(value: SpoolWriter.stepsMax)
    private let isParallel = Atomic(false)
    private let hasFailed = Atomic(false)

    init(_ file: SpoolFile, _ encoder: FrameEncoder) {
        self.file = file
        var first = State(encoder: encoder, root: encoder.tree.root)
        first.begin()
        state = Mutex(first)
    }

    /// Hashes the next events.
    ///
    /// - Parameter isLarge: Whether they are so many that a second thread pays.
    func hash(_ inputs: LeafInputs, isLarge: Bool) throws(LogError) {
        if isLarge { isParallel.store(true, ordering: .relaxed) }
        try perform { state, _ in
            var inputs = inputs
            state.encoder.hash(&inputs)
        }
    }

    /// Writes a frame of the events that were hashed since the last one.
    func write(_ piece: Piece) throws(LogError) {
        try perform { state, file throws(LogError) in
            let place = FrameEncoder.Place(
                index: UInt16(state.frames.count), total: 0, flags: [])
            let frame =
                switch piece {
                case .rows(let rows, let commit):
                    state.encoder.rows(rows, of: commit, place, salt: SpoolWriter.salt)
                case .columns(let columns):
                    try state.encoder.columns(columns.finish(), place, salt: SpoolWriter.salt)
                }
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
