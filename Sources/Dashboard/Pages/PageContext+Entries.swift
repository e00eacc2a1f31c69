internal import Application
internal import EventLog
internal import Ledger
internal import LedgerCLI

extension PageContext {
    /// How many rows a page of a list has.
    private static let rowsMax = 50

    /// Lines that pass some terms, with what they come to.
    func entries() throws(ApplicationError) -> WebPage {
        let skip = try skip()
        var input = ListEntries.Input(query: request.query["q"], range: request.query["p"])
        input.voided = request.query["voided"] != nil
        input.limit = PageContext.rowsMax
        input.skip = skip
        // Of an account each line has what was in it then.
        input.balance = PageContext.isOneAccount(request.query["q"]) ? true : nil
        var list: LineList?
        var problem: ApplicationError?
        do throws(ApplicationError) { list = try call(ListEntries.self, input) } catch {
            if error.exitClass == .damage { throw error }
            problem = error
        }
        let root = try root(list?.root)
        return document(.entries, "Entries", root: root, problem: problem) {
            search(Link("/entries")) {
                tag("label", .css("wide")) {
                    tag("span") { "Terms" }
                    tag(
                        "input", .of("name", "q"), .of("value", request.query["q"] ?? ""),
                        .of("placeholder", "lunch cat:food amt:>20"))
                }
                tag("label") {
                    tag("span") { "Days" }
                    tag(
                        "input", .of("name", "p"), .of("value", request.query["p"] ?? ""),
                        .of("placeholder", "last month"))
                }
                button("Search")
            }
            alert(problem)
            if let list {
                tag("section", .css("card")) {
                    sums(list)
                    list.rows.isEmpty
                        ? tag("p", .css("dim")) {
                            list.count == 0 ? "No entry passes." : "There are no more."
                        } : entryTable(list.rows)
                    pager(skip: skip, rows: list.rows.count, hasMore: list.more)
                }
            }
        }
    }

    private func sums(_ list: LineList) -> HTML {
        tag("p") {
            let count = Figure.grouped(list.count)
            list.count == 1 ? "\(count) entry" : "\(count) entries"
            for sum in list.sums {
                " · "
                PageContext.name(of: sum.kind, incoming: sum.incoming)
                " "
                tag("strong") { "\(Figure.grouped(sum.sum)) \(sum.currency)" }
            }
        }
    }

    /// The way to the rows before and behind those of a page.
    func pager(skip: Int, rows: Int, hasMore: Bool) -> HTML {
        if skip == 0 && !hasMore { return .empty }
        // From behind the end the way back leads to the first.
        let before = rows == 0 ? 0 : max(0, skip - PageContext.rowsMax)
        return tag("p", .css("actions")) {
            if skip > 0 {
                tag(
                    "a", .of("rel", "prev"),
                    .href(own.with("skip", before == 0 ? nil : "\(before)"))
                ) { "Previous" }
            }
            if rows > 0 { tag("span", .css("dim")) { "\(skip + 1) to \(skip + rows)" } }
            if hasMore {
                tag("a", .of("rel", "next"), .href(own.with("skip", "\(skip + rows)"))) { "Next" }
            }
        }
    }

    /// Whether terms are an account and nothing else: balances of a few lines among many would be
    /// looked for through all of its past.
    private static func isOneAccount(_ terms: String?) -> Bool {
        guard let terms, terms.hasPrefix("acct:") else { return false }
        let name = terms.dropFirst(5)
        let isQuoted = name.count > 1 && name.first == "\"" && name.last == "\""
        return !name.isEmpty && (isQuoted || !name.contains { " ()|\"".contains($0) })
    }

