package import EventLog
internal import Ledger

extension Environment {
    /// The same on the ledger as it is now, of which every event was hashed just now and gave the
    /// root: for what signs, closes or says that it is proved. What is read of it later is what
    /// was hashed; nothing is taken from an earlier check.
    ///
    /// - Parameter count: How many events are hashed at least; `nil` for all.
    /// - Throws: ``ApplicationError/store(_:)`` at an event that does not give the root.
    /// - Complexity: O(*n*) in the events.
    func proved(upTo count: UInt64? = nil) throws(ApplicationError) -> Environment {
        if hashed == true { return self }
        let store = try store()
        let proved = try mappingError(ApplicationError.store) { () throws(StoreError) in
            let end = try store.head().count
            expect(count ?? end)
            return try store.proved(upTo: count, progress: progress)
        }
        return with { copy in
            copy.home = ProvedHome(proved, at: home)
            copy.hashed = true
        }
    }

    /// The ledger as it is; where it is damaged behind a position, what comes before.
    func whole(upTo position: UInt64) throws(ApplicationError) -> Environment {
        do throws(ApplicationError) {
            _ = try store()
            return self
        } catch .store(.log(.corrupt(let damage))) where position < damage.position {
            guard let folder = home.folder else { throw .store(.log(.corrupt(damage))) }
            let rest = try mappingError(
                ApplicationError.store, FileEventStore.beforeDamage(at: "\(folder)/log"))
            return with { $0.home = ProvedHome(rest, at: home) }
        } catch { throw error }
    }

    /// The same, of a log that is damaged, as far as it is whole: for whoever looks, not for what
    /// is signed or recorded.
    ///
    /// - Throws: ``ApplicationError/store(_:)`` with the damage where nothing is whole before it.
    package func before(_ damage: Corruption) throws(ApplicationError) -> Environment {
        guard damage.position > 0, let folder = home.folder else {
            throw .store(.log(.corrupt(damage)))
        }
        let (rest, count) = try mappingError(ApplicationError.store) { () throws(StoreError) in
            let rest = try FileEventStore.beforeDamage(at: "\(folder)/log")
            return (rest, try rest.head().count)
        }
        return with { copy in
            copy.home = ProvedHome(rest, at: home)
            copy.isDamaged = true
            if count > damage.position { copy.asOf = .position(damage.position - 1) }
        }
    }

    /// The same on another store, beside which lie the files of the ledger.
    func reading(_ store: any EventStore) -> Environment {
        with { $0.home = ProvedHome(store, at: home) }
    }

    /// The same for what is signed: it is synced before.
    ///
    /// - Throws: ``ApplicationError/store(_:)`` also where the log is damaged behind it.
    func provedToSign() throws(ApplicationError) -> Environment {
        if isDamaged { throw .store(.log(.readOnly)) }
        if hashed == true { return self }
        let store = try store()
        try mappingError(ApplicationError.store, store.settle())
        return try proved()
    }

    /// The same as far as ``asOf`` says; at a moment, which is looked for among all events, of all
    /// of them.
    func provedAsOf() throws(ApplicationError) -> Environment {
        guard case .position(let position)? = asOf else { return try proved() }
        return try proved(upTo: count(of: store(), .position(position)))
    }
}

/// A ledger of which every event was hashed; files beside it are those of the ledger.
private final class ProvedHome: LedgerHome {
    private let store: any EventStore
    private let base: any LedgerHome

    init(_ store: any EventStore, at base: any LedgerHome) {
        self.store = store
        self.base = base
    }

    var place: String { base.place }

    var folder: String? { base.folder }

    func open() -> (any EventStore)? { store }

    func create(id: CommitID, makeSeed: @escaping SeedSource) -> any EventStore { store }

    func file(_ name: String) throws(ApplicationError) -> [UInt8]? { try base.file(name) }

    func keep(_ bytes: [UInt8], as name: String) throws(ApplicationError) {
        try base.keep(bytes, as: name)
    }
}
