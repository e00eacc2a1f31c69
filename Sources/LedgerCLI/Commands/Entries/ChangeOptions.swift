internal import Application
internal import ArgumentParser
internal import Ledger

/// What can change of a line at any time, by itself or by a rule.
struct ChangeOptions: ParsableArguments {
    @Option(help: ArgumentHelp("Another title.", valueName: "text"))
    var title: String?

    @Option(help: ArgumentHelp("Another payee.", valueName: "name"))
    var payee: String?

    @Option(
        name: .shortAndLong, help: ArgumentHelp("Another category.", valueName: "category"),
        completion: .categories)
    var category: String?

    @Option(
        name: .shortAndLong,
        help: ArgumentHelp("Another account; a new one is opened.", valueName: "account"),
        completion: .accounts)
    var account: String?

    @Option(help: ArgumentHelp("Another note.", valueName: "text"))
    var note: String?

    @Option(
        name: .customLong("add-tag"),
        help: ArgumentHelp("One more tag; may be repeated.", valueName: "tag"))
    var addedTags: [String] = []

    @Option(
        name: .customLong("remove-tag"),
        help: ArgumentHelp("A tag that goes; may be repeated.", valueName: "tag"))
    var removedTags: [String] = []

    @Option(help: ArgumentHelp("Who paid, by name, or me.", valueName: "person"))
    var payer: String?

    @Option(help: ArgumentHelp("expense, income or transfer.", valueName: "kind"))
    var kind: KindArgument?

    /// What was said.
    var changes: Rule.Changes {
        var changes = Rule.Changes()
        changes.title = title.map(Arguments.plain)
        changes.payee = payee.map(Arguments.plain)
        changes.category = category.map(Arguments.plain)
        changes.account = account.map(Arguments.plain)
        changes.note = note.map(Arguments.plain)
        changes.addTags = addedTags.isEmpty ? nil : addedTags.map(Arguments.plain)
        changes.removeTags = removedTags.isEmpty ? nil : removedTags.map(Arguments.plain)
        changes.payer = payer.map(Arguments.plain)
        changes.kind = kind?.kind
        return changes
    }
}
