/// What can be asked of the things that a session keeps beside the log; they go through no
/// ``Router``, and need rights nevertheless.
package enum BesideRequest: String, CaseIterable, Sendable {
    case listContexts = "task context"
    case changeContexts = "task context NAME"
    case listUrgency = "task urgency"
    case changeUrgency = "task urgency REASON"

    /// What the acting person must be allowed to do in the whole ledger. A change is answered with
    /// the whole list, so it needs both.
    package var needs: Set<Permission> {
        switch self {
        case .listContexts, .listUrgency: [.read]
        case .changeContexts, .changeUrgency: [.read, .write]
        }
    }
}

extension Session {
    /// Holds a request against what the acting person may do now.
    ///
    /// - Throws: ``ApplicationError/forbidden(_:)``, ``ApplicationError/store(_:)``.
    package func check(_ request: BesideRequest) throws(ApplicationError) {
        try current.check(request.rawValue, [PermissionRequest(request.needs)])
    }
}
