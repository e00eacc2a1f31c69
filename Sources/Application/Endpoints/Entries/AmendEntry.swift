internal import EventLog
package import Ledger

/// Changes a line; what it was stays in its history.
package enum AmendEntry: KeyedEndpoint {
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
        /// Another payee; the title is then the description alone.
        package var payee: String?
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
        /// Further tags.
        package var addTags: [String]?
        /// Tags that go.
        package var removeTags: [String]?
        /// Another account, by name; one that is not known is opened.
        package var account: String?
        /// Who paid: a name, an id or `me`; someone who is not known is added.
        package var payer: String?
        /// Who bears it anew, as when it is recorded; empty for nobody any more.
        package var split: [String]?
        /// Another kind.
        package var kind: EntryKind?
        /// Another direction of a transfer.
        package var incoming: Bool?
        /// Another id of another system.
        package var externalId: String?
        /// The version that is to change, as `version` of a list says: when it is another one by
        /// now, nothing is written.
        package var version: UInt64?
        /// Why.
        package var reason: String?
        /// As in ``AddEntry/Input/refusesSlips``.
        package var refusesSlips: Bool?

        /// A request that changes nothing yet.
        package init(id: String) { self.id = id }
    }

    /// What was written; the id is that of the line.
    package typealias Output = WriteReceipt

    package static let path = "amend"
    package static let summary = "change an entry, keeping what it was"
    package static let needs: Set<Permission> = [.write]

    package static func run(
        _ input: Input, in env: Environment
    ) throws(ApplicationError) -> Output {
        var id: UInt64 = 0
        let recorder = try env.recorder()
        let recorded = try recorder.record {
            snapshot, env throws(ApplicationError) in
            id = try env.id(input.id, in: snapshot, live: true)
            let reader = try env.lineReader(snapshot)
            var persons = PersonReader(env, snapshot)
            var changes = try changes(input, reader)
            let old = try mappingError(
                ApplicationError.store, snapshot.state(for: [id], withCategories: false)
            ).lines[id]
            if let version = input.version, let old, old.version != version {
                throw .changedSince("\(id)", version: old.version, expected: version)
            }
            changes.amount = try amount(input, old, reader)
            if let name = input.payer, !name.isEmpty {
                changes.payer = .set(try persons.person(name))
            }
            if let split = input.split, !split.isEmpty, let old {
                let splits = SplitReader(env: env)
                let amount = changes.amount ?? old.facts.amount
                changes.shares = .set(
                    try splits.shares(split, of: amount, among: &persons))
                if input.payer == nil, old.details.payer == nil {
                    changes.payer = .set(.position(env.actor))
                }
            }
            let command = Command.amend(id, changes, reason: input.reason ?? "")
            let made = persons.completed(try persons.extended.decision(command))
            if input.refusesSlips == true { try env.refuseSlips(in: made, of: snapshot) }
            return made
        }
        guard let recorded else { throw .decision(.nothingGiven) }
        return recorded.written(id)
    }

    /// What is asked for apart from the amount, shares of it and a payer who is named.
    static func changes(
        _ input: Input, _ reader: LineReader
    ) throws(ApplicationError) -> LineChanges {
        var changes = LineChanges()
        changes.kind = input.kind
        changes.isIncoming = input.incoming
        changes.day = try input.day.map { text throws(ApplicationError) in
            try reader.today.exactDay(text)
        }
        changes.category = change(input.category)
        changes.account = change(input.account)
        changes.externalID = change(input.externalId)
        if input.payer == "" { changes.payer = .clear }
        if input.split == [] { changes.shares = .clear }
        switch change(input.time) {
        case .keep: break
        case .clear: changes.time = .clear
        case .set(let text): changes.time = .set(try reader.time(text))
        }
        changes.title = input.title
        changes.payee = input.payee
        changes.keepsPayee = input.title != nil
        changes.note = input.note
        changes.tags = input.tags?.distinctTags
        changes.addedTags = input.addTags ?? []
        changes.removedTags = input.removeTags ?? []
        return changes
    }

    /// A new amount in the currency that the line has, or the old figure in another currency.
    private static func amount(
        _ input: Input, _ line: LineState?, _ reader: LineReader
    ) throws(ApplicationError) -> Money? {
        if input.amount == nil, input.currency == nil { return nil }
        guard let old = line?.facts.amount else { return nil }
        return try reader.amount(
            input.amount ?? old.description, input.currency, else: old.currency)
    }

    /// An empty text clears.
    private static func change(_ text: String?) -> Change<String> {
        guard let text else { return .keep }
        return text.isEmpty ? .clear : .set(text)
    }
}
