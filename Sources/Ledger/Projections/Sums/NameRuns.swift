/// Adds lines up before they go into a table of names: most lines of a name follow one of the same
/// month, kind and currency.
struct NameRuns {
    /// What the last lines of a name come to.
    private struct Run {
        var key = NameTable.Key(month: 0, name: -1, pair: 0)
        var cell = NameTable.Cell()
    }

    /// By sort and by the number of the name.
    private var runs: [[Run]] = NameTable.Sort.allCases.map { _ in [] }
    /// The sorts that lines are added up by.
    private let sorts: ClosedRange<Int>

    /// - Parameter only: By what alone lines are added up; `nil` for every sort.
    init(only sort: NameTable.Sort?) {
        let all = 0...(NameTable.Sort.allCases.count - 1)
        sorts = sort.map { $0.rawValue...$0.rawValue } ?? all
    }

    /// Takes in a line that counts.
    mutating func add(_ line: NameTable.Line, to table: inout NameTable) {
        guard line.pair >= 0 else { return }
        for sort in sorts {
            let key = table.key(of: line, sort)
            if let run = NameRuns.add(line, key, to: &runs[sort]), run.cell.count > 0 {
                table.add(run.cell, at: run.key, sort)
            }
        }
    }

    /// Adds a line to the run of its name.
    ///
    /// - Returns: The run that ends with it; `nil` for none.
    private static func add(
        _ line: NameTable.Line, _ key: NameTable.Key, to runs: inout [Run]
    ) -> Run? {
        let name = Int(key.name)
        while runs.count <= name { runs.append(Run()) }
        if runs[name].key == key {
            runs[name].cell.add(line.amount, on: line.day)
            return nil
        }
        let run = runs[name]
        runs[name] = Run(key: key)
        runs[name].cell.add(line.amount, on: line.day)
        return run
    }

    /// Puts everything into the table.
    mutating func finish(in table: inout NameTable) {
        for sort in runs.indices {
            for run in runs[sort] where run.cell.count > 0 {
                table.add(run.cell, at: run.key, sort)
            }
            runs[sort] = []
        }
    }
}
