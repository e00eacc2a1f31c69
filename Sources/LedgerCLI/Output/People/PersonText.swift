internal import Application
internal import Ledger

/// Persons as text and CSV.
struct PersonText {
    let output: OutputShape

    init(_ output: OutputShape) { self.output = output }

    func list(_ list: ContactList) -> String {
        let footer = output.footer(list.position, list.root)
        if list.rows.isEmpty { return "Nobody is found.\n\n\(footer)" }
        var table = TextTable(
            columns: [
                .init(title: "Row", alignment: .right), .init(title: "Id", alignment: .right),
                .init(title: "Name", widthMin: 12), .init(title: "Unit", widthMin: 12),
                .init(title: "Post", widthMin: 8),
            ], style: output.style)
        for (index, row) in list.rows.enumerated() {
            table.add(
                ".\(index + 1)", "\(row.id)", Screen.plain(row.name), PersonText.unit(row),
                Screen.plain(row.post))
        }
        let isWhole = list.rows.count == list.count
        let count =
            isWhole
            ? counted(list.count, "person")
            : "\(grouped(list.rows.count)) of \(grouped(list.count)) persons · everyone: --all"
        return table.rendered(columns: output.columns) + "\n" + output.style.dim(count) + "\n"
            + footer
    }

    /// The list of which some are to be chosen.
    func choice(_ picker: PersonPicker, _ remark: String) -> String {
        let shown = picker.shown
        var table = TextTable(
            columns: [
                .init(title: ""), .init(title: "", alignment: .right),
                .init(title: "Name", widthMin: 12), .init(title: "Unit", widthMin: 12),
                .init(title: "Post", widthMin: 8),
            ])
        for (number, row) in shown.prefix(PersonPicker.shownMax) {
            table.add(
                picker.chosen.contains(row.id) ? "*" : "", "\(number)", Screen.plain(row.name),
                PersonText.unit(row), Screen.plain(row.post))
        }
        let rest = shown.count - PersonPicker.shownMax
        return "\n" + table.rendered(columns: output.columns ?? 80)
            + (rest > 0 ? "… and \(grouped(rest)) more\n" : "")
            + "\(picker.chosen.count) chosen · \(remark)\n> "
    }

    func show(_ shown: ShowPerson.Output) -> String {
        let row = shown.person
        var text = "\(row.id)  \(Screen.plain(row.name))\n"
        let facts = [
            ("post", row.post), ("contact", row.contact), ("picture", row.picture),
            ("last named", row.recent.map { "by event \($0)" } ?? ""),
        ]
        for (name, value) in facts where !value.isEmpty {
            text += "  \(name): \(Screen.plain(value))\n"
        }
        if !shown.rows.isEmpty {
            var table = TextTable(
                columns: [
                    .init(title: "Unit", widthMin: 12), .init(title: "Post", widthMin: 8),
                    .init(title: "May", widthMin: 10),
                ], style: output.style)
            for place in shown.rows {
                table.add(
                    Screen.plain(place.unit == "/" ? "the whole ledger" : place.unit),
                    place.member ? place.post.isEmpty ? "member" : Screen.plain(place.post) : "",
                    place.rights.joined(separator: " "))
            }
            text += "\n" + table.rendered(columns: output.columns)
        }
        return text + "\n" + output.footer(shown.position, shown.root)
    }

    private static func unit(_ row: ContactRow) -> String {
        Screen.plain(row.unit) + (row.units > 1 ? " +\(row.units - 1)" : "")
    }

    /// The rows of the JSON form under the same keys.
    static func csv(_ rows: [ContactRow]) -> String {
        CSVOutput.text(
            header: ["id", "name", "unit", "units", "post", "contact", "picture", "recent"],
            rows: rows.map { row in
                [
                    "\(row.id)", row.name, row.unit, "\(row.units)", row.post, row.contact,
                    row.picture, row.recent.map { "\($0)" } ?? "",
                ]
            })
    }

    static func csv(_ places: [ShowPerson.Place]) -> String {
        CSVOutput.text(
            header: ["unit", "member", "post", "rights"],
            rows: places.map {
                [$0.unit, "\($0.member)", $0.post, $0.rights.joined(separator: " ")]
            })
    }
}

