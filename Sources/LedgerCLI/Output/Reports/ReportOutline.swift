internal import Ledger

/// The rows of a report as groups that lie in each other.
struct ReportOutline {
    /// What distinguishes rows, as ``SpendingReport/by`` names it.
    let keys: [String]
    let view: ReportView
    /// Whether sums of groups are known whose lines may count in several rows below.
    private let knowsSums: Bool
    /// What groups are ordered by where the greatest comes first.
    private let rank: @Sendable (ReportGroup) -> Int128

    /// - Parameters:
    ///   - by: As ``SpendingReport/by``.
    ///   - knowsSums: Whether a report by ``keysBeforeTags`` gives the sums that rows do not.
    init(
        by: String?, _ view: ReportView, knowsSums: Bool = false,
        rank: @escaping @Sendable (ReportGroup) -> Int128 = { $0.total.minor }
    ) {
        keys = (by ?? "").split(separator: ",").map(String.init)
        self.view = view
        self.knowsSums = knowsSums
        self.rank = rank
    }

    /// What distinguishes rows before tags do; empty without tags, or where they come first.
    var keysBeforeTags: [String] {
        let outer = Array(keys.prefix { !$0.hasPrefix("tag") })
        return outer.count < keys.count ? outer : []
    }

    /// Whether lines may count in several rows.
    var hasTags: Bool { keys.contains { $0.hasPrefix("tag") } }

    /// Whether lines may count in several rows, so that these have no total.
    var countsTwice: Bool { hasTags && !knowsSums }

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
    /// - Parameters:
    ///   - outer: Rows by ``keysBeforeTags`` alone, for the sums that the others do not give.
    ///   - sums: What a row adds, each to the bucket of a number.
    func groups<Row: GroupedRow>(
        _ rows: [Row], outer: [Row] = [], buckets: Int,
        sums: (Row) -> [(index: Int, sum: Figure)]
    ) -> [ReportGroup] {
        var tree = Node(group: ReportGroup(name: "", buckets: buckets))
        for (rows, keys) in [(outer, keysBeforeTags), (rows, keys)] {
            for row in rows {
                let path = path(of: row, keys)
                for (index, sum) in sums(row) {
                    tree.add(sum, at: index, to: path[...], depth: 0)
                }
            }
        }
        let rank = view.sortsBySum || view.top != nil ? self.rank : nil
        let outer = tree.sorted(by: rank)
        let shown = outer.prefix(view.top ?? .max).flatMap { $0.rows(by: rank) }
        let rest = outer.dropFirst(view.top ?? .max).map(\.group)
        if rest.isEmpty { return shown }
        return shown + [ReportGroup(name: counted(rest.count, "other"), of: rest)]
    }

    /// A step on the way to a row: what it sorts by, and what it is called.
    private struct Step {
        let key: String
        let name: String
        /// Of which of the keys it is.
        let column: Int
        /// Whether what lies below may count in several groups, and adds nothing to this one.
        let isApart: Bool
        /// Whether nothing else says what it comes to.
        let hasNoSum: Bool
    }

    private func path(of row: some GroupedRow, _ keys: [String]) -> [Step] {
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
                Step(
                    key: part, name: part.isEmpty ? none : Screen.plain(part), column: number,
                    isApart: isApart, hasNoSum: isApart && !knowsSums)
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
            child.group.path = group.path + [ReportGroup.Part(column: step.column, text: step.key)]
            child.group.hasNoSum = child.group.hasNoSum || step.hasNoSum
            if !step.isApart { child.group.add(sum, at: index) }
            child.add(sum, at: index, to: path.dropFirst(), depth: depth + 1)
            children[step.key] = child
        }

        /// The group, and all that lie in it.
        func rows(by rank: ((ReportGroup) -> Int128)?) -> [ReportGroup] {
            [group] + sorted(by: rank).flatMap { $0.rows(by: rank) }
        }

        func sorted(by rank: ((ReportGroup) -> Int128)?) -> [Node] {
            children.sorted { left, right in
                let (one, other) = (rank?(left.value.group), rank?(right.value.group))
                if let one, let other, one != other { return one > other }
                return NameOrder.isBefore(left.key, right.key)
            }.map(\.value)
        }
    }
}

/// What tells a row of a report from others.
protocol GroupedRow {
    var category: String? { get }
    var account: String? { get }
    var payee: String? { get }
    var tag: String? { get }
    var person: String? { get }
}

extension SpendingReport.Row: GroupedRow {}
extension ReportComparison.Row: GroupedRow {}
