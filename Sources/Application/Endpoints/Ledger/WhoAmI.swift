internal import Ledger

/// Says who acts.
package enum WhoAmI: Endpoint {
    package typealias Input = NoInput

    /// The acting person.
    package struct Output: Codable, Hashable, Sendable {
        /// Position of the person, which is the actor of what is recorded.
        package let id: UInt64
        /// The name; empty when it was erased.
        package let name: String
        /// Whether the ledger is theirs.
        package let isOwner: Bool
        /// Whether they logged in, or were named; else the owner acts because nobody did.
        package let isLoggedIn: Bool
    }

    package static let path = "whoami"
    package static let summary = "say who acts"
    package static let needs: Set<Permission> = []

    package static func run(
        _ input: Input, in env: Environment
    ) throws(ApplicationError) -> Output {
        let snapshot = try env.snapshot()
        let owner = snapshot.referenceData.owner?.position
        guard let id = env.user ?? owner else { throw .report(.notOpened) }
        guard let person = snapshot.referenceData.person(at: id) else {
            throw .decision(.unknownPerson(id))
        }
        return Output(
            id: id, name: person.name, isOwner: id == owner, isLoggedIn: env.user != nil)
    }
}
