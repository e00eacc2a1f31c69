import EventLog
import Ledger
import Support
import Testing

/// A batch that is upcast has the rows that lifting each row gives.
@Suite("Lifting whole batches")
struct BatchLiftingTests {
    /// Three versions of a person: texts and numbers that move, split, vanish and stay.
    private static let upcasting = Upcasting([
        Upcasting.Version(.personAdded, 1): Upcasting.Step(
            "",
            [
                .title: .bytes { text in
                    guard let bar = text.firstIndex(of: UInt8(ascii: "|")) else { return nil }
                    return [
                        Field(.note, .bytes(Array(text[..<bar]))),
                        Field(.priority, .integer(Int64(text.count))),
                    ]
                },
                .priority: .integers { $0 > 5 ? [Field(.urgency, .integer($0))] : nil },
            ]),
        Upcasting.Version(.personAdded, 2): Upcasting.Step(
            "",
            [
                .note: .bytes { $0.isEmpty ? [] : [Field(.payee, .bytes(Array($0)))] },
                .urgency: .integers { [Field(.reason, .bytes([UInt8(clamping: $0)]))] },
            ]),
    ])

    private static let texts = ["", "a", "a|b", "|", "b|", "xyz"]

    private static func row(_ choices: inout RandomChoices) -> Row {
        var fields: [Field] = []
        for column: ColumnID in [.title, .note, .payee] where choices.choose(2) == 0 {
            let text = texts[choices.choose(texts.count)]
            fields.append(Field(column, .bytes(Array(text.utf8))))
        }
        for column: ColumnID in [.priority, .urgency] where choices.choose(2) == 0 {
            fields.append(Field(column, .integer(Int64(choices.choose(12)))))
        }
        let isPerson = choices.choose(4) > 0
        return Row(
            type: isPerson ? 2 : 9_000, schema: UInt8(1 + choices.choose(4)), isCritical: isPerson,
            fields: fields)
    }

    @Test("rows of every version, mixed", arguments: 0..<60)
    func liftsAsRowsDo(_ seed: UInt64) {
        var choices = RandomChoices(seed: seed)
        let rows = (0..<choices.choose(90)).map { _ in BatchLiftingTests.row(&choices) }
        var builder = BatchBuilder(firstPosition: 0, sections: .all)
        for row in rows { builder.append(row) }
        let batch = builder.finish()
        let upcasted = BatchLiftingTests.upcasting.upcast(batch)
        let expected = rows.map { row in
            row.type == 2 && row.schema < 3
                ? BatchLiftingTests.upcasting.upcast(row, to: 3) ?? row : row
        }
        #expect(Array(upcasted.rows) == expected)
        let changed = BatchLiftingTests.upcasting.changed(in: batch)
        let differing = rows.indices.filter { rows[$0].fields != expected[$0].fields }
        #expect(changed.isSuperset(of: differing))
        #expect(changed.allSatisfy { rows[$0].schema < 3 && rows[$0].type == 2 })
        // Where nothing is old, nothing is touched.
        #expect(Array(Upcasting([:]).upcast(batch).rows) == rows)
    }
}
