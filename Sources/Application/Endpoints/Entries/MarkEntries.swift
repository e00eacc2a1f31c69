internal import EventLog
package import Ledger

/// Gives lines a status: on its way, seen by the bank, or none. It changes no figure, so that
/// lines of closed books can have one, too.
package enum MarkEntries: KeyedEndpoint {
    /// Which lines, and what of them: ids or terms.
    package struct Input: Codable, Hashable, Sendable {
        /// `1042`, `#1042`, `.3` or a word of a title; each means its entry with all lines.
        package var ids: [String]?
        /// Terms; the live lines that they find, and no others.
        package var query: String?
        /// `pending`, `cleared` or `none`.
        package var status: String

        /// A request.
        package init(ids: [String]? = nil, query: String? = nil, status: String) {
            self.ids = ids
            self.query = query
            self.status = status
        }
    }

    /// What was written; the id is that of the first line.
    package typealias Output = WriteReceipt

    package static let path = "mark"
    package static let summary = "give entries a status: pending, cleared or none"
    package static let needs: Set<Permission> = [.read, .write]

    package static func run(
        _ input: Input, in env: Environment
    ) throws(ApplicationError) -> Output {
        let status = try status(input.status)
        var first: UInt64?
        let recorded = try env.record { snapshot, env throws(ApplicationError) in
            var ids: [UInt64] = []
            if let query = input.query {
                let today = try env.today(in: snapshot)
                let query = try today.query(query, snapshot.referenceData)
                ids = try mappingError(ApplicationError.store, snapshot.ids(of: query))
            }
            let named = try env.ids(input.ids ?? [], in: snapshot, live: true)
            let state = try mappingError(
                ApplicationError.store, snapshot.state(for: named, withCategories: false))
            ids += named.flatMap { state.lines[$0]?.entry ?? [$0] }
            first = ids.first
            return .mark(ids, status)
        }
        return recorded.written(first)
    }

    /// The status of a word; `nil` for none.
    static func status(_ text: String) throws(ApplicationError) -> LineStatus? {
        if ["none", "unmarked"].contains(text.lowercased()) { return nil }
        guard let status = LineStatus(rawValue: text.lowercased()) else {
            throw .badChoice(
                field: "status", text, allowed: LineStatus.allCases.map(\.rawValue) + ["none"])
        }
        return status
    }
}
