internal import Application
internal import EventLog
internal import Interchange
internal import Ledger
internal import LedgerCLI

extension PageContext {
    /// A file: what it is, what it asks, what would come of it; and only then it is recorded.
    func importPage() throws(ApplicationError) -> WebPage {
        let root = try root(nil)
        let asked = ImportQuestion(request.query)
        guard may(.importFile) else {
            return document(.importFile, "Import", root: root) {
                tag("p", .css("card")) { "Nothing can be recorded from here." }
            }
        }
        guard let id = request.query["file"] else {
            return document(.importFile, "Import", root: root) { sendForm(problem: nil) }
        }
        guard let file = present.shelf.file(id, of: env.user) else {
            return document(.importFile, "Import", root: root) {
                sendForm(
                    problem: """
                        The file is not here any more: they are kept for an hour, and the last few \
                        alone. Choose it again.
                        """)
            }
        }
        let tried = try rehearse(asked, file)
        return document(.importFile, "Import", root: root) {
            alert(.importFile)
            preview(tried, asked, file)
            sendForm(problem: nil)
        }
    }

    /// Imports the file into nothing.
    private func rehearse(
        _ asked: ImportQuestion, _ file: FileShelf.File
    ) throws(ApplicationError) -> ImportRehearsal {
        var result = ImportRehearsal()
        guard present.rehearsing.begin() else {
            let phrase: Phrase = "Another file is looked at just now. Load the page again."
            result.advice = ImportAdvice(words: phrase.text)
            return result
        }
        defer { present.rehearsing.end() }
        let draft = present.env.dryRun()
        result.profiles = try Router.call(
            ListKept<CSVProfile>.self, NoInput(), in: draft
        ).rows.map(\.name)
        do throws(ApplicationError) {
            let input = try asked.input(file)
            let done = try Router.call(ImportCSV.self, input, in: draft)
            result.done = done
            result.header = done.understood.header
            if let batch = done.receipt.id, done.understood.tasks == nil {
                var list = ListEntries.Input(query: "batch:\(batch)")
                list.limit = 12
                list.sort = "position"
                result.lines = try Router.call(ListEntries.self, list, in: draft).rows
            }
        } catch .csv(let error, let profiles) {
            result.advice = ImportAdvice(error, profiles: profiles)
            result.header = error.header
        } catch {
            if error.exitClass == .damage { throw error }
            result.advice = ImportAdvice(words: words(error))
        }
        return result
    }

    // MARK: Sending

    private func sendForm(problem: Phrase?) -> HTML {
        tag("section", .css("card")) {
            tag("h2") { request.query["file"] == nil ? "A file" : "Another file" }
            if let problem = problem?.text ?? importProblem?.text {
                tag("p", .css("alert"), .of("role", "alert")) { "! \(problem)" }
            }
            tag(
                "form", .css("drop"), .of("method", "post"), .action(Link("/import")),
                .of("enctype", "multipart/form-data"), .flag("data-drop")
            ) {
                secret("form", formToken)
                tag("label") {
                    tag("span") { "Choose a file, or drop it here" }
                    tag(
                        "input", .of("type", "file"), .of("name", "file"), .flag("required"))
                }
                tag("div", .css("actions")) { button("Look at it") }
            }
            tag("p", .css("dim")) {
                "CSV of a bank or a card, OFX, QFX, camt, QIF or MT940; a journal of hledger or "
                "beancount; tasks of Taskwarrior, todo.txt or a calendar. At most "
                "\(FileShelf.fileBytesMax >> 20) MiB. Nothing is recorded before you have seen "
                "what comes of it."
            }
        }
    }

    // MARK: Looking

    private func preview(
        _ tried: ImportRehearsal, _ asked: ImportQuestion, _ file: FileShelf.File
    ) -> HTML {
        HTML([
            tried.advice.map { question($0, file) } ?? .empty,
            tried.done.map { outcome($0, tried, asked, file) } ?? .empty,
            options(tried, asked),
        ])
    }

    private func question(_ advice: ImportAdvice, _ file: FileShelf.File) -> HTML {
        let lines = advice.what.split(separator: "\n").map { line in
            String(line.drop { $0 == " " })
        }
        return tag("section", .css("card"), .of("id", "question")) {
            tag("h2") { file.name }
            tag("div", .css("alert"), .of("role", "alert")) {
                tag("p") { "! \(lines.first ?? "")" }
                for line in lines.dropFirst() { tag("p", .css("sample")) { line } }
            }
            if !advice.answers.isEmpty {
                tag("p") { "Which is it? Nothing is recorded by an answer." }
                tag("p", .css("actions")) {
                    for answer in advice.answers {
                        tag("a", .css("choice"), .href(link(answering: answer))) {
                            answer.map { words(of: $0).text }.joined(separator: ", ")
                        }
                    }
                }
            }
        }
    }

