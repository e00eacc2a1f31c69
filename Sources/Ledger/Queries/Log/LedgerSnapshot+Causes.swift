internal import EventLog

extension LedgerSnapshot {
    /// What led to an event and what followed from it, newest first, the event among them: what it
    /// points at, on and on, with the import that brought it and the rule that it was recorded for;
    /// and whatever points at it, on and on, an undo of its commit and what a rule made, too.
    ///
    /// - Parameter id: The position of an event of the log.
    /// - Complexity: O(*n*) in the links behind the event, once for each step of what follows.
    package func causes(of id: UInt64) throws(StoreError) -> LogPage {
        var found: Set<UInt64> = [id]
        var open = [id]
        while let position = open.popLast() {
            for cause in try causes(at: position) where found.insert(cause).inserted {
                open.append(cause)
            }
        }
        var following = try positions(madeByRule: id).union([id])
        let first = try commitStart(of: id)
        var isOver = false
        while !isOver {
            let before = following.count
            try store.readLinks(id..<count, in: LedgerSnapshot.causeLinks) { column, event, link in
                guard event > id else { return }
                let isUndo = column == .undone && link == first
                if following.contains(link) || isUndo { following.insert(event) }
            }
            isOver = following.count == before
        }
        let rows = try logRows(at: found.union(following).sorted())
        let head = try head()
        return LogPage(
            rows: rows.reversed(), more: false, skipped: nil, position: head.lastPosition,
            root: head.root.hex)
    }

    /// Columns in which an event points at what led to it.
    private static let causeLinks: [ColumnID] = [
        .target, .previous, .group, .undone, .erased, .prerequisite,
    ]

    /// What an event points at, the import that brought it, and the rule that it was recorded for.
    private func causes(at position: UInt64) throws(StoreError) -> [UInt64] {
        var causes: [UInt64] = []
        try store.readLinks(position..<(position + 1), in: LedgerSnapshot.causeLinks) {
            _, _, link in causes.append(link)
        }
        try store.readEvents(at: [position], .all) { _, _, commit in
            if let batch = commit?.batch { causes.append(batch) }
        }
        if let origin = try repeatOrigin(at: position) { causes.append(origin.rule) }
        return causes.filter { $0 < position }
    }

    private func commitStart(of position: UInt64) throws(StoreError) -> UInt64 {
        var first = position
        try store.readEvents(at: [position], .all) { _, _, commit in
            first = commit?.firstPosition ?? position
        }
        return first
    }
}
