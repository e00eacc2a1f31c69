internal import ArgumentParser

/// Commands by their own names. To know what all are called, and what stands below each, takes as
/// long as most of them do: of what is named here no other command is looked at.
enum NamedCommand {
    /// The command of a name; `nil` for aliases and whatever else, of which ``RootCommand`` knows.
    static func type(_ name: String) -> (any ParsableCommand.Type)? {
        recording(name) ?? looking(name) ?? proving(name)
    }

    /// What was typed, parsed; `nil` where only the parser of all commands can say what it is:
    /// help, a version, a completion, or what is wrong with it.
    static func parsed(_ words: [String]) -> (any LedgerCommand)? {
        guard let name = words.first, let command = type(name) else { return nil }
        return parsed(command, words)
    }

    private static func parsed<Command: ParsableCommand>(
        _: Command.Type, _ words: [String]
    ) -> (any LedgerCommand)? {
        guard Command.configuration.subcommands.isEmpty else {
            return (try? Alone<Command>.parseAsRoot(words)) as? any LedgerCommand
        }
        var rest = words
        rest.removeFirst()
        let program = try? Single<Command>.parseAsRoot(rest)
        return (program as? Single<Command>)?.command as? any LedgerCommand
    }

    /// Help is not asked for here, and to name its options the parser would look at how it may
    /// write its own types. Typed, they are options that nobody knows, and so nothing is parsed.
    private static let noHelp = NameSpecification([NameSpecification.Element]())

    /// The program that is one command, with none below it. Below a program all of the options of a
    /// command are made once more, only to see how it takes what follows its name.
    private struct Single<Command: ParsableCommand>: ParsableCommand {
        static var configuration: CommandConfiguration {
            CommandConfiguration(
                commandName: "ledger", _superCommandName: "ledger", version: RootCommand.version,
                helpNames: NamedCommand.noHelp)
        }

        @OptionGroup var command: Command
    }

    /// The program with one command, and what stands below that.
    private struct Alone<Command: ParsableCommand>: ParsableCommand {
        /// Whoever stands below another program makes no completions: they are not looked for.
        static var configuration: CommandConfiguration {
            CommandConfiguration(
                commandName: "ledger", _superCommandName: "ledger", version: RootCommand.version,
                subcommands: [Command.self], helpNames: NamedCommand.noHelp)
        }
    }

    /// What records.
    private static func recording(_ name: String) -> (any ParsableCommand.Type)? {
        switch name {
        case "init": InitCommand.self
        case "config": ConfigCommand.self
        case "add": AddCommand.self
        case "amend": AmendCommand.self
        case "void": VoidCommand.self
        case "restore": RestoreCommand.self
        case "mark": MarkCommand.self
        case "attach": AttachCommand.self
        case "detach": DetachCommand.self
        case "attachments": AttachmentsCommand.self
        case "attachment": AttachmentCommand.self
        case "import": ImportCommand.self
        case "watch": WatchCommand.self
        case "sync": SyncCommand.self
        case "profile": ProfileCommand.self
        case "rules": RulesCommand.self
        case "account": AccountCommand.self
        case "assert": AssertCommand.self
        case "category": CategoryCommand.self
        case "undo": UndoCommand.self
        case "redo": RedoCommand.self
        case "close": CloseCommand.self
        case "reopen": ReopenCommand.self
        case "closings": ClosingsCommand.self
        case "erase": EraseCommand.self
        default: nil
        }
    }

    /// What looks, plans, and is about persons.
    private static func looking(_ name: String) -> (any ParsableCommand.Type)? {
        switch name {
        case "login": LoginCommand.self
        case "logout": LogoutCommand.self
        case "whoami": WhoAmICommand.self
        case "today": TodayCommand.self
        case "report": ReportCommand.self
        case "chart": ChartCommand.self
        case "list": ListCommand.self
        case "find": FindCommand.self
        case "show": ShowCommand.self
        case "history": HistoryCommand.self
        case "explain": ExplainCommand.self
        case "diff": DiffCommand.self
        case "balance": BalanceCommand.self
        case "bs": BalanceSheetCommand.self
        case "stats": StatsCommand.self
        case "reconcile": ReconcileCommand.self
        case "payee": PayeeCommand.self
        case "tag": TagCommand.self
        case "period": PeriodCommand.self
        case "task": TaskCommand.self
        case "next": NextCommand.self
        case "agenda": AgendaCommand.self
        case "due": DueCommand.self
        case "repeat": RepeatCommand.self
        case "budget": BudgetCommand.self
        case "goal": GoalCommand.self
        case "price": PriceCommand.self
        case "prices": PricesCommand.self
        case "currency": CurrencyCommand.self
        case "people": PeopleCommand.self
        case "unit": UnitCommand.self
        case "permit": VerbCommand<PermitRights>.self
        case "revoke": VerbCommand<RevokeRights>.self
        case "can": CanCommand.self
        default: nil
        }
    }

    /// What proves, and what others are built on.
    private static func proving(_ name: String) -> (any ParsableCommand.Type)? {
        switch name {
        case "sql": SQLCommand.self
        case "projections": ProjectionsCommand.self
        case "log": LogCommand.self
        case "reader": ReaderCommand.self
        case "replay": ReplayCommand.self
        case "verify": VerifyCommand.self
        case "info": InfoCommand.self
        case "schema": SchemaCommand.self
        case "key": KeyCommand.self
        case "device": DeviceCommand.self
        case "checkpoint": CheckpointCommand.self
        case "witness": WitnessCommand.self
        case "prove": ProveCommand.self
        case "seal": SealCommand.self
        case "demo": DemoCommand.self
        case "doctor": DoctorCommand.self
        case "backup": BackupCommand.self
        case "clone": CloneCommand.self
        case "merge": MergeCommand.self
        case "bundle": BundleCommand.self
        case "join": JoinCommand.self
        case "export": ExportCommand.self
        case "salvage": SalvageCommand.self
        case "what-if": WhatIfCommand.self
        case "call": CallCommand.self
        case "routes": RoutesCommand.self
        default: nil
        }
    }
}
