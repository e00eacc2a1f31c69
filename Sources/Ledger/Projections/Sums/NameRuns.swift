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

    /// Takes in a line that counts.
    mutating func add(_ line: NameTable.Line, to table: inout NameTable) {
        guard line.pair >= 0 else { return }
        for sort in runs.indices {
            let key = table.key(of: line, sort)
            let name = Int(key.name)
            while runs[sort].count <= name { runs[sort].append(Run()) }
            if runs[sort][name].key != key {
                let run = runs[sort][name]
                if run.cell.count > 0 { table.add(run.cell, at: run.key, sort) }
                runs[sort][name] = Run(key: key)
            }
            runs[sort][name].cell.add(line.amount, on: line.day)
        }
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