/// Units as text and CSV.
struct UnitText {
    let output: OutputShape

    init(_ output: OutputShape) { self.output = output }

    /// Names moved in by their depth.
    func tree(_ list: UnitList) -> String {
        let footer = output.footer(list.position, list.root)
        if list.rows.isEmpty {
            return "No units yet: \(output.program) unit add NAME\n\n\(footer)"
        }
        let top = list.rows.map(\.depth).min() ?? 0
        var table = TextTable(
            columns: [
                .init(title: "Row", alignment: .right), .init(title: "Id", alignment: .right),
                .init(title: "Unit", widthMin: 16),
                .init(title: "Members", alignment: .right),
                .init(title: "With below", alignment: .right),
            ], style: output.style)
        for (index, row) in list.rows.enumerated() {
            let space = String(repeating: "  ", count: row.depth - top)
            table.add(
                ".\(index + 1)", "\(row.id)", space + Screen.plain(row.name), "\(row.members)",
                "\(row.membersBelow)")
        }
        return table.rendered(columns: output.columns) + "\n"
            + output.style.dim(counted(list.rows.count, "unit")) + "\n" + footer
    }

    /// From the highest to the lowest, with the posts of a person.
    func chain(_ list: UnitList) -> String {
        let footer = output.footer(list.position, list.root)
        if list.rows.isEmpty { return "In no unit.\n\n\(footer)" }
        var table = TextTable(
            columns: [
                .init(title: "Id", alignment: .right), .init(title: "Unit", widthMin: 16),
                .init(title: "Post", widthMin: 8),
            ], style: output.style)
        for row in list.rows {
            let space = String(repeating: "  ", count: row.depth)
            let post = row.post.map { $0.isEmpty ? "member" : $0 } ?? ""
            table.add("\(row.id)", space + Screen.plain(row.name), Screen.plain(post))
        }
        return table.rendered(columns: output.columns) + "\n" + footer
    }

    /// The rows of the JSON form under the same keys.
    static func csv(_ list: UnitList) -> String {
        CSVOutput.text(
            header: [
                "id", "name", "path", "depth", "parent", "members", "membersBelow", "post",
            ],
            rows: list.rows.map { row in
                [
                    "\(row.id)", row.name, row.path, "\(row.depth)",
                    row.parent.map { "\($0)" } ?? "", "\(row.members)", "\(row.membersBelow)",
                    row.post ?? "",
                ]
            })
    }
}

/// What someone may do, as text and CSV.
struct RightText {
    let answer: AskRight.Output
    let output: OutputShape

    /// One line.
    var text: String {
        let name = Screen.plain(answer.name)
        let rights = answer.rows.map(\.right).joined(separator: ", ")
        let place = Rights.words(ofUnit: answer.unit)
        guard answer.granted else { return "no: \(name) may not \(rights) in \(place)\n" }
        return "yes: \(name) may \(rights) in \(place)\n"
    }

    /// Right by right, and what would grant it.
    var why: String {
        if !answer.inForce {
            return text + "  no right was ever granted in this ledger: everyone may do everything\n"
        }
        var text = text
        for row in answer.rows {
            text += "  \(row.right): "
            if let from = row.from {
                let isInherited = from != answer.unit
                text += row.event.map { "granted by event \($0)" } ?? "the owner's"
                text += " in \(Rights.words(ofUnit: from))"
                text += isInherited ? ", inherited\n" : "\n"
            } else {
                text += "missing · grant it: \(output.program) permit "
                text += "\(Explanation.shellWord(answer.name)) \(row.right)"
                text += answer.unit == "/" ? "\n" : " \(Explanation.shellWord(answer.unit))\n"
            }
        }
        return text
    }

    /// The rows of the JSON form under the same keys.
    static func csv(_ answer: AskRight.Output) -> String {
        CSVOutput.text(
            header: ["right", "granted", "from", "event"],
            rows: answer.rows.map {
                [
                    $0.right, "\($0.granted)", $0.from ?? "",
                    $0.event.map { event in "\(event)" } ?? "",
                ]
            })
    }
}
