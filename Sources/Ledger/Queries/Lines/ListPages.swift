extension LineList {
    /// The list without its first rows.
    package func skipping(_ count: Int) -> LineList {
        var list = self
        list.rows.removeFirst(min(count, rows.count))
        list.skipped = count > 0 ? count : nil
        return list
    }
}

extension TaskList {
    /// The tabs in the order in which lists show them: what presses first; those that were dropped
    /// come last.
    package static let tabs: [TaskTab?] = [.failed, .today, .upcoming, .done, nil]

    /// The rows tab by tab.
    package var rowsByTab: [TaskRow] {
        TaskList.tabs.flatMap { tab in rows.filter { $0.tab == tab } }
    }

    /// A part of the rows as they come tab by tab; within it they keep the order of the list.
    ///
    /// - Parameter range: Those past the last row have none.
    package func page(_ range: Range<Int>) -> TaskList {
        let chosen = Set(rowsByTab[range.clamped(to: 0..<rows.count)].map(\.id))
        var list = self
        list.rows.removeAll { !chosen.contains($0.id) }
        list.more = range.upperBound < rows.count
        list.skipped = range.lowerBound > 0 ? range.lowerBound : nil
        return list
    }
}
