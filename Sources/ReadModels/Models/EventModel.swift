internal import EventLog
internal import Ledger

/// Everything that ever happened, for who asks for it.
enum EventModel: ReadModel {
    static let name = "event"
    static let version = 1
    static let isOptional = true

    static let tables = [
        ModelTable(
            name: "event", meaning: "everything that ever happened, in order",
            columns: [
                .integer("position", "in the log, from 0"),
                .text("type", "what kind of event, such as lineAdded"),
                .integer("schema", "version of its layout"),
                .text("commit_id", "of what was recorded together, 32 hexadecimal digits"),
                .text("recorded_at", "wall clock as told, RFC 3339 in UTC"),
                .text("log_clock", "a clock that never goes back, RFC 3339 in UTC"),
                .integer("actor", "who did it: a person's position", isOptional: true),
                .integer("batch", "position of the event that began its batch", isOptional: true),
                .text("payload", "what it says: a JSON object"),
            ],
            key: ["position"])
    ]

    static func apply(
        _ positions: Range<UInt64>, of source: ModelSource, to writer: ModelWriter
    ) throws {
        let addition = try writer.insertion(tables[0])
        let declared = DeclaredTypes(try source.store.declarations(upTo: source.count))
        var failure: (any Error)?
        try source.store.read(positions, .all) { batch throws(StoreError) in
            for index in 0..<batch.count {
                guard let commit = batch.commit(at: index) else { continue }
                let position = batch.firstPosition + UInt64(index)
                do {
                    let row = batch.row(at: index)
                    try addition.run(values(row, commit, at: position, declared))
                } catch {
                    failure = error
                    return .stop
                }
            }
            writer.reached(batch.positions.upperBound)
            return .next
        }
        if let failure { throw failure }
    }

    private static func values(
        _ row: Row, _ commit: CommitHeader, at position: UInt64, _ declared: DeclaredTypes
    ) -> [SQLValue] {
        let type =
            EventType(rawValue: row.type).map { "\($0)" } ?? declared.name(of: row.type)
            ?? "type \(row.type)"
        func integer(_ value: UInt64?) -> SQLValue {
            value.map { .integer(Int64(clamping: $0)) } ?? .null
        }
        func time(_ milliseconds: Int64) -> SQLValue {
            .text(Timestamp(millisecondsSince1970: milliseconds).description)
        }
        return [
            integer(position), .text(type), .integer(Int64(row.schema)),
            .text(EventModel.hexadecimal(commit.id.high) + hexadecimal(commit.id.low)),
            time(commit.recordedAt), time(commit.logClock), integer(commit.actor),
            integer(commit.batch), .text(EventPayload.json(row, declared.columns(of: row.type))),
        ]
    }

    private static func hexadecimal(_ word: UInt64) -> String {
        let digits = String(word, radix: 16)
        return String(repeating: "0", count: 16 - digits.count) + digits
    }
}
