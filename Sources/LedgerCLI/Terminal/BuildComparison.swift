internal import Application
internal import Ledger

/// What two builds of the program make of the same ledger, cell by cell.
struct BuildComparison: Encodable {
    /// A cell that differs; of a row that only one of them has, all of it.
    struct Difference: Encodable {
        /// The first cells of the row.
        let row: String
        /// Which; empty for a whole row.
        let column: String
        /// What this program says; `nil` for nothing.
        let here: String?
        /// What the other one says; `nil` for nothing.
        let there: String?
    }

    /// One report.
    struct Report: Encodable {
        /// The command that makes it.
        let name: String
        /// How many rows this program finds.
        var rows = 0
        /// How many rows differ.
        var differing = 0
        /// The first cells that differ.
        var differences: [Difference] = []
        /// Columns that only this program has.
        var onlyHere: [String] = []
        /// Columns that only the other one has.
        var onlyThere: [String] = []
        /// What the other one says instead of a report; `nil` where it makes one.
        var refusal: String?

        /// Whether the other one says the same.
        var isSame: Bool { differing == 0 && refusal == nil }
    }

    /// The other program.
    let build: String
    /// What it calls itself.
    let version: String
    /// How many events were read.
    let events: UInt64
    /// The reports.
    let reports: [Report]

    /// What is compared: every line and task in its last version, and every figure.
    static let requests: [[String]] = [
        ["report", "--daily", "--by", "category"], ["report", "--daily", "--by", "account"],
        ["report", "--weekly", "--by", "category"], ["report", "--monthly", "--by", "category"],
        ["report", "--quarterly"], ["report", "--yearly"], ["list", "--all", "--voided"],
        ["task", "list", "--all"], ["account", "list"], ["balance"], ["assert", "--list"],
        ["config"],
    ]

    /// What is only run: hashing every event again, and a replay from the first one on.
    static let proofs: [[String]] = [["verify"], ["replay"]]
}

extension BuildComparison.Report {
    /// How many cells that differ are reported of each report.
    private static let shownMax = 20

    /// Compares what both wrote; columns that only one of them has are named and left out.
    init(_ name: String, here: [[String]], there: [[String]]) {
        self.init(name: name)
        let (header, other) = (here.first ?? [], there.first ?? [])
        rows = max(0, here.count - 1)
        onlyHere = header.filter { !other.contains($0) }
        onlyThere = other.filter { !header.contains($0) }
        let columns = header.filter(other.contains)
        var ours = Self.cells(columns, of: header, here)
        var theirs = Self.cells(columns, of: other, there)
        var counts: [[String]: Int] = [:]
        for row in theirs { counts[row, default: 0] += 1 }
        var common: [[String]: Int] = [:]
        ours.removeAll { row in
            guard let count = counts[row], count > 0 else { return false }
            counts[row] = count - 1
            common[row, default: 0] += 1
            return true
        }
        theirs.removeAll { row in
            guard let count = common[row], count > 0 else { return false }
            common[row] = count - 1
            return true
        }
        differing = max(ours.count, theirs.count)
        for index in 0..<differing {
            compare(
                columns, index < ours.count ? ours[index] : nil,
                index < theirs.count ? theirs[index] : nil)
        }
    }

    private mutating func compare(_ columns: [String], _ one: [String]?, _ other: [String]?) {
        guard differences.count < Self.shownMax else { return }
        let label = (one ?? other ?? []).prefix(3).joined(separator: " ")
        guard let one, let other else {
            differences.append(
                BuildComparison.Difference(
                    row: label, column: "", here: one?.joined(separator: " "),
                    there: other?.joined(separator: " ")))
            return
        }
        for (index, column) in columns.enumerated() where one[index] != other[index] {
            differences.append(
                BuildComparison.Difference(
                    row: label, column: column, here: one[index], there: other[index]))
        }
    }

    private static func cells(
        _ columns: [String], of header: [String], _ rows: [[String]]
    ) -> [[String]] {
        let places = columns.compactMap { header.firstIndex(of: $0) }
        return rows.dropFirst().map { row in places.map { $0 < row.count ? row[$0] : "" } }
    }
}
