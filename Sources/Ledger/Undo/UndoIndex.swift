internal import EventLog

/// Which commits take back which: all that the log says of it.
struct UndoIndex: Sendable {
    /// For each commit that takes others back, the first positions of those.
    private(set) var undone: [UInt64: [UInt64]] = [:]
    /// For each commit that is taken back, the first positions of those that do it, ascending.
    private var undoers: [UInt64: [UInt64]] = [:]

    mutating func add(_ undoer: UInt64, takesBack commit: UInt64) {
        undone[undoer, default: []].append(commit)
        undoers[commit, default: []].append(undoer)
    }

    /// The commits that take others back, ascending.
    var all: [UInt64] { undone.keys.sorted() }

    /// Whether a commit takes others back.
    func isUndo(_ commit: UInt64) -> Bool { undone[commit] != nil }

    /// Whether all that a commit takes back are undos themselves.
    func isRedo(_ commit: UInt64) -> Bool {
        guard let targets = undone[commit] else { return false }
        return targets.allSatisfy { isUndo($0) && !isRedo($0) }
    }

    /// The newest commit that takes another back and is not taken back itself; `nil` when the
    /// other is in force.
    ///
    /// - Parameter left: Commits that are to be taken back and so do not count.
    func undoer(of commit: UInt64, without left: Set<UInt64> = []) -> UInt64? {
        undoers[commit]?.last { !left.contains($0) && undoer(of: $0, without: left) == nil }
    }
}

extension LedgerSnapshot {
    /// Every mark of an undo.
    ///
    /// - Complexity: O(*n*) in the frames; only those that hold such marks are read.
    func undoMarks() throws(StoreError) -> UndoIndex {
        var marks = UndoIndex()
        let type = EventType.commitUndone.rawValue
        try store.read(0..<count, [.links, .hot, .commits], holding: TypeSet([type])) { batch in
            guard let links = batch.links[.undone] else { return .next }
            for (row, value) in zip(links.rows, links.values) where value >= 0 {
                guard let commit = batch.commit(at: Int(row)) else { continue }
                marks.add(commit.firstPosition, takesBack: UInt64(value))
            }
            return .next
        }
        return marks
    }

    /// The lines that are voided because the commit that recorded them is taken back: those that
    /// were voided by hand, or restored since, are not among them.
    ///
    /// - Complexity: O(*n*) in the frames, and in the events of those that void or restore; in
    ///   memory is one bit an event.
    package func linesVoidedByUndo() throws(StoreError) -> PositionSet {
        try foundImports.undone { () throws(StoreError) in try findLinesVoidedByUndo() }
    }

    private func findLinesVoidedByUndo() throws(StoreError) -> PositionSet {
        var lines = PositionSet(count)
        let marks = try undoMarks()
        let targets = Set(marks.undone.values.joined())
        let undone = targets.filter { marks.undoer(of: $0) != nil && !marks.isUndo($0) }
        if undone.isEmpty { return lines }
        var ranges: [Range<UInt64>] = []
        for id in undone { if let commit = try commit(at: id) { ranges.append(commit.positions) } }
        let recorded = PositionRanges(ranges)
        let types = [EventType.lineVoided, .lineRestored].map(\.rawValue)
        try store.read(0..<count, [.links, .hot, .commits], holding: TypeSet(types)) { batch in
            guard let links = batch.links[.target] else { return .next }
            for (row, value) in zip(links.rows, links.values) where value >= 0 {
                let type = batch.keys[Int(batch.keyCodes[Int(row)])].type
                guard types.contains(type), recorded.contains(UInt64(value)) else { continue }
                let commit = batch.commit(at: Int(row))?.firstPosition
                if type == types[0], let commit, marks.isUndo(commit) {
                    lines.insert(UInt64(value))
                } else {
                    lines.remove(UInt64(value))
                }
            }
            return .next
        }
        return lines
    }
}
