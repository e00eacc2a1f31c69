/// Holds what can be read of a damaged log against the roots that its frames tell, and takes events
/// from another file where they do not agree.
///
/// A checksum that holds says that a frame is what somebody wrote; a root says that its events are
/// those that were recorded. Where events are missing the roots behind them cannot be computed: the
/// check goes on where a frame tells the peaks of its tree.
struct RemainsCheck {
    private typealias Piece = DamagedLogScan.Piece

    /// A position at which events gave the root that is stored there.
    private struct Mark {
        let end: RemainsTree
        /// How many pieces lead there, and what was proved so far.
        let pieces: Int
        let proved: (count: UInt64, root: Digest?)

        var position: UInt64 { end.tree.size }
    }

    /// What is read, ascending.
    private(set) var pieces: [DamagedLogScan.Piece] = []
    /// Positions of frames among them of which the events do not give the root.
    private(set) var differing: [Range<UInt64>] = []
    /// How many events from the first on give the root that is stored behind them.
    private(set) var proved: (count: UInt64, root: Digest?) = (0, nil)

    private let files: [DamagedSegment]
    private let count: UInt64
    private var reader: RemainsReader
    /// The tree behind the last piece; `nil` where not all before it is known.
    private var last: RemainsTree? = RemainsTree()
    private var agreed: Mark?
    /// Where roots agreed before that.
    private var before: Mark?
    /// Whether the last of ``differing`` may still turn out to have a root that is wrong.
    private var isDoubtful = false
    /// Whether all from the first event on is known.
    private var isWhole = true

    /// - Parameters:
    ///   - erasures: What the files tell of texts that were erased.
    ///   - chosen: What is read where roots do not tell, ascending.
    ///   - count: The positions that count lie below.
    /// - Complexity: O(*n*) in the events; a frame of them is in memory at a time.
    init(
        _ files: [DamagedSegment], _ erasures: RemainsErasures,
        _ chosen: [DamagedLogScan.Piece], below count: UInt64
    ) throws(LogError) {
        self.files = files
        self.count = count
        reader = RemainsReader(files, erasures)
        agreed = Mark(end: RemainsTree(), pieces: 0, proved: (0, nil))
        var index = 0
        while index < chosen.count {
            let piece = chosen[index]
            let rest = max(piece.positions.lowerBound, end)..<max(piece.positions.upperBound, end)
            if rest.isEmpty {
                index += 1
                continue
            }
            try take(Piece(file: piece.file, frame: piece.frame, positions: rest))
            // What was put in the place of several pieces may end before the last of them.
            while index > 0, chosen[index - 1].positions.upperBound > end { index -= 1 }
        }
    }

    private var end: UInt64 { pieces.last?.positions.upperBound ?? 0 }

    private mutating func take(_ piece: Piece) throws(LogError) {
        let events = try reader.events(of: piece)
        if piece.positions.lowerBound != end { forget() }
        pieces.append(piece)
        guard let next = last?.adding(events) else { return resume(behind: events) }
        guard let root = events.root else {
            last = next
            return
        }
        if next.tree.root == root { return agree(next) }
        if !isDoubtful, let mark = agreed {
            if try replace(from: mark, where: { _ in true }) { return }
            if let chain = events.chain, mark.position == piece.positions.lowerBound,
                chain != mark.end.tree.root.chain, let before, isOlder(piece, mark)
            {
                return try blame(before, mark, chain, events)
            }
            differing.append(mark.position..<end)
            isDoubtful = true
        }
        last = next
        if events.peaks != nil { resume(behind: events) }
    }

    /// Whether a piece lies in the folder of the one before it, or in one that goes before that.
    private func isOlder(_ piece: Piece, _ mark: Mark) -> Bool {
        guard pieces.indices.contains(mark.pieces - 1) else { return false }
        return files[piece.file].folder <= files[pieces[mark.pieces - 1].file].folder
    }

    /// A frame follows another root than that of the one before it, which has its own: the one
    /// before it is not what the log went on with.
    private mutating func blame(
        _ start: Mark, _ mark: Mark, _ chain: UInt64, _ events: RemainingEvents
    ) throws(LogError) {
        let isReplaced = try replace(from: start) { found in
            guard found.positions.upperBound >= mark.position else { return false }
            let part = found.cut(to: start.position..<mark.position)
            return start.end.adding(part)?.tree.root.chain == chain
        }
        if isReplaced { return }
        differing.append(start.position..<mark.position)
        proved = start.proved
        resume(behind: events)
    }

    /// Looks for another frame that has what follows a mark, and gives its root.
    private mutating func replace(
        from mark: Mark, where fits: (RemainingEvents) -> Bool
    ) throws(LogError) -> Bool {
        let start = mark.position
        let tried = pieces.indices.contains(mark.pieces) ? pieces[mark.pieces] : nil
        for (number, file) in files.enumerated() {
            for (index, frame) in file.frames.enumerated()
            where frame.positions.contains(start) && frame.missing.isEmpty
                && frame.positions.upperBound <= count
                && (tried?.file != number || tried?.frame != index)
            {
                let piece = Piece(
                    file: number, frame: index, positions: start..<frame.positions.upperBound)
                let events = try reader.events(of: piece)
                guard let next = mark.end.adding(events), next.tree.root == events.root,
                    fits(events)
                else { continue }
                pieces.removeSubrange(mark.pieces...)
                pieces.append(piece)
                agreed = mark
                proved = mark.proved
                agree(next)
                return true
            }
        }
        return false
    }

    private mutating func agree(_ end: RemainsTree) {
        if isDoubtful {
            // Its root was wrong, its events were not.
            differing.removeLast()
            isDoubtful = false
        }
        if isWhole, differing.isEmpty { proved = (end.tree.size, end.tree.root) }
        before = agreed
        last = end
        agreed = Mark(end: end, pieces: pieces.count, proved: proved)
    }

    /// Goes on behind a frame that tells its tree itself, where it does.
    private mutating func resume(behind events: RemainingEvents) {
        let end =
            last.flatMap { RemainsTree(behind: events, after: $0) }
            ?? RemainsTree(behind: events, after: nil)
        forget()
        guard let end else { return }
        last = end
        agreed = Mark(end: end, pieces: pieces.count, proved: proved)
    }

    private mutating func forget() {
        (last, agreed, before) = (nil, nil, nil)
        (isDoubtful, isWhole) = (false, false)
    }
}