    /// Lines as rows, each of which leads to its history.
    func entryTable(_ rows: [LineRow]) -> HTML {
        let hasBalance = rows.contains { $0.balance != nil }
        return scrolling {
            tag("table") {
                tag("thead") {
                    tag("tr") {
                        tag("th", .of("scope", "col")) { "Day" }
                        tag("th", .of("scope", "col")) { "What" }
                        tag("th", .css("wide-only"), .of("scope", "col")) { "Category" }
                        tag("th", .css("n"), .of("scope", "col")) { "Amount" }
                        if hasBalance {
                            tag("th", .css("n wide-only"), .of("scope", "col")) { "Balance" }
                        }
                    }
                }
                tag("tbody") { for row in rows { entryRow(row, hasBalance: hasBalance) } }
            }
        }
    }

    private func entryRow(_ row: LineRow, hasBalance: Bool) -> HTML {
        tag("tr") {
            tag("td", .css("day")) { row.day.description }
            tag("td") {
                tag("a", .href(link("/entry", ["id": "\(row.id)"]))) {
                    tag("span", row.voided ? .css("void") : .css("title")) {
                        Phrase(row.title, or: "(no title)")
                    }
                }
                for name in row.tags { tag("span", .css("tag")) { " #\(name)" } }
                if row.voided { tag("span", .css("badge")) { "void" } }
                if !row.account.isEmpty { tag("div", .css("dim")) { row.account } }
            }
            tag("td", .css("category wide-only")) { row.category }
            let balance = row.balance.map(Figure.grouped) ?? ""
            tag("td", .css("n")) {
                amount(row)
                // A phone has no room for one more column.
                if hasBalance { tag("div", .css("dim narrow-only")) { balance } }
            }
            if hasBalance { tag("td", .css("n wide-only")) { balance } }
        }
    }

    /// What came in has a plus; a transfer has a word.
    func amount(_ row: LineRow) -> HTML {
        let sign = row.kind == .income ? "+" : ""
        return tag("span", row.voided ? .css("void") : .css("amount")) {
            "\(sign)\(Figure.grouped(row.amount)) \(row.currency)"
            if row.kind == .transfer {
                tag("div", .css("dim")) {
                    PageContext.name(of: .transfer, incoming: row.incoming)
                }
            }
        }
    }

    /// What lines are, and of a transfer which way it goes; `nil` where that is not told apart.
    static func name(of kind: EntryKind, incoming: Bool? = nil) -> Phrase {
        switch kind {
        case .expense: "expense"
        case .income: "income"
        case .transfer:
            incoming.map { $0 ? "transfer in" : "transfer out" } ?? "transfer"
        }
    }

    /// One entry: as it is, the form to change it, and every version of it.
    func entry() throws(ApplicationError) -> WebPage {
        let input = EntryInput(id: request.query["id"] ?? "")
        let history = try call(EntryHistory.self, input)
        guard history.type == "line" else { return try otherEntry(history) }
        let shown = try call(ShowEntry.self, input)
        guard let row = shown.rows.first(where: { $0.id == shown.id }) else {
            throw .unknownID(input.id)
        }
        let change = at == nil ? try changeForms(row) : .empty
        let attached = try files(of: row.id)
        return document(
            .entries, Phrase(row.title, or: "Entry \(row.id)"),
            root: shown.root
        ) {
            tag("section", .css("card")) {
                entryTable(shown.rows)
                tag("p", .css("dim")) {
                    "Entry \(row.id), version \(row.version)"
                    if !row.payer.isEmpty { " · paid by \(row.payer)" }
                }
                if !row.note.isEmpty { tag("p", .css("lines")) { row.note } }
            }
            attached
            change
            versions(history)
        }
    }

    /// A task, or something else that has a history and nothing to be done with.
    private func otherEntry(_ history: LineHistory) throws(ApplicationError) -> WebPage {
        let name: Phrase = "History of \(history.id)"
        guard history.type == "task" else {
            let page: PagePath = history.type == "account" ? .accounts : .audit
            return document(page, name, root: history.root) { versions(history) }
        }
        let found = try call(ShowTask.self, EntryInput(id: "\(history.id)")).rows.first
        let attached = try files(of: history.id)
        let change = try found.map { row throws(ApplicationError) in try taskForms(row) }
        return document(.tasks, Phrase(found?.title, or: name), root: history.root) {
            attached
            change ?? .empty
            versions(history)
        }
    }

