internal import EventLog
package import Ledger

/// Decides, for all devices, that nothing comes of something that a merge set aside: what stands is
/// kept.
package enum KeepStanding: Endpoint {
    /// What was set aside.
    package struct Input: Codable, Hashable, Sendable {
        /// The event that keeps it, or its key, as the log names both.
        package var aside: String

        /// A request.
        package init(aside: String) { self.aside = aside }
    }

    /// What was written; the id is that of the event that keeps what was set aside.
    package typealias Output = WriteReceipt

    package static let path = "merge/keep"
    package static let summary = "keep what stands against what a merge set aside"
    package static let needs = Set(Permission.allCases)

    package static func run(
        _ input: Input, in env: Environment
    ) throws(ApplicationError) -> Output {
        let snapshot = try env.snapshot()
        let waiting = try mappingError(ApplicationError.store, snapshot.waitingAsides())
        let text = input.aside.hasPrefix("#") ? String(input.aside.dropFirst()) : input.aside
        guard
            let found = waiting.first(where: {
                $0.key == text || "\($0.position)" == text
            })
        else {
            // Nothing waits, or somebody has decided about that.
            if waiting.isEmpty { throw .decision(.nothingChanged) }
            throw .badChoice(
                field: "keep", input.aside, allowed: waiting.prefix(10).map { "\($0.position)" })
        }
        let recorder = try env.with { $0.key = found.key }.recorder()
        let recorded = try recorder.record { snapshot, _ throws(ApplicationError) in
            // A merge may have moved it meanwhile.
            let now = try mappingError(ApplicationError.store, snapshot.waitingAsides())
                .first { $0.key == found.key }
            let position = now?.position ?? found.position
            return Decision(events: [
                .commitSetAside(found.aside.answer(under: found.key, at: position))
            ])
        }
        guard let recorded else { throw .decision(.nothingGiven) }
        return recorded.written(found.position)
    }
}

/// Says how much of what merges set aside waits for somebody to decide.
package enum CountAsides: Endpoint {
    package typealias Input = NoInput

    /// What waits.
    package struct Output: Codable, Hashable, Sendable {
        /// How many events keep something that nobody has decided about.
        package let count: Int
        /// The newest of them, at most ten.
        package let events: [UInt64]
    }

    package static let path = "merge/waiting"
    package static let summary = "count what merges set aside and nobody has decided about"
    package static let needs: Set<Permission> = [.read]

    package static func run(
        _ input: Input, in env: Environment
    ) throws(ApplicationError) -> Output {
        let snapshot = try env.snapshot()
        let waiting = try mappingError(ApplicationError.store, snapshot.waitingAsides())
        return Output(
            count: waiting.count, events: waiting.suffix(10).reversed().map(\.position))
    }
}
