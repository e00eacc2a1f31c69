extension ColumnBatch {
    /// The event at an index of the batch as a row; columns of sections that were not read are
    /// missing from it.
    ///
    /// - Parameter index: 0 ..< ``count``; needs the hot section.
    /// - Complexity: O(*c* log *n*) for *c* columns.
    public func row(at index: Int) -> Row {
        let key = keys[Int(keyCodes[index])]
        var fields: [Field] = []
        for (column, values) in links { append(values, at: index, as: column, to: &fields) }
        fields += key.fields
        for (column, values) in numbers where key.has(column) {
            fields.append(Field(column, .integer(values[index])))
        }
        appendRetraction(at: index, to: &fields)
        for (column, values) in integers { append(values, at: index, as: column, to: &fields) }
        for (column, values) in bytes {
            if let value = values.value(at: index) { fields.append(Field(column, .bytes(value))) }
        }
        return Row(
            type: key.type, schema: key.schema, isCritical: key.isCritical, fields: fields)
    }

    /// The commit to which the event at an index of the batch belongs, or `nil` when the commits
    /// were not read.
    ///
    /// - Complexity: O(log *n*).
    public func commit(at index: Int) -> CommitHeader? {
        let next = commits.partitioningIndex { $0.firstIndex > index }
        return next > 0 ? commits[next - 1].header : nil
    }

    /// The key that the event at an index of the batch retracts with its numbers, or `nil`.
    ///
    /// - Complexity: O(log *n*).
    private func appendRetraction(at index: Int, to fields: inout [Field]) {
        guard let place = retractions.place(of: index) else { return }
        let key = retractedKeys[Int(retractions.values[place])]
        for field in key.fields {
            if let column = field.column.retracted { fields.append(Field(column, field.value)) }
        }
        for (column, values) in retractedNumbers where key.has(column) {
            guard let retracted = column.retracted else { continue }
            fields.append(Field(retracted, .integer(values[place])))
        }
    }

    private func append(
        _ values: IntegerColumn, at index: Int, as column: ColumnID, to fields: inout [Field]
    ) {
        if let value = values.value(at: index) { fields.append(Field(column, .integer(value))) }
    }
}