    private func changeForms(_ row: LineRow) throws(ApplicationError) -> HTML {
        let id = "\(row.id)"
        let conflict = try conflict(of: row.id)
        let decides = conflict.map { secret("decides", $0.key) } ?? .empty
        if row.voided {
            if !may(.restore) { return .empty }
            return form(.restore, hidden: ["id": id, "version": "\(row.version)"]) {
                decides
                tag("div", .css("actions")) { button("Restore") }
            }
        }
        if !may(.amend) { return .empty }
        let names = try names()
        return tag("section", .css("card")) {
            tag("h2") { "Change" }
            alert(.amend)
            if let conflict { side("A merge set aside:", conflict.said) }
            form(.amend, hidden: ["id": id, "version": "\(row.version)"]) {
                decides
                tag("div", .css("fields")) {
                    changeField("amount", "was-amount", "Amount", row.amount)
                    changeField("title", "was-title", "What", row.title)
                    changeField(
                        "category", "was-category", "Category", row.category, list: "categories")
                    changeField("day", "was-day", "Day", row.day.description)
                    changeField(
                        "account", "was-account", "Account", row.account, list: "accounts")
                    changeField("tags", "was-tags", "Tags", FormText.field(ofTags: row.tags))
                    field(.amend, "reason", "Because", "", .hint("optional"))
                }
                changeNote(row.note)
                names
                tag("div", .css("actions")) { button("Save the change") }
            }
            form(.void, hidden: ["id": id, "version": "\(row.version)"]) {
                decides
                tag("div", .css("actions")) { button("Void this entry", isPlain: true) }
            }
        }
    }

    /// A note with the one that the form was made with, be it that it was not taken.
    func changeNote(_ note: String, _ action: FormAction = .amend) -> HTML {
        let before = retry?.action == action ? retry?.fields.exact("was-note") : nil
        return HTML([
            area(action, "note", "Note", note), secret("was-note", FormText.lines(before ?? note)),
        ])
    }

    /// A field with what the form was made with.
    func changeField(
        _ name: StaticString, _ was: StaticString, _ label: Phrase, _ value: String,
        _ action: FormAction = .amend, list: StaticString? = nil
    ) -> HTML {
        let before = retry?.action == action ? retry?.fields.raw("\(was)") : nil
        return HTML([
            field(action, name, label, value, list: list), secret(was, before ?? value),
        ])
    }

    private func versions(_ history: LineHistory) -> HTML {
        tag("section", .css("card")) {
            tag("h2") { "History" }
            tag("ul", .css("list")) {
                for version in history.versions.reversed() { self.version(version) }
            }
        }
    }

    private func version(_ version: VersionRow) -> HTML {
        tag("li") {
            tag("div", .css("grow")) {
                tag("strong") { Phrase(word: version.action.rawValue) }
                tag("span", .css("dim")) {
                    " event \(version.position) · \(version.recordedAt.minute) · \(version.actor)"
                }
                if !version.reason.isEmpty { tag("div") { "because: \(version.reason)" } }
                for change in version.changes {
                    changeText(change, isFirst: version.action == .added)
                }
            }
            if at == nil {
                tag("a", .href(own.with("at", "\(version.position)"))) { "As it was" }
            }
        }
    }

    func changeText(_ change: FieldChange, isFirst: Bool = false) -> HTML {
        func words(_ text: String?) -> Phrase {
            let kind = change.field == "kind" ? text.flatMap { EntryKind(name: $0) } : nil
            return kind.map { PageContext.name(of: $0) } ?? Phrase(text, or: "none")
        }
        return tag("div", .css("lines")) {
            tag("span", .css("dim")) { "\(Phrase(word: change.field)) " }
            let now = words(change.now)
            isFirst || change.was == nil ? now : "\(words(change.was)) → \(now)"
        }
    }
}
