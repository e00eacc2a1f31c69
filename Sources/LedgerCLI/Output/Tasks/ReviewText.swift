internal import Application
internal import Ledger

/// What was done, added and missed, as text.
struct ReviewText {
    let review: TaskReview.Output
    let output: OutputShape

    private var sections: [(name: String, rows: [TaskRow])] {
        [("Done", review.done), ("Added", review.added), ("Missed", review.missed)]
    }

    /// A section for each, and what was planned and paid.
    var text: String {
        var text = output.style.bold("\(review.start) to \(review.last)") + "\n"
        for (name, rows) in sections {
            let heading = "\(name) (\(grouped(rows.count)))"
            let isBad = name == "Missed" && !rows.isEmpty
            text += "\n" + output.style.painted(heading, isBad ? .red : .bold) + "\n"
            var table = TextTable(columns: [
                .init(title: "", alignment: .right), .init(title: ""),
                .init(title: "", widthMin: 20), .init(title: "", widthMin: 8),
            ])
            for row in rows {
                let day = name == "Done" ? row.completedLocal : row.dueLocal
                table.add(
                    "\(row.id)", String(day.prefix(10)), Screen.plain(row.title),
                    Screen.plain(row.project))
            }
            text += table.rendered(columns: output.columns.map { $0 - 2 })
                .split(separator: "\n").map { "  \($0)\n" }.joined()
        }
        let money = [("planned", review.planned), ("paid", review.paid)].compactMap { name, sums in
            sums.isEmpty ? nil : "\(name): \(sums.map(Figure.words).joined(separator: ", "))"
        }
        if !money.isEmpty { text += "\n" + money.joined(separator: " · ") + "\n" }
        return text + "\n" + output.footer(review.position, review.root)
    }

    /// The rows of the JSON form, each with its section first.
    var csv: String {
        CSVOutput.text(
            header: ["section", "id", "title", "project", "due", "done"],
            rows: sections.flatMap { name, rows in
                rows.map { row in
                    [
                        name.lowercased(), "\(row.id)", row.title, row.project, row.dueLocal,
                        row.completedLocal,
                    ]
                }
            })
    }
}
