internal import Application
internal import ArgumentParser
internal import Ledger

/// `ledger rules`
struct RulesCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "rules", abstract: "Change lines by rules: those there are, and new ones.",
        discussion: """
            A rule says what is to change of the lines that its terms find. Nothing changes before \
            rules are applied; then all that changes is shown first, and is one batch that can be \
            undone.

              ledger rules add coffee --where 'starbucks cat:' -c food:coffee
              ledger rules apply --dry-run
              ledger rules apply coffee --where 'date:2026-03'

            Every rule is asked about the lines as they are. Where several find the same line, the \
            first says what a field becomes, and the tags of all are added.

            Rules are kept beside the log and not in it: they have no history, backups take them \
            along, clones, bundles and merges do not.
            """,
        subcommands: [
            RulesListCommand.self, RulesAddCommand.self, RulesRemoveCommand.self,
            RulesApplyCommand.self,
        ],
        defaultSubcommand: RulesListCommand.self, aliases: ["rule"])
}

/// `ledger rules list`
struct RulesListCommand: LedgerCommand {
    static let configuration = CommandConfiguration(
        commandName: "list", abstract: "List all rules in the order in which they are applied.",
        aliases: ["ls"])

    @OptionGroup(visibility: .hidden) var shared: SharedOptions

    func run(in context: CommandContext) throws(CommandFailure) {
        let list = try context.call(ListKept<Rule>.self, NoInput())
        try context.put(
            list, text: RuleText(output: context.output).list(list), csv: RuleText.csv(list.rows))
    }
}

/// `ledger rules add`
struct RulesAddCommand: LedgerCommand {
    static let configuration = CommandConfiguration(
        commandName: "add", abstract: "Save a rule behind the others, or change one in its place.",
        discussion: """
            An empty text takes a value away, as in ledger amend. Terms such as cat: (no category) \
            keep a rule from lines that were sorted by hand.

              ledger rules add rent --where 'title:"Acme Homes"' -c home:rent --add-tag fixed
              ledger rules add card --where 'note:"card payment"' --kind transfer
            """)

    @Argument(help: ArgumentHelp("Its name.", valueName: "name")) var name: String

    @Option(
        name: .customLong("where"),
        help: ArgumentHelp(
            "The live lines that these terms find, as in ledger find.", valueName: "terms"))
    var query: String

    @OptionGroup var change: ChangeOptions

    @Flag(name: .customLong("dry-run"), help: "Show what would be saved; write nothing.")
    var dryRun = false

    @OptionGroup(visibility: .hidden) var shared: SharedOptions

    func run(in context: CommandContext) throws(CommandFailure) {
        let rule = Rule(
            name: Arguments.plain(name), query: Arguments.plain(query), changes: change.changes)
        let saved = try context.call(
            SaveRule.self, SaveRule.Input(rule: rule, dryRun: dryRun ? true : nil))
        try context.put(
            saved, text: RuleText(output: context.output).saved(saved, isRehearsal: dryRun),
            csv: RuleText.csv([saved.rule]))
    }
}

/// `ledger rules remove`
struct RulesRemoveCommand: LedgerCommand {
    static let configuration = CommandConfiguration(
        commandName: "remove", abstract: "Remove a rule; what it changed stays.", aliases: ["rm"])

    @Argument(help: ArgumentHelp("Its name.", valueName: "name")) var name: String

    @Flag(name: .customLong("dry-run"), help: "Show what would be removed; write nothing.")
    var dryRun = false

    @OptionGroup(visibility: .hidden) var shared: SharedOptions

    func run(in context: CommandContext) throws(CommandFailure) {
        let input = RemoveKept<Rule>.Input(name: Arguments.plain(name), dryRun: dryRun ? true : nil)
        let rule = try context.call(RemoveKept<Rule>.self, input)
        try context.put(
            rule, text: RuleText(output: context.output).removed(rule, isRehearsal: dryRun),
            csv: RuleText.csv([rule]))
    }
}

/// `ledger rules apply`
struct RulesApplyCommand: CorrectingCommand {
    static let configuration = CommandConfiguration(
        commandName: "apply",
        abstract: "Change the lines that rules find, after a look and a question.",
        discussion: """
              ledger rules apply
              ledger rules apply coffee rent --where 'batch:512'
              ledger rules apply --yes
            """)

    @Argument(help: ArgumentHelp("These rules only.", valueName: "name")) var names: [String] = []

    @OptionGroup var bulk: BulkOptions
    @OptionGroup var correcting: CorrectingOptions
    @OptionGroup var writing: WritingOptions
    @OptionGroup(visibility: .hidden) var shared: SharedOptions

    func run(in context: CommandContext) throws(CommandFailure) {
        let names = names.isEmpty ? nil : names.map(Arguments.plain)
        try bulk.run(bulk.query ?? "", reason: nil, key: writing.key, verb: .amend, in: context) {
            lines throws(CommandFailure) in
            try context.call(ApplyRules.self, ApplyRules.Input(lines: lines, rules: names))
        }
    }
}
