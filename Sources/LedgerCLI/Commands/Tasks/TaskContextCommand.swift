internal import Application
internal import ArgumentParser
internal import EventLog
internal import Ledger

/// `ledger task context`
struct TaskContextCommand: LedgerCommand {
    static let configuration = CommandConfiguration(
        commandName: "context", abstract: "Look at tasks in a context: terms that always hold.",
        discussion: """
            In a context lists, next, agenda and charts show only what its terms find, and new \
            tasks have its project, tags and so on, unless they say otherwise. Contexts are \
            kept on this device, beside the log and not in it: they have no history, backups take \
            them along, clones, bundles and merges do not.

              ledger task context define work project:work
              ledger task context define shop +shop or +errand
              ledger task context work
              ledger task context none
              ledger task context delete work
            """)

    @Argument(
        help: ArgumentHelp(
            "A context, none, list, define NAME TERMS or delete NAME.", valueName: "name"))
    var words: [String] = []

    @OptionGroup(visibility: .hidden) var shared: SharedOptions

    func run(in context: CommandContext) throws(CommandFailure) {
        let words = self.words.map(Arguments.plain)
        let session = context.session
        if let lack = TaskContextCommand.lack(of: words) {
            throw .usage(.parser(lack, command: ["task", "context"]))
        }
        do throws(ApplicationError) {
            switch words.first {
            case nil, "list": break
            case "none" where words.count == 1: try session.useTaskContext(nil)
            case "define": try define(words[1], Array(words.dropFirst(2)), in: context)
            case "delete": try session.defineTaskContext(words[1], [])
            case let name?:
                if words.count > 1 {
                    throw .badChoice(
                        field: "context", words.joined(separator: " "),
                        allowed: try session.taskContexts().keys.sorted() + ["none"])
                }
                try session.useTaskContext(name)
            }
        } catch { throw .application(error) }
        if let first = words.first, first != "list" {
            context.recorded.take(DoneBeside("ledger task context"))
        }
        try show(in: context)
    }

    /// What is not said of a context that is to be defined or deleted; `nil` where all is.
    private static func lack(of words: [String]) -> String? {
        switch words.first {
        case "define" where words.count < 3:
            "say a name and terms behind define: define home project:home"
        case "delete" where words.count != 2: "say one name behind delete: delete home"
        default: nil
        }
    }

    /// Defines a context whose terms are understood.
    private func define(
        _ name: String, _ words: [String], in context: CommandContext
    ) throws(ApplicationError) {
        try context.session.check(.changeContexts)
        let reserved = ["none", "list", "define", "delete"]
        let isName = name.first?.isLetter == true && !name.contains { " :=".contains($0) }
        guard isName, !reserved.contains(name) else {
            throw .badChoice(field: "context", name, allowed: ["tasks"])
        }
        var input = ListTasks.Input(tab: nil, all: nil)
        input.terms = TaskQuery.text(of: words)
        input.limit = 0
        _ = try Router.call(ListTasks.self, input, in: context.session.current)
        try context.session.defineTaskContext(name, words)
    }

    private func show(in context: CommandContext) throws(CommandFailure) {
        let session = context.session
        let current = session.taskContext?.name
        let contexts: [(key: String, value: [String])]
        do throws(ApplicationError) {
            contexts = try session.taskContexts().sorted { $0.key < $1.key }
        } catch { throw .application(error) }
        var table = TextTable(columns: [
            .init(title: ""), .init(title: "Context"), .init(title: "Terms", widthMin: 20),
        ])
        for (name, words) in contexts {
            table.add(
                name == current ? "*" : "", Screen.plain(name), TaskContextCommand.line(words))
        }
        let program = context.output.program
        let none = "No contexts; the first one: \(program) task context define home project:home\n"
        let text = contexts.isEmpty ? none : table.rendered(columns: context.output.columns)
        let answer = Answer(
            context: current, contexts: contexts.map { Row(name: $0.key, words: $0.value) })
        try context.put(
            answer, text: text,
            csv: CSVOutput.text(
                header: ["name", "words", "current"],
                rows: contexts.map { name, words in
                    [name, words.joined(separator: " "), "\(name == current)"]
                }))
    }

    /// Words as a shell takes them.
    static func line(_ words: [String]) -> String {
        words.map(Explanation.shellWord).joined(separator: " ")
    }

    private struct Row: Encodable {
        let name: String
        let words: [String]
    }

    private struct Answer: Encodable {
        let context: String?
        let contexts: [Row]
    }
}

extension CommandContext {
    /// Terms of tasks with those of the context; `nil` for none.
    func taskTerms(_ terms: String?) -> String? {
        let terms = terms.flatMap { $0.isEmpty ? nil : $0 }
        guard let words = session.taskContext?.words else { return terms }
        let own = TaskQuery.text(of: words)
        return terms.map { "( \(own) ) ( \($0) )" } ?? own
    }

    /// What is said above a list that a context narrows; empty without one.
    var contextLine: String {
        guard let (name, words) = session.taskContext else { return "" }
        let text = "context \(Screen.plain(name)): \(TaskContextCommand.line(words))"
        return output.style.dim(PlainText.cut(text, to: output.columns ?? 80)) + "\n"
    }

    /// Gives a new task what the context says, where it says nothing of it itself.
    func takeContext(into input: inout TaskInput) throws(CommandFailure) {
        guard let typed = session.taskContext?.words,
            !typed.contains(where: TaskWords.isJoined)
        else { return }
        let words = try TaskWords(typed, clears: false)
        guard words.rest.isEmpty else { return }
        var own = TaskInput()
        try words.put(into: &own)
        let project = own.project.map { $0.hasPrefix("=") ? String($0.dropFirst()) : $0 }
        input.project = input.project ?? project
        input.priority = input.priority ?? own.priority
        input.type = input.type ?? own.type
        input.colour = input.colour ?? own.colour
        input.assignee = input.assignee ?? own.assignee
        let known = (input.tags ?? []).map { $0.lowercased() }
        let tags = words.tags.filter { !known.contains($0.lowercased()) }
        if !tags.isEmpty { input.tags = (input.tags ?? []) + tags }
    }
}
