internal import EventLog
package import Ledger

/// Says who paid and who bears what of the lines that are split, and what settles it.
package enum BalancePeople: Endpoint {
    /// Which days; all without arguments.
    package typealias Input = DaysInput

    /// The figures.
    package typealias Output = PeopleBalance

    package static let path = "people/balance"
    package static let summary = "who paid, who bears what, and what settles it"
    package static let needs: Set<Permission> = [.read]

    package static func run(
        _ input: Input, in env: Environment
    ) throws(ApplicationError) -> Output {
        let snapshot = try env.snapshot()
        let days = try env.today(in: snapshot).days(of: input)
        return try mappingError(ApplicationError.store, snapshot.peopleBalance(in: days))
    }
}
