import EventLog
import Ledger
import Support
import Testing

@Suite("Events where they stand in their columns")
struct EventViewTests {
    private func decoded(
        _ decode: () throws(StoreError) -> Event
    ) -> Result<Event, StoreError> {
        do throws(StoreError) { return .success(try decode()) } catch { return .failure(error) }
    }

    /// Every event of a batch, decoded column by column, equals the one decoded from its row, and
    /// what cannot be decoded is the same error.
    private func expectSame(
        _ batch: ColumnBatch, sourceLocation: SourceLocation = #_sourceLocation
    ) throws {
        var index = 0
        try batch.forEachEvent { view throws(StoreError) in
            let row = batch.row(at: index)
            let position = batch.firstPosition + UInt64(index)
            let plain = decoded { () throws(StoreError) in try Event(row: row, at: position) }
            #expect(view.position == position, sourceLocation: sourceLocation)
            #expect(
                decoded { () throws(StoreError) in try view.event() } == plain,
                sourceLocation: sourceLocation)
            if case .success(let event) = plain {
                expectParts(of: view, event, sourceLocation)
            }
            index += 1
        }
        #expect(index == batch.count, sourceLocation: sourceLocation)
    }

    private func expectParts(of view: EventView, _ event: Event, _ location: SourceLocation) {
        var (facts, replaced): (LineFacts?, LineFacts?)
        var (title, note, reason) = ("", "", "")
        var (target, tags): (UInt64?, [String]) = (nil, [])
        switch event {
        case .lineAdded(let line):
            facts = line.facts
            (title, note, tags) = (line.details.title, line.details.note, line.details.tags)
            #expect(view.time == line.details.time, sourceLocation: location)
        case .lineAmended(let line):
            (facts, replaced, target) = (line.facts, line.replaced, line.target.position)
            (title, note, tags) = (line.details.title, line.details.note, line.details.tags)
            reason = line.reason
            #expect(view.previous == line.previous.position, sourceLocation: location)
        case .lineVoided(let line):
            (replaced, target, reason) = (line.replaced, line.target.position, line.reason)
        case .lineRestored(let line):
            (facts, target, reason) = (line.facts, line.target.position, line.reason)
        case .taskAdded(let task):
            (title, note, tags) = (task.facts.title, task.facts.note, task.facts.tags)
        default: return
        }
        #expect(view.facts == facts, sourceLocation: location)
        #expect(view.amount == facts?.amount, sourceLocation: location)
        #expect(view.day == facts?.day, sourceLocation: location)
        #expect(view.category == facts?.category, sourceLocation: location)
        #expect(view.replaced == replaced, sourceLocation: location)
        #expect(view.target == target, sourceLocation: location)
        #expect(view.title == title, sourceLocation: location)
        #expect(view.note == note, sourceLocation: location)
        #expect(view.tags == tags, sourceLocation: location)
        #expect(view.reason == reason, sourceLocation: location)
    }

    @Test("samples of every type", arguments: [1, 3])
    func decodesEveryType(_ repeats: Int) throws {
        var builder = BatchBuilder(firstPosition: 100)
        for event in try (0..<repeats).flatMap({ _ in try Samples.everyEvent() }) {
            let row = event.row
            // References into the same commit are no positions yet.
            let fields = row.fields.map { field in
                field.value.integer.map { $0 < 0 && field.column.rawValue < 0x10 } == true
                    ? Field(field.column, .integer(50)) : field
            }
            builder.append(
                Row(
                    type: row.type, schema: row.schema, isCritical: row.isCritical, fields: fields))
        }
        try expectSame(builder.finish())
    }

    @Test("columns that are missing, of the other kind or out of range")
    func refusesAlike() throws {
        let odd: [FieldValue?] = [
            nil, .integer(-1), .integer(.max), .integer(10), .integer(86_400), .bytes([]),
            .bytes([0xFF]), .bytes(Array("ä: b".utf8)), .bytes([0x41, 0xE2, 0x82]),
            .bytes(Array("x\n".utf8)),
        ]
        for event in try Samples.everyEvent() {
            let row = event.row
            for field in row.fields {
                for value in odd {
                    var changed = row
                    changed[field.column] = value
                    guard changed.fields.allSatisfy(isLegal) else { continue }
                    var builder = BatchBuilder(firstPosition: 1_000)
                    for row in [row, changed, row, changed] { builder.append(row) }
                    try expectSame(builder.finish())
                }
            }
        }
    }

    /// Links and numbers are integers in every log.
    private func isLegal(_ field: Field) -> Bool {
        switch field.column.rawValue {
        case 0x01...0x0F, 0x20...0x2F, 0x40...0x4F: field.value.integer != nil
        default: true
        }
    }

    @Test("rows of an older or a newer schema version, and of no known type")
    func passesOverVersions() throws {
        for (type, schema) in [(EventType.lineAdded, 0), (.batchStarted, 9), (.lineAdded, 1)] {
            var builder = BatchBuilder(firstPosition: 7)
            builder.append(
                Row(
                    type: type.rawValue, schema: UInt8(schema), isCritical: schema < 9,
                    fields: try Samples.line().row.fields))
            try expectSame(builder.finish())
        }
        var builder = BatchBuilder(firstPosition: 7)
        builder.append(Row(type: 8, schema: 200, isCritical: true, fields: []))
        let batch = builder.finish()
        let error = StoreError.needsNewerVersion(position: 7, type: 8, schema: 200)
        #expect(throws: error) { try batch.forEachEvent { _ in } }
    }

    @Test("random histories, in whole batches and in cut ones", arguments: 0..<20 as Range<UInt64>)
    func decodesHistories(_ seed: UInt64) throws {
        let store = try TextHistory(seed: seed, commits: 150).store()
        let count = store.head().count
        var random = SeededRandom(seed: seed)
        for _ in 0..<4 {
            let cuts = (0..<3).map { _ in UInt64.random(in: 0...count, using: &random) }.sorted()
            for (start, end) in zip([0] + cuts, cuts + [count]) {
                try store.read(start..<end, .all) { batch throws(StoreError) in
                    do { try expectSame(batch) } catch { Issue.record(error) }
                    return .next
                }
            }
        }
    }
}
