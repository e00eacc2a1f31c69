internal import EventLog
package import Ledger

// From here up every file calls the ones above only: books, then dates and ids, then the recorder,
// then the endpoints.

extension Environment {
    /// The log.
    ///
    /// - Throws: ``ApplicationError/noLedger(home:)`` when there is none, or none was opened in it.
    package func store() throws(ApplicationError) -> any EventStore {
        try gate?.pass()
        let store = try mappingError(ApplicationError.store) { () throws(StoreError) in
            let store = try home.open()
            return try store?.head().count ?? 0 > 0 ? store : nil
        }
        guard let store else { throw .noLedger(home: home.place) }
        return store
    }

    /// The ledger as it is, or as it was where ``asOf`` says.
    ///
    /// - Throws: ``ApplicationError/beyondEnd(position:last:)`` for a position that is yet to come.
    /// - Complexity: O(*n*) in the hot columns.
    package func snapshot() throws(ApplicationError) -> LedgerSnapshot {
        let store = try store()
        guard let asOf else { return try snapshot(of: store, upTo: nil) }
        return try snapshot(of: store, upTo: try count(of: store, asOf))
    }

    /// The ledger as it was with this many events; `nil` for all.
    func snapshot(
        of store: any EventStore, upTo count: UInt64?
    ) throws(ApplicationError) -> LedgerSnapshot {
        do throws(StoreError) {
            let end: UInt64 = if let count { count } else { try store.head().count }
            var snapshot =
                if let memo {
                    try memo.snapshot(of: store, upTo: end)
                } else {
                    try LedgerSnapshot(store: store, upTo: end)
                }
            snapshot.correction = correction
            snapshot.folds = folds
            return snapshot
        } catch .needsNewerVersion(let position, let type, let schema) {
            throw .newer(store, position, type, schema)
        } catch {
            throw .store(error)
        }
    }

    /// How many events there were.
    func count(of store: any EventStore, _ asOf: AsOf) throws(ApplicationError) -> UInt64 {
        switch asOf {
        case .position(let position):
            let count = try mappingError(ApplicationError.store, store.head().count)
            guard position < count else {
                throw .beyondEnd(position: position, last: count > 0 ? count - 1 : 0)
            }
            return position + 1
        case .time(let moment):
            let snapshot = try snapshot(of: store, upTo: nil)
            return try mappingError(ApplicationError.store, snapshot.position(asOf: moment))
        }
    }
}

extension ApplicationError {
    /// An event of a type that this program does not know, under the name that the program which
    /// wrote it has declared.
    fileprivate static func newer(
        _ store: any EventStore, _ position: UInt64, _ type: UInt16, _ schema: UInt8
    ) -> ApplicationError {
        let declarations = (try? store.declarations(upTo: try store.head().count)) ?? []
        let schemas = declarations.flatMap { EventSchema.schemas(in: $0.schemas) }
        guard let found = schemas.last(where: { $0.type == type }) else {
            return .store(.needsNewerVersion(position: position, type: type, schema: schema))
        }
        return .newerEvent(position: position, type: type, schema: schema, name: found.name)
    }
}
