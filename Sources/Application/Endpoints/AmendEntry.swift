internal import EventLog
package import Ledger

/// Changes a line; what it was stays in its history.
package enum AmendEntry: Endpoint {
    /// What is left out stays; an empty text clears what may be missing.
    package struct Input: Codable, Hashable, Sendable {
        /// Which line: `1042`, `#1042`, `.3` or a word of its title.
        package var id: String
        /// Another amount.
        package var amount: String?
        /// Code of another currency, for the new amount or the one there is.
        package var currency: String?
        /// Another title.
        package var title: String?
        /// Another note.
        package var note: String?
        /// Another category.
        package var category: String?
        /// Another day, a date or a phrase.
        package var day: String?
        /// Another local time.
        package var time: String?
        /// Other tags, all of them.
        package var tags: [String]?
        /// Another account, by name.
        package var account: String?
        /// Another kind.
        package var kind: EntryKind?
        /// Another direction of a transfer.
        package var incoming: Bool?
        /// Another id of another system.
        package var externalId: String?
        /// Why.
        package var reason: String?
        /// The same key with the same content writes once.
        package var key: String?

        /// A request that changes nothing yet.
        package init(id: String) { self.id = id }
    }

    /// What was written; the id is that of the line.
    package typealias Output = Written

    package static let path = "amend"
    package static let summary = "change an entry, keeping what it was"
    package static let needs: Set<Permission> = [.write]
}
