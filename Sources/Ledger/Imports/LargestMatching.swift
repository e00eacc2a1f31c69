/// Which rows and lines belong together, as many as can be: each may be one of several.
///
/// It begins with pairs that are likely, and moves them on where that makes room for another line:
/// the augmenting paths of Berge, "Two theorems in graph theory", 1957.
struct LargestMatching {
    /// The line of each row.
    private(set) var lineOf: [Int: Int] = [:]
    private var rowOf: [Int: Int] = [:]
    /// The rows that each line may be, ascending.
    private var rowsOf: [Int: [Int]] = [:]
    /// Rows from which no free one can be reached, now or later.
    private var closed: Set<Int> = []

    /// A matching without pairs.
    ///
    /// - Parameter candidates: The lines that each row may be.
    init(_ candidates: [[Int]]) {
        for (row, lines) in candidates.enumerated() {
            for line in lines { rowsOf[line, default: []].append(row) }
        }
    }

    /// Whether a row has no line.
    func isFree(row: Int) -> Bool { lineOf[row] == nil }

    /// Whether a line has no row.
    func isFree(line: Int) -> Bool { rowOf[line] == nil }

    /// Takes a row and a line together; both are free.
    mutating func pair(row: Int, line: Int) { (lineOf[row], rowOf[line]) = (line, row) }

    /// Finds a row for a line, if need be by giving other lines other rows; a line that has a row
    /// keeps one.
    ///
    /// - Complexity: O(*e*) in the candidates; all lines without success together cost as much.
    mutating func findRow(for line: Int) {
        guard isFree(line: line) else { return }
        var queue = [line]
        var next = 0
        var reached: [Int: Int] = [:]
        while next < queue.count {
            let line = queue[next]
            next += 1
            for row in rowsOf[line] ?? [] where reached[row] == nil && !closed.contains(row) {
                reached[row] = line
                if let other = lineOf[row] {
                    queue.append(other)
                } else {
                    return move(to: row, along: reached)
                }
            }
        }
        closed.formUnion(reached.keys)
    }

    private mutating func move(to row: Int, along reached: [Int: Int]) {
        var current: Int? = row
        while let row = current, let line = reached[row] {
            current = rowOf[line]
            pair(row: row, line: line)
        }
    }
}
