internal import EventLog
package import Ledger

/// Which lines count where names are listed; without anything all live ones.
package struct NameInput: Codable, Hashable, Sendable {
    /// Terms such as `lunch cat:food amt:>20`; see ``LineQuery``.
    package var query: String?
    /// Days by a phrase, such as `last month` or `2026-03`.
    package var range: String?
    /// The first day, a date or a phrase.
    package var begin: String?
    /// The day after the last, a date or a phrase.
    package var end: String?
    /// The kinds that count; empty or left out for all.
    package var kinds: [EntryKind]?

    /// A request.
    package init(query: String? = nil) { self.query = query }
}

/// Lists the categories that lines have.
package enum ListCategories: Endpoint {
    package typealias Input = NameInput
    package typealias Output = NameList

    package static let path = "category/list"
    package static let summary = "list categories with how much is in each"
    package static let needs: Set<Permission> = [.read]

    package static func run(
        _ input: Input, in env: Environment
    ) throws(ApplicationError) -> Output { try env.names(.category, input) }
}

/// Lists who was paid, or who paid.
package enum ListPayees: Endpoint {
    package typealias Input = NameInput
    package typealias Output = NameList

    package static let path = "payee/list"
    package static let summary = "list payees with how much went to each"
    package static let needs: Set<Permission> = [.read]

    package static func run(
        _ input: Input, in env: Environment
    ) throws(ApplicationError) -> Output { try env.names(.payee, input) }
}

/// Lists the tags that lines have.
package enum ListTags: Endpoint {
    package typealias Input = NameInput
    package typealias Output = NameList

    package static let path = "tag/list"
    package static let summary = "list tags with how much has each"
    package static let needs: Set<Permission> = [.read]

    package static func run(
        _ input: Input, in env: Environment
    ) throws(ApplicationError) -> Output { try env.names(.tag, input) }
}

extension Environment {
    fileprivate func names(
        _ name: LineName, _ input: NameInput
    ) throws(ApplicationError) -> NameList {
        let snapshot = try snapshot()
        let today = try today(in: snapshot)
        var query = try today.query(input.query ?? "", snapshot.referenceData)
        let days = try today.days(in: input.range, begin: input.begin, end: input.end)
        if days != .all { query.require(.days(days)) }
        query.require(anyOf: (input.kinds ?? []).map { .kind($0) })
        var list = try mappingError(
            ApplicationError.store,
            snapshot.names(name, of: query, withSums: hashed == false))
        if list.rows.isEmpty, let terms = input.query {
            list.hints = try hints(
                of: terms, words: try today.unknownWords(of: terms, in: snapshot), in: snapshot)
        }
        return list
    }
}

/// Gives a category another name, with all below it.
package enum RenameCategory: KeyedEndpoint {
    /// Which one, and its name.
    package struct Input: Codable, Hashable, Sendable {
        /// The category as it is called now.
        package var category: String
        /// What it is called from now on.
        package var name: String

        /// A request.
        package init(category: String, name: String) {
            self.category = category
            self.name = name
        }
    }

    /// What was renamed, or would be.
    package struct Output: Codable, Hashable, Sendable {
        /// The position of the event: what undoes it.
        package let id: UInt64
        /// The position of the last event of the ledger.
        package let position: UInt64
        /// The root over all events up to and including it, lower-case hex.
        package let root: String
        /// What it was called.
        package let from: String
        /// What it is called.
        package let to: String
        /// How many live lines it and the categories below it have.
        package let lines: Int64
        /// Whether there were lines under the new name before: both are one from now on, and cannot
        /// be parted again.
        package let merged: Bool
        /// What the person should know.
        package let notes: [DecisionNote]
        /// `true` when nothing was kept; else left out.
        package let dryRun: Bool?
    }

    package static let path = "category/rename"
    package static let summary = "give a category another name"
    package static let needs: Set<Permission> = [.read, .write]

    package static func run(
        _ input: Input, in env: Environment
    ) throws(ApplicationError) -> Output {
        let recorded = try env.record { _, _ in
            .renameCategory(from: input.category, to: input.name)
        }
        guard case .categoryRenamed(let names)? = recorded.decision.events.first else {
            throw .decision(.nothingChanged)
        }
        let snapshot = recorded.snapshot
        let index = try mappingError(ApplicationError.store, snapshot.categories())
        let used = index.categories.map { (raw: $0, now: snapshot.referenceData.renamed($0)) }
        return Output(
            id: recorded.appended.positions.lowerBound,
            position: recorded.appended.positions.upperBound - 1,
            root: recorded.appended.root.hex, from: names.from.text, to: names.to.text,
            lines: used.filter { names.from.contains($0.now) }
                .reduce(0) { $0 + index.count(of: $1.raw) },
            merged: used.contains {
                names.to.contains($0.now) && !names.from.contains($0.now)
            }, notes: recorded.decision.notes, dryRun: env.isDryRun ? true : nil)
    }
}
