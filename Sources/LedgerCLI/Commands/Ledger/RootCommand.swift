internal import ArgumentParser
internal import Ledger

/// `ledger`
struct RootCommand: ParsableCommand {
    static let version = "ledger 0.1.0"

    static let configuration = CommandConfiguration(
        commandName: "ledger",
        abstract: "A ledger of expenses that can prove every figure.",
        discussion: """
            Begin with: ledger init, or look at a sample with: ledger demo

            The ledger is the folder $LEDGER_HOME, else the data folder of your system. Exit \
            codes: 0 done, 1 refused, 2 not understood, 3 damage or a file that cannot be used.
            """,
        version: version,
        groupedSubcommands: [
            CommandGroup(
                name: "Record",
                subcommands: [
                    InitCommand.self, ConfigCommand.self, AddCommand.self, AmendCommand.self,
                    VoidCommand.self, RestoreCommand.self, MarkCommand.self, AttachCommand.self,
                    DetachCommand.self, AttachmentsCommand.self, AttachmentCommand.self,
                    ImportCommand.self,
                    WatchCommand.self, SyncCommand.self,
                    ProfileCommand.self, RulesCommand.self, AccountCommand.self, AssertCommand.self,
                    CategoryCommand.self, UndoCommand.self, RedoCommand.self,
                    CloseCommand.self, ReopenCommand.self, ClosingsCommand.self,
                    EraseCommand.self,
                ]),
            CommandGroup(
                name: "Act",
                subcommands: [LoginCommand.self, LogoutCommand.self, WhoAmICommand.self]),
            CommandGroup(
                name: "Look",
                subcommands: [
                    TodayCommand.self, ReportCommand.self, ChartCommand.self, ListCommand.self,
                    FindCommand.self,
                    ShowCommand.self,
                    HistoryCommand.self, ExplainCommand.self, DiffCommand.self,
                    BalanceCommand.self, BalanceSheetCommand.self, StatsCommand.self,
                    ReconcileCommand.self, PayeeCommand.self,
                    TagCommand.self, PeriodCommand.self,
                ]),
            CommandGroup(
                name: "Plan",
                subcommands: [
                    TaskCommand.self, NextCommand.self, AgendaCommand.self, DueCommand.self,
                    RepeatCommand.self, BudgetCommand.self, GoalCommand.self,
                    PriceCommand.self, PricesCommand.self, CurrencyCommand.self,
                ]),
            CommandGroup(
                name: "Organise",
                subcommands: [
                    PeopleCommand.self, UnitCommand.self, VerbCommand<PermitRights>.self,
                    VerbCommand<RevokeRights>.self,
                    CanCommand.self,
                ]),
            CommandGroup(
                name: "Ask in SQL", subcommands: [SQLCommand.self, ProjectionsCommand.self]),
            CommandGroup(
                name: "Prove",
                subcommands: [
                    LogCommand.self, ReaderCommand.self, ReplayCommand.self, VerifyCommand.self,
                    InfoCommand.self,
                    SchemaCommand.self,
                    KeyCommand.self, DeviceCommand.self, CheckpointCommand.self,
                    WitnessCommand.self,
                    ProveCommand.self,
                    SealCommand.self,
                    DemoCommand.self, DoctorCommand.self, BackupCommand.self,
                    CloneCommand.self, MergeCommand.self, BundleCommand.self, JoinCommand.self,
                    ExportCommand.self,
                    SalvageCommand.self,
                ]),
            CommandGroup(
                name: "Build on it",
                subcommands: [WhatIfCommand.self, CallCommand.self, RoutesCommand.self]),
        ])

    /// The names of all commands and their aliases, to find the one that was meant.
    static var commandNames: [String] { commands.flatMap(names) + ["help"] }

