/// The events of a batch as rows, one after the other.
///
/// Walks every column once, so that a row costs its own values and no search.
public struct BatchRows: Sequence, IteratorProtocol, Sendable {
    /// A sparse column and where the walk stands in it.
    private struct Walk: Sendable {
        let column: ColumnID
        let rows: [UInt32]
        let values: Values
        var next = 0
    }

    private enum Values: Sendable {
        case integers([Int64])
        case bytes(codes: [UInt32], dictionary: [FieldValue])
    }

    private let batch: ColumnBatch
    private let numbers: [(column: ColumnID, values: [Int64])]
    private let retractedNumbers: [(column: ColumnID, values: [Int64])]
    private var links: [Walk]
    private var others: [Walk]
    private var nextRetraction = 0
    private var index = 0

    init(_ batch: ColumnBatch) {
        self.batch = batch
        numbers = batch.numbers.sorted { $0.key < $1.key }.map { ($0.key, $0.value) }
        retractedNumbers = batch.retractedNumbers.sorted { $0.key < $1.key }
            .map { ($0.key, $0.value) }
        links = BatchRows.walks(batch.links, [:])
        others = BatchRows.walks(batch.integers, batch.bytes)
    }

    /// The next event, or `nil` after the last one.
    public mutating func next() -> Row? {
        guard index < batch.count else { return nil }
        let key = batch.keys[Int(batch.keyCodes[index])]
        var fields: [Field] = []
        fields.reserveCapacity(key.fields.count + 10)
        BatchRows.append(&links, at: index, to: &fields)
        fields += key.fields
        for (column, values) in numbers where key.has(column) {
            fields.append(Field(column, .integer(values[index])))
        }
        appendRetraction(to: &fields)
        BatchRows.append(&others, at: index, to: &fields)
        index += 1
        return Row(
            type: key.type, schema: key.schema, isCritical: key.isCritical, fields: fields)
    }

    private mutating func appendRetraction(to fields: inout [Field]) {
        guard nextRetraction < batch.retractions.rows.count,
            batch.retractions.rows[nextRetraction] == index
        else { return }
        let place = nextRetraction
        nextRetraction += 1
        let key = batch.retractedKeys[Int(batch.retractions.values[place])]
        for field in key.fields {
            if let column = field.column.retracted { fields.append(Field(column, field.value)) }
        }
        for (column, values) in retractedNumbers where key.has(column) {
            guard let retracted = column.retracted else { continue }
            fields.append(Field(retracted, .integer(values[place])))
        }
    }

    private static func append(_ walks: inout [Walk], at index: Int, to fields: inout [Field]) {
        for walk in walks.indices {
            let place = walks[walk].next
            guard place < walks[walk].rows.count, walks[walk].rows[place] == index else { continue }
            walks[walk].next = place + 1
            switch walks[walk].values {
            case .integers(let values):
                fields.append(Field(walks[walk].column, .integer(values[place])))
            case .bytes(let codes, let dictionary):
                fields.append(Field(walks[walk].column, dictionary[Int(codes[place])]))
            }
        }
    }

    private static func walks(
        _ integers: [ColumnID: IntegerColumn], _ bytes: [ColumnID: BytesColumn]
    ) -> [Walk] {
        let first = integers.map {
            Walk(column: $0.key, rows: $0.value.rows, values: .integers($0.value.values))
        }
        let second = bytes.map {
            let dictionary = $0.value.dictionary.map { FieldValue.bytes(Array($0)) }
            return Walk(
                column: $0.key, rows: $0.value.rows,
                values: .bytes(codes: $0.value.codes, dictionary: dictionary))
        }
        return (first + second).sorted { $0.column < $1.column }
    }
}

extension ColumnBatch {
    /// The events in order; columns of sections that were not read are missing from them.
    ///
    /// Needs the hot section.
    ///
    /// - Complexity: O(1) to make, O(*c*) an event of *c* values.
    public var rows: BatchRows { BatchRows(self) }
}
