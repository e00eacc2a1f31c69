internal import Ledger

/// What an undo or a redo did, as text.
struct UndoText {
    let receipt: UndoReceipt
    let isRedo: Bool
    let output: OutputShape

    private var isDryRun: Bool { receipt.dryRun == true }

    var text: String {
        var text = ""
        for row in receipt.undone { text += heading(row) + "\n" }
        let rest = receipt.undoneCount - receipt.undone.count
        if receipt.undone.isEmpty {
            // Who may not read is told how many.
            let changes = counted(receipt.changesCount, "change")
            text += "\(word) \(counted(rest, "commit")): \(changes)\n"
        } else if rest > 0 {
            text += "… and \(grouped(rest)) more\n"
        }
        if !receipt.changes.isEmpty { text += "\n" + changes }
        if receipt.changesCount == 0 { text += "Nothing else changes: they cancel out.\n" }
        text += "\n" + skipped + NoteText.lines(receipt.notes, columns: output.columns)
        if isDryRun {
            return text + output.style.dim("A dry run: nothing was written.") + "\n"
        }
        // What `redo` takes back is an undo of something else.
        let isNamed = isRedo || receipt.undone.contains { !$0.undoes.isEmpty }
        // Books are opened by who says why.
        let closes = receipt.changes.contains { $0.type == "closing" && $0.now != nil }
        let inverse =
            (isNamed ? "undo \(receipt.id)" : closes ? "redo \(receipt.id)" : "redo")
            + (closes ? " --reason why" : "")
        return text + output.style.dim("  take it back: \(output.program) \(inverse)") + "\n"
    }

    private var word: String {
        let verb = isRedo ? "redo" : "undo"
        return isDryRun ? "Would \(verb)" : isRedo ? "Redid" : "Undid"
    }

    private func heading(_ row: CommitRow) -> String {
        let date = row.recordedAt.minute
        return output.style.bold("\(word) \(row.id): \(UndoText.words(row))") + "  \(date)"
    }

    private var changes: String {
        var table = TextTable(
            columns: [
                .init(title: "Id", alignment: .right), .init(title: "Title", widthMin: 14),
                .init(title: "Amount", alignment: .right), .init(title: "Change", widthMin: 20),
            ], style: output.style)
        for change in receipt.changes {
            let amount =
                change.amount.isEmpty ? "" : "\(Figure(change.amount).text) \(change.currency)"
            table.add(
                "\(change.id)", UndoText.title(change), amount, UndoText.words(change))
        }
        var text = table.rendered(columns: output.columns)
        let rest = receipt.changesCount - receipt.changes.count
        if rest > 0 {
            text += output.style.dim("… and \(grouped(rest)) more changes; see them: --all") + "\n"
        }
        return text
    }

    private var skipped: String {
        if receipt.skipped.isEmpty { return "" }
        var text = "Left as they are, for they were changed since:\n"
        for conflict in receipt.skipped.prefix(UndoText.skippedMax) {
            text += "  \(conflict.words)\n"
        }
        let rest = receipt.skipped.count - UndoText.skippedMax
        if rest > 0 { text += "  … and \(grouped(rest)) more\n" }
        return text + "\n"
    }

    private static let skippedMax = 20
}

extension UndoText {
    private static func title(_ change: UndoChange) -> String {
        let title = UndoConflict.words(title: change.title, change.type)
        let isPhrase = ["budget", "repeat", "price"].contains(change.type)
        return isPhrase ? Figure.inPhrase(title) : title
    }

    /// `voided`, or `amount 12.50 → 13.00`.
    private static func words(_ change: UndoChange) -> String {
        let isSet = change.now != nil
        switch (change.type, change.field) {
        case ("line", "voided"): return isSet ? "voided" : "restored"
        case ("account", "closed"): return isSet ? "closed" : "open again"
        case ("statement", "withdrawn"): return isSet ? "withdrawn" : "asserted again"
        default:
            var (was, now) = (change.was, change.now)
            if NumberStyle.isMoney(change.field) {
                (was, now) = (was.map(NumberStyle.plain), now.map(NumberStyle.plain))
            }
            return "\(change.field) \(UndoConflict.words(value: was)) → "
                + UndoConflict.words(value: now)
        }
    }

