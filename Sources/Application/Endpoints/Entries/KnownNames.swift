internal import EventLog
internal import Ledger

/// The names that a ledger has, for a shell that completes what is typed.
package enum KnownNames: Sendable {
    /// Of lines, as they are called now.
    case categories
    /// Of accounts that are not closed.
    case accounts
    /// Of persons.
    case persons
    /// Of the latest lines.
    case tags
    /// Of the latest lines.
    case payees

    /// Lines that are looked at for tags and payees: enough for what is in use, and soon read.
    private static let linesMax = 1_000

    /// The names, in the order of ``NameOrder``; none where the ledger cannot be read, or may not
    /// be by who acts.
    ///
    /// - Complexity: O(*n*) in the names, and in the latest 1,000 lines for tags and payees.
    package func names(in session: Session) -> [String] {
        do throws(ApplicationError) {
            let env = session.current
            try env.check("list", [PermissionRequest([.read])])
            return try names(env.snapshot())
        } catch { return [] }
    }

    private func names(_ snapshot: LedgerSnapshot) throws(ApplicationError) -> [String] {
        let data = snapshot.referenceData
        var names: Set<String> = []
        switch self {
        case .categories:
            let index = try mappingError(ApplicationError.store, snapshot.categories())
            names.formUnion(index.categories.map { data.renamed($0).text })
        case .accounts:
            names.formUnion(data.accounts.filter { !$0.isClosed }.map(\.facts.name))
        case .persons: names.formUnion(data.persons.map(\.name))
        case .tags, .payees:
            let filter = LineFilter(limit: KnownNames.linesMax)
            let list = try mappingError(ApplicationError.store, snapshot.list(filter))
            for row in list.rows {
                if case .tags = self {
                    names.formUnion(row.tags)
                } else {
                    names.insert(row.payee ?? row.title)
                }
            }
        }
        return names.subtracting([""]).sorted(by: NameOrder.isBefore)
    }
}
