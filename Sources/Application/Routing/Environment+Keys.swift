internal import EventLog
internal import Ledger

extension Environment {
    /// Holds the idempotency key of a request against those that the ledger itself gives. Who may
    /// decide about what a merge set aside may name the key of that, and nobody any other one.
    ///
    /// - Throws: ``ApplicationError/ownKey(_:)``, and what a request for ``KeepStanding`` throws
    ///   that somebody may not make.
    func checkKey(_ key: String?) throws(ApplicationError) {
        guard let key, let own = OwnKey(of: key) else { return }
        if own != .decision { throw .ownKey(key) }
        try Router.check(KeepStanding.self, self)
        try check(KeepStanding.path, [PermissionRequest(KeepStanding.needs)])
        let present = try with { $0.asOf = nil }.snapshot()
        let isKnown = try mappingError(ApplicationError.store, present.isDecision(key))
        if !isKnown { throw .ownKey(key) }
    }
}