    /// `add Lunch 12.50 EUR`, or `import card.csv (412 lines)`.
    static func words(_ row: CommitRow) -> String {
        let more = row.things > 1 ? " and \(counted(row.things - 1, "more line"))" : ""
        let isPhrase = [.budgetSet, .goalSet, .repeatAdded, .priceSet].contains(row.action)
        let title = isPhrase ? Figure.inPhrase(Screen.plain(row.title)) : Screen.plain(row.title)
        let amount = row.amount.isEmpty ? "" : " \(Figure(row.amount).text) \(row.currency)"
        switch row.action {
        case .imported:
            let name = title.isEmpty ? "import" : "import \(title)"
            // An import of tasks brings no lines.
            return row.things == 0 ? name : "\(name) (\(counted(row.things, "line")))"
        case .added, .amended, .voided, .restored:
            let word = [
                .added: "add", .amended: "amend", .voided: "void", .restored: "restore",
            ][row.action]
            return "\(word ?? "") \(title.isEmpty ? "(no title)" : title)\(amount)\(more)"
        case .undone, .redone:
            let word = row.action == .undone ? "undo of" : "redo of undo"
            let ids = row.undoes.prefix(3).map { "\($0)" }.joined(separator: ", ")
            return "\(word) \(ids)\(row.undoes.count > 3 ? ", …" : "")"
        case .fileAttached, .fileDetached, .fileRenamed: return file(row, title)
        default:
            let tasks = row.things > 1 ? " and \(grouped(row.things - 1)) more" : ""
            if let end = ended(row.action, title) { return end + tasks }
            return title.isEmpty ? word(row.action) : "\(word(row.action)) \(title)\(tasks)"
        }
    }

    /// `end goal Bike from 2026-05-01` for `Bike, none from 2026-05-01`; `nil` for what goes on.
    private static func ended(_ action: CommitRow.Action, _ title: String) -> String? {
        let verbs: [CommitRow.Action: String] = [
            .goalSet: "end goal", .budgetEnded: "end budget", .repeatSkipped: "stop",
        ]
        guard let verb = verbs[action], let mark = title.ranges(of: ", none from ").last,
            let day = Day(title[mark.upperBound...])
        else { return nil }
        return "\(verb) \(title[..<mark.lowerBound]) from \(day)"
    }

    /// `attach contract.pdf and 1 more to Rent`
    private static func file(_ row: CommitRow, _ title: String) -> String {
        let more = row.things > 1 ? " and \(grouped(row.things - 1)) more" : ""
        let name = (row.file.map(Screen.plain) ?? "a file") + more
        let thing = title.isEmpty ? "(no title)" : title
        switch row.action {
        case .fileDetached: return "detach \(name) from \(thing)"
        case .fileRenamed: return "rename a file of \(thing) to \(name)"
        default: return "attach \(name) to \(thing)"
        }
    }

    private static func word(_ action: CommitRow.Action) -> String {
        switch action {
        case .opened: "open the ledger"
        case .taskAdded: "add task"
        case .taskEdited: "edit task"
        case .taskCompleted: "complete task"
        case .taskReopened: "reopen task"
        case .taskRescheduled: "reschedule task"
        case .taskDropped: "drop task"
        case .taskTimed: "set times of task"
        case .taskLinked: "change what has to be done before task"
        case .taskStarted: "start task"
        case .taskStopped: "stop task"
        case .taskFinished: "complete task"
        case .taskValued: "set attributes of task"
        case .taskAttributeDeclared: "declare attribute"
        case .accountOpened: "open account"
        case .accountChanged: "change account"
        case .settingsChanged: "change settings"
        case .currencyDeclared: "declare currency"
        case .categoryRenamed: "rename category"
        case .personAdded: "add person"
        case .statementAsserted: "assert balance of"
        case .statementWithdrawn: "withdraw a balance"
        case .booksClosed: "close the books of"
        case .booksReopened: "reopen the books of"
        case .textErased: "erase the text of"
        default: word(of: action)
        }
    }

