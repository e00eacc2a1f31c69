import EventLog
import Ledger
import Testing

/// A number where a text belongs, and the other way round, which only a forged log has.
@Suite("Columns of the wrong type")
struct WrongColumnTests {
    private static let columns = (UInt8(0x50)...0xFF).compactMap { number -> ColumnID? in
        let column = ColumnID(rawValue: number)
        return [.fact, .text].contains(column.kind) ? column : nil
    }

    @Test("an event is read in a batch as it is by itself", arguments: columns)
    func sameInBatches(_ column: ColumnID) throws {
        for event in try Samples.everyEvent() {
            let row = event.row
            for value: FieldValue in [.integer(1), .bytes([0x31])] {
                let changed = Row(
                    type: row.type, schema: row.schema, isCritical: row.isCritical,
                    fields: row.fields.filter { $0.column != column } + [Field(column, value)])
                let (alone, batched) = try Samples.reading(changed, at: 900)
                #expect(batched == [alone], "\(value) in \(event)")
            }
        }
    }
}
