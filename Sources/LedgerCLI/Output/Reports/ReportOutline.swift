internal import Ledger

/// The rows of a report as groups that lie in each other.
struct ReportOutline {
    /// What distinguishes rows, as ``SpendingReport/by`` names it.
    let keys: [String]
    let view: ReportView

    init(_ report: SpendingReport, _ view: ReportView) {
        keys = (report.by ?? "").split(separator: ",").map(String.init)
        self.view = view
    }

    /// Whether lines may count in several rows, so that these have no total.
    var countsTwice: Bool { keys.contains { $0.hasPrefix("tag") } }

    /// What the groups are, as a heading.
    var noun: String {
        keys.map { key in
            key.hasPrefix("tag:")
                ? Screen.plain(String(key.dropFirst(4)))
                : key.prefix(1).uppercased() + key.dropFirst()
        }.joined(separator: ", ")
    }

    /// The groups in the order to show, each before those that lie in it; the outer ones beyond the
    /// top in one.
    ///
    /// - Parameter index: The number of the bucket that starts on a day.
    func groups(_ rows: [SpendingReport.Row], buckets: Int, index: (Day) -> Int?) -> [ReportGroup] {
        var tree = Node(group: ReportGroup(name: "", buckets: buckets))
        for row in rows {
            guard let index = index(row.start) else { continue }
            tree.add(Figure(row.sum), at: index, to: path(of: row)[...], depth: 0)
        }
        let isBySum = view.sortsBySum || view.top != nil
        let outer = tree.sorted(isBySum: isBySum)
        let shown = outer.prefix(view.top ?? .max).flatMap { $0.rows(isBySum: isBySum) }
        let rest = outer.dropFirst(view.top ?? .max).map(\.group)
        if rest.isEmpty { return shown }
        return shown + [ReportGroup(name: counted(rest.count, "other"), of: rest)]
    }

    /// A step on the way to a row: what it sorts by, and what it is called.
    private struct Step {
        let key: String
        let name: String
        /// Whether what lies below may count in several groups.
        let isApart: Bool
    }

    private func path(of row: SpendingReport.Row) -> [Step] {
        var path: [Step] = []
        for (number, key) in keys.enumerated() {
            let isApart = keys[(number + 1)...].contains { $0.hasPrefix("tag") }
            let (text, none): (String?, String) =
                switch key {
                case "account": (row.account, "(no account)")
                case "payee": (row.payee, "(no payee)")
                case "person": (row.person, "(nobody)")
                case "category": (row.category, "(uncategorised)")
                default: (row.tag, "(without)")
                }
            let value = text ?? ""
            let parts =
                key == "category" && view.isTree && !value.isEmpty
                ? value.split(separator: ":").map(String.init) : [value]
            path += parts.map { part in
                Step(key: part, name: part.isEmpty ? none : Screen.plain(part), isApart: isApart)
            }
        }
        return path
    }

    private struct Node {
        var group: ReportGroup
        var children: [String: Node] = [:]

        mutating func add(_ sum: Figure, at index: Int, to path: ArraySlice<Step>, depth: Int) {
            guard let step = path.first else { return }
            var child =
                children.removeValue(forKey: step.key)
                ?? Node(group: ReportGroup(name: step.name, buckets: group.sums.count))
            child.group.depth = depth
            child.group.hasNoSum = child.group.hasNoSum || step.isApart
            if !step.isApart { child.group.add(sum, at: index) }
            child.add(sum, at: index, to: path.dropFirst(), depth: depth + 1)
            children[step.key] = child
        }

        /// The group, and all that lie in it.
        func rows(isBySum: Bool) -> [ReportGroup] {
            [group] + sorted(isBySum: isBySum).flatMap { $0.rows(isBySum: isBySum) }
        }

        func sorted(isBySum: Bool) -> [Node] {
            children.sorted { left, right in
                let (one, other) = (left.value.group.total.minor, right.value.group.total.minor)
                return isBySum && one != other ? one > other : left.key < right.key
            }.map(\.value)
        }
    }
}
