internal import EventLog
internal import Ledger

/// Our table of spending held against DuckDB's, cell by cell.
struct Comparison {
    /// Cells that both have, and in which they agree.
    private(set) var equal = 0
    /// Cells that only one has, or in which they differ.
    private(set) var different = 0
    /// Lines that count, by both.
    private(set) var lines: Int64 = 0

    init(_ world: World) throws {
        let folder = "\(world.folder)/peers"
        try Files.makeFolder(folder)
        let place = PeerPlace(world: world, folder: folder, python: Peers.python())
        let out = "\(folder)/cells.csv"
        _ = try place.script(["cells", try place.duck(), out])
        let store = try world.store()
        let table: SpendingTable = try store.project(0..<store.head().count)
        try compare(Totals(table), with: out)
    }

    /// Takes the rows one by one: day, category, currency, count, sum.
    private mutating func compare(_ totals: Totals, with path: String) throws {
        var found = 0
        for line in try Files.text(path).split(separator: "\n") {
            let cells = line.split(separator: ",", omittingEmptySubsequences: false)
            guard cells.count == 5, let day = Day(cells[0]), let count = Int64(cells[3]),
                let sum = Int128(cells[4])
            else { throw BenchError("no row of cells: \(line)") }
            let key = Totals.Key(
                day: day.daysSince1970, category: String(cells[1]), currency: String(cells[2]))
            let own = totals.cells[key]
            if own != nil { found += 1 }
            if own?.count == count, own?.sum == sum { equal += 1 } else { different += 1 }
            lines += count
        }
        different += totals.cells.count - found
    }
}
