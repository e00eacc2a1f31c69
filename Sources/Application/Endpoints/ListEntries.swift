package import Ledger

/// Lists live lines, newest first.
package enum ListEntries: Endpoint {
    /// Which lines; without anything all of them.
    package struct Input: Codable, Hashable, Sendable {
        /// Days by a phrase, such as `last month` or `2026-03`.
        package var range: String?
        /// The first day, a date or a phrase.
        package var begin: String?
        /// The day after the last, a date or a phrase.
        package var end: String?
        /// The kinds that count; empty or left out for all.
        package var kinds: [EntryKind]?
        /// A category with everything below it.
        package var category: String?
        /// Name of an account.
        package var account: String?
        /// A tag, in any case.
        package var tag: String?
        /// Something that occurs in title or note, in any case.
        package var text: String?
        /// `12.50`, `>100`, `>=100`, `<5`, `<=5` or `10..20`, both included; in any currency.
        package var amount: String?
        /// How many lines, at most.
        package var limit: Int?

        /// A request.
        package init(
            range: String? = nil, begin: String? = nil, end: String? = nil,
            kinds: [EntryKind]? = nil, category: String? = nil, account: String? = nil,
            tag: String? = nil, text: String? = nil, amount: String? = nil, limit: Int? = nil
        ) {
            self.range = range
            self.begin = begin
            self.end = end
            self.kinds = kinds
            self.category = category
            self.account = account
            self.tag = tag
            self.text = text
            self.amount = amount
            self.limit = limit
        }
    }

    /// The lines.
    package typealias Output = LineList

    package static let path = "list"
    package static let summary = "list entries, newest first"
    package static let needs: Set<Permission> = [.read]
}