    private static func word(of action: CommitRow.Action) -> String {
        switch action {
        case .personChanged: "change person"
        case .unitAdded: "add unit"
        case .unitChanged: "change unit"
        case .membershipSet: "put into a unit:"
        case .membershipEnded: "take out of a unit:"
        case .rightsGranted: "grant rights to"
        case .rightsRevoked: "revoke rights of"
        case .budgetSet: "set budget"
        case .budgetEnded: "end budget"
        case .budgetWithdrawn: "take back a budget"
        case .budgetRestored: "restore a budget"
        case .repeatAdded: "repeat"
        case .repeatSkipped: "pass over"
        case .repeatWithdrawn: "take back a repeat"
        case .repeatRestored: "restore a repeat"
        case .lineMarked: "mark"
        case .accountTyped: "change the type of account"
        case .goalSet: "set goal"
        case .deviceAdded: "add device"
        case .deviceRevoked: "revoke device"
        case .priceSet: "set price"
        case .priceWithdrawn: "take back a price"
        case .priceRestored: "restore a price"
        case .branchMerged: "merge another copy"
        case .commitSetAside: "set aside:"
        default: "other changes"
        }
    }

    /// What could be undone.
    static func list(_ list: CommitList, _ output: OutputShape) -> String {
        if list.rows.isEmpty {
            return "There is nothing that you could undo.\n\n"
                + output.footer(list.position, list.root)
        }
        var table = TextTable(
            columns: [
                .init(title: "Row", alignment: .right), .init(title: "Id", alignment: .right),
                .init(title: "When"), .init(title: "What", widthMin: 20),
            ], style: output.style)
        for (index, row) in list.rows.enumerated() {
            table.add(
                ".\(index + 1)", "\(row.id)", row.recordedAt.minute,
                mark(row) + words(row))
        }
        let first =
            list.rows.first { mark($0).isEmpty }.map { row in
                "\(row.id)" + (row.action == .booksClosed ? " --reason why" : "")
            } ?? "ID"
        return table.rendered(columns: output.columns) + "\n"
            + output.style.dim("  take one back: \(output.program) undo \(first)") + "\n"
            + output.footer(list.position, list.root)
    }

    /// Why a row cannot be taken back; empty where it can.
    private static func mark(_ row: CommitRow) -> String {
        row.erased == true ? "(erased, stays) " : row.gone == true ? "(undone, stays) " : ""
    }

    static func csv(_ changes: [UndoChange]) -> String {
        CSVOutput.text(
            header: ["id", "type", "title", "amount", "currency", "field", "was", "now"],
            rows: changes.map {
                [
                    "\($0.id)", $0.type, $0.title, $0.amount, $0.currency, $0.field,
                    $0.was ?? "", $0.now ?? "",
                ]
            })
    }

    static func csv(_ rows: [CommitRow]) -> String {
        CSVOutput.text(
            header: [
                "id", "recordedAt", "actor", "action", "title", "amount", "currency", "things",
                "events", "batch", "erased", "gone",
            ],
            rows: rows.map {
                [
                    "\($0.id)", "\($0.recordedAt)", $0.actor, $0.action.rawValue, $0.title,
                    $0.amount, $0.currency, "\($0.things)", "\($0.events)",
                    $0.batch.map { "\($0)" } ?? "", $0.erased == true ? "true" : "",
                    $0.gone == true ? "true" : "",
                ]
            })
    }
}
