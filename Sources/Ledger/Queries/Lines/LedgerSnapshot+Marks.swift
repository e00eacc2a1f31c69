internal import EventLog

extension LedgerSnapshot {
    /// The lines that have a status, by position.
    ///
    /// - Complexity: O(*n*) in the frames; only those that hold marks are read.
    package func marks() throws(StoreError) -> [UInt64: LineStatus] {
        var marks: [UInt64: LineStatus] = [:]
        try store.readReferenceEvents(in: 0..<count, of: [.lineMarked]) { _, event in
            guard case .lineMarked(let mark) = event, let target = mark.target.position else {
                return
            }
            marks[target] = mark.status
        }
        return marks
    }

    /// Adds the lines that pass those tests that are of marks.
    func findMarked(
        _ tests: [LineMatcher.CommitTest], _ found: inout [PositionSet]
    ) throws(StoreError) {
        if !tests.contains(where: \.isOfMarks) { return }
        let marks = try marks()
        for (index, test) in tests.enumerated() {
            guard case .status(let wanted) = test else { continue }
            for (position, status) in marks where wanted.contains(status) {
                found[index].insert(position)
            }
        }
    }
}

extension LineMatcher.CommitTest {
    /// Whether the marks of lines decide.
    var isOfMarks: Bool { if case .status = self { true } else { false } }
}