    /// Commands of other programs, and what does the same here, as it is typed behind the program's
    /// name.
    private static let habits: [String: [String]] = [
        "activity": ["chart"], "aregister": ["areg"], "balances": ["balance"],
        "balancesheet": ["bs"], "balancesheetequity": ["bs"], "bse": ["bs"], "buy": ["add"],
        "cashflow": ["report --net"], "cat": ["category"], "cf": ["report --net"],
        "change": ["amend"], "commodities": ["currency"],
        "del": ["void"],
        "delete": ["void"], "done": ["task done"], "descriptions": ["payee"],
        "edit": ["amend"], "expense": ["add"], "expenses": ["report"], "files": ["info"],
        "forecast": ["report --forecast"], "graph": ["chart"], "income": ["report --income"],
        "income-statement": ["report --net"], "incomestatement": ["report --net"],
        "member": ["people"], "modify": ["amend"], "month": ["report this month"],
        "networth": ["bs"], "overdue": ["due"],
        "new": ["add"], "person": ["people"], "persons": ["people"], "plot": ["chart"],
        "project": ["task list --all"], "projects": ["task list --all"], "record": ["add"],
        "remove": ["void"], "rename": ["category rename", "account edit"],
        "reset": ["undo"], "revert": ["undo"],
        "rm": ["void"], "spend": ["add"], "start": ["init", "task start"],
        "status": ["info", "doctor"], "sum": ["report"],
        "summary": ["report -M"], "todo": ["task"], "todos": ["task"], "total": ["report"],
        "totals": ["report"], "transactions": ["list"], "update": ["amend"],
        "user": ["people"], "users": ["people"], "version": ["--version"],
        "week": ["report this week"],
    ]

    /// What someone may have meant by a word that is no command, the likeliest first.
    static func meant(by word: String) -> [String] {
        if TaskHabits.isID(word) { return ["show \(word)"] }
        if let habit = habits[word.lowercased()] { return habit }
        let names = commandNames
        let longer = names.filter { $0.hasPrefix(word.lowercased()) && word.count > 1 }
        if !longer.isEmpty { return Array(longer.prefix(3)) }
        // `calendar` is a command of `task`.
        let below = commands.filter { command in
            command.configuration.subcommands.contains { $0._commandName == word.lowercased() }
        }
        if below.isEmpty { return Spelling.nearest(to: word, among: names) }
        return below.prefix(3).map { "\($0._commandName) \(word.lowercased())" }
    }

    /// The command of which a word is the beginning, from three letters on; `nil` where several
    /// begin like that, and for a word that means something else in other programs.
    static func completed(_ word: String) -> String? {
        guard word.count > 2, habits[word] == nil else { return nil }
        let meant = commands.filter { command in names(command).contains { $0.hasPrefix(word) } }
        guard meant.count == 1, let command = meant.first else { return nil }
        return names(command).first { $0.hasPrefix(word) }
    }

    /// What someone may have meant by a word that is no subcommand of a command.
    static func meant(by word: String, behind command: String, _ known: [String]) -> [String] {
        if names(TaskCommand.self).contains(command) { return TaskHabits.meant(by: word, known) }
        // Tables are a form of every answer.
        let table = word.lowercased()
        if command == "export", ["csv", "tsv", "json", "html", "markdown"].contains(table) {
            return ["ledger list -O \(table)"]
        }
        return Spelling.nearest(to: word, among: known)
    }

    /// The word that stands for no subcommand of a command that has some, and those that it has.
    static func unknownSubcommand(_ typed: [String]) -> (name: String, known: [String])? {
        let known = subcommands(of: typed.first).flatMap(names)
        guard !known.isEmpty, typed.count > 1, !typed[1].hasPrefix("-"), !known.contains(typed[1])
        else { return nil }
        // `ledger task project:home` lists.
        let isTask = typed.first.map(names(TaskCommand.self).contains) == true
        if isTask, TaskWords.isAttribute(typed[1]) { return nil }
        // A price needs no subcommand: price EUR USD 1.08. Nor do days: budget last month.
        let words = typed.dropFirst().prefix { !$0.hasPrefix("-") }
        let takesDays =
            names(CategoryCommand.self) + names(BudgetCommand.self) + names(GoalCommand.self)
        let isOfDays = PhraseTerms.isPhrase(words.joined(separator: " "))
        if isOfDays, typed.first.map(takesDays.contains) == true { return nil }
        let isPrice = typed.first == PriceCommand._commandName
        if isPrice, words.count >= 3 || words.count == 2 && areCodes(words) { return nil }
        return (typed[1], known)
    }

    /// Whether two words are codes of currencies rather than a misspelt subcommand and a word.
    private static func areCodes(_ words: some Collection<String>) -> Bool {
        words.allSatisfy { $0.count == 3 && $0.allSatisfy(\.isLetter) }
    }

