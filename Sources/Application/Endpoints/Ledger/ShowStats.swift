internal import EventLog
package import Ledger

/// Says what the book holds, in numbers.
package enum ShowStats: Endpoint {
    /// Which days; without anything all.
    package typealias Input = DaysInput
    /// The numbers.
    package typealias Output = BookStats

    package static let path = "stats"
    package static let summary = "what the book holds, in numbers"
    package static let needs: Set<Permission> = [.read]

    package static func run(
        _ input: Input, in env: Environment
    ) throws(ApplicationError) -> Output {
        let snapshot = try env.snapshot()
        let today = try env.today(in: snapshot)
        let days = try today.days(of: input)
        return try mappingError(
            ApplicationError.store,
            snapshot.stats(on: today.day, in: days, withSums: env.hashed == false))
    }
}
