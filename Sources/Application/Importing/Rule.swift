package import Ledger

/// What is to be said of lines that some terms find: their category, say.
package struct Rule: KeptItem {
    /// What changes; what is left out stays, an empty text takes a value away.
    package struct Changes: Codable, Hashable, Sendable {
        /// Another title.
        package var title: String?
        /// Another payee.
        package var payee: String?
        /// Another category.
        package var category: String?
        /// Another account, by name.
        package var account: String?
        /// Another note.
        package var note: String?
        /// Further tags.
        package var addTags: [String]?
        /// Tags that go.
        package var removeTags: [String]?
        /// Who paid: a name, an id or `me`.
        package var payer: String?
        /// Another kind.
        package var kind: EntryKind?

        /// No change.
        package init() {}

        /// The same of one line.
        package func amendment(of id: String) -> AmendEntry.Input {
            var input = AmendEntry.Input(id: id)
            input.title = title
            input.payee = payee
            input.category = category
            input.account = account
            input.note = note
            input.addTags = addTags
            input.removeTags = removeTags
            input.payer = payer
            input.kind = kind
            return input
        }
    }

    /// What identifies it.
    package let name: String
    /// Terms, as in ``LineQuery``.
    package let query: String
    /// What changes.
    package let changes: Changes

    /// A rule.
    package init(name: String, query: String, changes: Changes) {
        self.name = name
        self.query = query
        self.changes = changes
    }

    package enum CodingKeys: String, CodingKey {
        case name
        case query = "where"
        case changes = "set"
    }

    /// Its name, the words of its terms, each and as they follow one another, and the titles,
    /// notes, tags and persons that it sets.
    package var texts: [String] {
        let words = LineQuery.values(in: query).texts
        let said = [changes.title, changes.payee, changes.note, changes.payer].compactMap { $0 }
        let tags = (changes.addTags ?? []) + (changes.removeTags ?? [])
        return [name] + words + [words.joined(separator: " ")] + said + tags
    }

    package var names: [String] {
        let said = [changes.category, changes.account].compactMap { $0 }
        return LineQuery.values(in: query).names + said
    }

    package static let fileName = "rules.json"
    package static let listName = "rules"
    package static let detailsName = "set"
    package static let detailNames = [
        "title", "payee", "category", "account", "note", "addTags", "removeTags", "payer", "kind",
    ]
    package static let path = "rules"
    package static let words = "the rules by which lines are changed"

    package static func unknown(_ name: String, known: [String]) -> ApplicationError {
        .rule(.unknown(name, known: known))
    }
}
