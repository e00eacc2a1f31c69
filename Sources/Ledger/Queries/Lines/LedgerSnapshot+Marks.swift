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

extension LedgerSnapshot {
    /// For each test the positions of all events of the commits that pass.
    func creations(
        _ tests: [LineMatcher.CommitTest]
    ) throws(StoreError) -> [PositionSet] {
        if tests.isEmpty { return [] }
        var found = tests.map { _ in PositionSet(count) }
        try findMarked(tests, &found)
        if tests.allSatisfy(\.isOfMarks) { return found }
        try store.read(0..<count, .commits) { batch in
            for (number, run) in batch.commits.enumerated() {
                let isLast = number + 1 == batch.commits.count
                let end = isLast ? batch.count : batch.commits[number + 1].firstIndex
                for (index, test) in tests.enumerated() where test.admits(run.header) {
                    for row in run.firstIndex..<end {
                        found[index].insert(batch.firstPosition + UInt64(row))
                    }
                }
            }
            return .next
        }
        return found
    }
}

extension LineMatcher.CommitTest {
    fileprivate func admits(_ commit: CommitHeader) -> Bool {
        switch self {
        case .actor(let persons): commit.actor.map(persons.contains) ?? false
        case .batch(let position): commit.batch == position
        case .status: false
        }
    }
}