    /// Refuses a word that stands for no subcommand; of `category` terms or days may be there.
    static func refuseUnknownSubcommand(_ typed: [String]) throws(CommandFailure) {
        if let first = typed.first, let command = NamedCommand.type(first),
            command.configuration.subcommands.isEmpty
        {
            return
        }
        if let first = typed.first, names(TaskCommand.self).contains(first),
            let turned = TaskHabits.turned(typed, subcommands(of: first).flatMap(names))
        {
            throw .usage(.commandBehind(turned.run, meant: turned.meant))
        }
        guard let (name, known) = unknownSubcommand(typed) else { return }
        if let first = typed.first, names(TaskCommand.self).contains(first),
            let days = PhraseTerms.run(at: 1, in: typed), days.count > 1
        {
            throw .usage(.phraseAsTerm(days, behind: nil))
        }
        var near = meant(by: name, behind: typed.first ?? "", known)
        if let first = typed.first, names(CategoryCommand.self).contains(first) {
            let terms = Array(typed.dropFirst().prefix { !$0.hasPrefix("-") })
            try PhraseTerms.refuse(in: terms)
            if near.isEmpty || terms.count > 1 { near = ["list \(name)"] }
        }
        // The name of a thing, where all of them are listed.
        let words = typed.dropFirst().prefix { !$0.hasPrefix("-") }
        if near.isEmpty, words.count == 1, !name.contains(" ") {
            near = lists(of: name, behind: typed.first ?? "")
        }
        // A currency alone lacks the other one and the price.
        if typed.first == PriceCommand._commandName, near.isEmpty, areCodes([name]) {
            throw .usage(
                .parser("missing expected argument '<currency>'", command: ["price"]))
        }
        // `budget food 400` says what `budget set` does.
        let isBudget = typed.first.map(Try.budgets.contains) == true
        if isBudget, typed.dropFirst(2).contains(where: AmountText.isWritten) {
            near = ["add", "new"].contains(name.lowercased()) ? ["set"] : ["set \(name)"]
        }
        throw .usage(.unknownCommand(name, suggestions: near))
    }

    /// What lists a thing that is called by its name behind a command; empty for other commands.
    private static func lists(of name: String, behind command: String) -> [String] {
        if names(AccountCommand.self).contains(command) {
            return ["list", "ledger balance \(name)"]
        }
        let all: [any ParsableCommand.Type] = [
            PeopleCommand.self, BudgetCommand.self, GoalCommand.self, RepeatCommand.self,
        ]
        return all.flatMap(names).contains(command) ? ["list"] : []
    }

    /// The names that commands have first, which nothing else may take.
    static var ownNames: [String] { commands.map { $0._commandName } + ["help"] }

    /// The same as ``path(_:)`` with the names that commands have first, and with the command that
    /// a bare one stands for; `nil` where none is named.
    static func ownPath(_ typed: [String]) -> [String]? {
        let path = path(typed)
        guard let first = path.first,
            let command = commands.first(where: { names($0).contains(first) })
        else { return nil }
        let below = command.configuration.subcommands
        let sub = path.dropFirst().first.flatMap { name in
            below.first { names($0).contains(name) }
        }
        let meant = sub ?? command.configuration.defaultSubcommand
        return [command._commandName] + (meant.map { [$0._commandName] } ?? [])
    }

    /// Whether what was typed names a command that only reads.
    static func reads(_ typed: [String]) -> Bool {
        guard let own = ownPath(typed),
            let command = commands.first(where: { $0._commandName == own[0] })
        else { return false }
        let name = own.dropFirst().first
        let sub = command.configuration.subcommands.first { $0._commandName == name }
        let type = sub ?? command
        return type is any ReadingCommand.Type && !(type is any WritingCommand.Type)
    }

    /// The words of what was typed that name a command.
    static func path(_ typed: [String]) -> [String] {
        guard let first = typed.first, !first.hasPrefix("-") else { return [] }
        let known = subcommands(of: first).flatMap(names)
        return [first] + typed.dropFirst().prefix(1).filter(known.contains)
    }

    private static var commands: [any ParsableCommand.Type] {
        configuration.groupedSubcommands.flatMap(\.subcommands)
    }

    private static func subcommands(of name: String?) -> [any ParsableCommand.Type] {
        guard let name,
            let command = NamedCommand.type(name)
                ?? commands.first(where: { names($0).contains(name) })
        else { return [] }
        return command.configuration.subcommands
    }

    private static func names(_ command: any ParsableCommand.Type) -> [String] {
        [command._commandName] + command.configuration.aliases
    }
}
