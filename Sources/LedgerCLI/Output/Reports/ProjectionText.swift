internal import Application
internal import Ledger
internal import ReadModels

/// Projections and what SQL found, as text.
enum ProjectionText {
    static func list(_ list: ListProjections.Output, _ output: OutputShape) -> String {
        var table = TextTable(columns: [
            .init(title: "Projection"), .init(title: "State"),
            .init(title: "Version", alignment: .right), .init(title: "Position", alignment: .right),
            .init(title: "Behind", alignment: .right), .init(title: "Bytes", alignment: .right),
        ])
        table.style = output.style
        func number(_ number: UInt64?) -> String { number.map { grouped($0) } ?? "" }
        for row in list.rows {
            var state = row.state == .missing && row.optional ? "not asked for" : row.state.rawValue
            if row.prepared { state += ", upgrade built" }
            table.add(
                row.name, state, "\(row.version)", number(row.position), number(row.lag),
                number(row.bytes))
        }
        let file =
            list.bytes == 0
            ? "Nothing is built yet." : "\(Screen.plain(list.path)): \(grouped(list.bytes)) bytes"
        return table.rendered(columns: output.columns) + "\n" + file + "\n"
    }

    static func csv(_ rows: [ModelStatus]) -> String {
        CSVOutput.text(
            header: [
                "name", "state", "version", "position", "lag", "bytes", "builtAt", "seconds",
                "optional", "prepared",
            ],
            rows: rows.map { row in
                [
                    row.name, row.state.rawValue, "\(row.version)",
                    row.position.map { "\($0)" } ?? "", row.lag.map { "\($0)" } ?? "",
                    row.bytes.map { "\($0)" } ?? "", row.builtAt ?? "",
                    row.seconds.map { "\($0)" } ?? "", "\(row.optional)",
                    "\(row.prepared)",
                ]
            })
    }

    static func rebuilt(_ rows: [ModelOutcome]) -> String {
        rows.map { row in
            let hundredths = Int128((row.seconds * 100).rounded())
            return "Rebuilt \(row.name) from \(counted(row.events, "event")) in "
                + "\(decimalText(hundredths, exponent: 2)) s\n"
        }.joined()
    }

    static func check(_ rows: [ModelCheck]) -> String {
        if rows.isEmpty { return "Nothing is built yet.\n" }
        return rows.map { row in
            let verdict =
                row.differing == 0 ? "as the log says" : "\(counted(row.differing, "row")) not"
            return "\(row.name): \(counted(row.rows, "row")) up to event \(grouped(row.position)), "
                + "\(verdict)\n"
        }.joined()
    }

    static func csv(_ rows: [ModelCheck]) -> String {
        CSVOutput.text(
            header: ["name", "position", "rows", "differing"],
            rows: rows.map { [$0.name, "\($0.position)", "\($0.rows)", "\($0.differing)"] })
    }

    /// The first rows that differ, each in words.
    static func findings(_ check: ModelCheck) -> [String] {
        let shownMax = 3
        return check.differences.prefix(shownMax).map { row in
            let place = "\(row.table) \(Screen.plain(row.key))"
            switch (row.stored, row.recomputed) {
            case (let stored?, let right?):
                return "\(place) is \(Screen.plain(stored)), the log says \(Screen.plain(right))"
            case (let stored?, nil):
                return "\(place) is there, but not in the log: \(Screen.plain(stored))"
            case (nil, let right): return "\(place) is missing: \(Screen.plain(right ?? ""))"
            }
        }
    }

    /// Says on the standard error which projections were made anew, and which wait for an upgrade.
    static func tellRebuilt(_ rows: [ModelOutcome], _ output: OutputShape) {
        let lines: [KeyValuePairs<String, (ModelOutcome) -> Bool>.Element] = [
            ("built %", { [.asked, .missing].contains($0.cause) }),
            (
                "built %: the database was damaged, or not one of this program",
                { $0.cause == .damaged }
            ),
            ("built %: the tables told of another log", { $0.cause == .diverged }),
            ("built %: text was erased that the tables may have held", { $0.cause == .erased }),
            (
                "names or settings have changed; % goes on with the old ones until "
                    + "\(output.program) projections upgrade", { $0.outdated == .names }
            ),
        ]
        var text: [String] = lines.compactMap { words, isMeant in
            let names = rows.filter(isMeant).map(\.name)
            if names.isEmpty { return nil }
            return words.replacing("%", with: names.joined(separator: ", "))
        }
        text += rows.filter { $0.outdated == .program }.map { row in
            "another version of the program made \(row.name), up to event "
                + "\(grouped(row.position)); it stays so until \(output.program) "
                + "projections upgrade"
        }
        for line in text {
            // Nowhere is left to complain about the standard error itself.
            try? Terminal.put("\(output.name): \(line)\n", on: .error)
        }
    }

    static func table(_ result: QueryModels.Output, _ output: OutputShape) -> String {
        var table = TextTable(
            columns: result.columns.indices.map { index in
                let isNumber = result.rows.contains { $0[index].isNumber }
                // Half a day or number is another one.
                let isWhole =
                    isNumber || result.rows.contains { Day($0[index].text.prefix(10)) != nil }
                return .init(
                    title: Screen.plain(result.columns[index]),
                    alignment: isNumber ? .right : .left, widthMin: isWhole ? nil : 8)
            })
        table.style = output.style
        for row in result.rows { table.add(row.map { Screen.plain($0.text) }) }
        return table.rendered(columns: output.columns)
    }
}
