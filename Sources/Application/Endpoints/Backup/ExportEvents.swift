internal import EventLog
internal import Ledger

/// Hands out the events as they are in the log, a block of 4,096 at a time.
package enum ExportEvents: Endpoint {
    /// Which block.
    package struct Input: Codable, Hashable, Sendable {
        /// The number of the block: its first position divided by 4,096; the first when left out.
        package var block: UInt64?
        /// How many events the whole has, as the first answer said; all there are when left out.
        package var events: UInt64?

        /// A request.
        package init(block: UInt64? = nil, events: UInt64? = nil) {
            self.block = block
            self.events = events
        }
    }

    /// A block.
    package struct Output: Codable, Hashable, Sendable {
        /// How many events the whole has, what root they make, and what names mean.
        package let header: EventFileHeader
        /// The secret of the block; left out behind the last one.
        package let seed: EventFileSeed?
        /// The events of the block; none behind the last one.
        package let rows: [EventLine]
    }

    package static let path = "events/export"
    package static let summary = "hand out the events as they stand in the log"
    package static let needs: Set<Permission> = [.read]

    package static func run(
        _ input: Input, in env: Environment
    ) throws(ApplicationError) -> Output {
        let store = try env.store()
        let origin = try env.origin(of: store)
        let block = input.block ?? 0
        return try mappingError(ApplicationError.store) { () throws(StoreError) in
            let events = min(try store.head().count, input.events ?? .max)
            let declared = DeclaredTypes(try store.declarations(upTo: events))
            let header = EventFileHeader(
                ledger: origin, events: events, root: try store.root(at: events)?.hex ?? "",
                names: .current(with: declared))
            let (first, isBehind) = block.multipliedReportingOverflow(by: Limit.seedEvents)
            guard !isBehind, first < events, let seed = try store.seed(of: block) else {
                return Output(header: header, seed: nil, rows: [])
            }
            let rows = try store.eventLines(
                in: first..<min(events, first + Limit.seedEvents), seed: seed, declared)
            return Output(
                header: header, seed: EventFileSeed(block: block, seed: hex(seed)), rows: rows)
        }
    }
}