    /// The page again, with an answer to what was asked.
    private func link(answering answer: [(option: String, value: String)]) -> Link {
        var link = own
        for (option, value) in answer {
            if option != "leave-out" { link.query.removeAll { $0.name == option } }
            let isColumn = ImportQuestion.roles.contains { "\($0.name)" == option }
            link.query.append(
                Link.Item(name: option, value: isColumn && value.isEmpty ? "=" : value))
        }
        return link
    }

    private func words(of answer: (option: String, value: String)) -> Phrase {
        switch (answer.option, answer.value) {
        case ("sign", "account"): return "a minus is money spent"
        case ("sign", "spend"): return "a minus is a refund: amounts are what was spent"
        case ("decimal-mark", let mark): return "decimals behind “\(mark)”"
        case ("leave-out", let text):
            return text.hasSuffix("=")
                ? "record them as the others" : "leave out where \(text)"
        case ("in", let text):
            return text.hasSuffix("=") ? "none of them came in" : "came in: \(text)"
        case ("balance", ""): return "do not compare the balances"
        case ("date-form", let form): return Phrase(plain: form)
        default:
            let label = ImportQuestion.roles.first { "\($0.name)" == answer.option }?.label
            return "\(label ?? Phrase(plain: answer.option)): \(answer.value)"
        }
    }

    private func outcome(
        _ done: ImportCSV.Output, _ tried: ImportRehearsal, _ asked: ImportQuestion,
        _ file: FileShelf.File
    ) -> HTML {
        let view = ImportView(done, file: file)
        let isStopped = !done.receipt.refused.isEmpty && asked.query["skip-refused"] == nil
        return tag("section", .css("card")) {
            tag("h2") { file.name }
            view.summary
            if isStopped {
                tag("div", .css("alert"), .of("role", "alert")) {
                    "! \(Figure.grouped(done.receipt.refusedCount)) of "
                    "\(Figure.grouped(done.receipt.read)) cannot be read, so nothing would be "
                    "recorded."
                }
            }
            view.refusals
            if isStopped, done.receipt.refusedCount < done.receipt.read {
                tag("p", .css("actions")) {
                    tag("a", .css("choice"), .href(own.with("skip-refused", "yes"))) {
                        "Leave them out"
                    }
                }
            }
            view.columns
            if !isStopped {
                view.changes
                view.typed
                lines(tried.lines, of: done.receipt.new)
                record(done, asked, file)
            }
        }
    }

    private func lines(_ rows: [LineRow], of count: Int) -> HTML {
        if rows.isEmpty { return .empty }
        return scrolling {
            tag("table") {
                tag("caption") {
                    count > rows.count
                        ? "The first \(rows.count) of \(Figure.grouped(count)) that are new"
                        : "What is new"
                }
                tag("thead") {
                    tag("tr") {
                        tag("th", .of("scope", "col")) { "Day" }
                        tag("th", .of("scope", "col")) { "What" }
                        tag("th", .css("wide-only"), .of("scope", "col")) { "Category" }
                        tag("th", .css("n"), .of("scope", "col")) { "Amount" }
                    }
                }
                tag("tbody") {
                    for row in rows {
                        tag("tr") {
                            tag("td", .css("day")) { row.day.description }
                            tag("td") {
                                Phrase(row.title, or: Phrase(row.note, or: "(no title)"))
                                if !row.account.isEmpty {
                                    tag("div", .css("dim")) { row.account }
                                }
                            }
                            tag("td", .css("wide-only")) { row.category }
                            tag("td", .css("n")) { amount(row) }
                        }
                    }
                }
            }
        }
    }

    private func record(
        _ done: ImportCSV.Output, _ asked: ImportQuestion, _ file: FileShelf.File
    ) -> HTML {
        guard done.receipt.id != nil else {
            return tag("p", .css("note")) {
                done.receipt.changed.isEmpty && done.receipt.held == nil
                    ? "Nothing new: the ledger has all of it already."
                    : "Nothing would be recorded as it is; say below what to do with what changed."
            }
        }
        let isOfTasks = done.understood.tasks != nil
        let count = Figure.grouped(done.receipt.new)
        return form(.importFile, hidden: ["file": file.id]) {
            for pair in asked.said {
                HTML.element(
                    "input",
                    [
                        .of("type", "hidden"), .of("name", pair.name),
                        .of("value", pair.value),
                    ])
            }
            tag("div", .css("actions")) {
                button(isOfTasks ? "Record \(count) tasks" : "Record \(count) entries")
            }
        }
    }
}
