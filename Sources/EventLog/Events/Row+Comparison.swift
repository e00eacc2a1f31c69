extension Row {
    /// Whether the event is what stands in a log: what a repeat of a commit is held against.
    ///
    /// What counts is what was asked for: the type and the values, but not those that were
    /// replaced, not the version before, and references into the commit by index. Of a text that
    /// was erased nobody can say what it was.
    ///
    /// - Parameters:
    ///   - stored: The event in the log, in the schema version of this one.
    ///   - positions: Those of its commit.
    ///   - isReference: Whether integers in a column are positions of events.
    package func isSame(
        as stored: Row, in positions: Range<UInt64>, where isReference: (ColumnID) -> Bool
    ) -> Bool {
        let asked = stored.isErased ? withoutText : self
        let stored = stored.withoutSalt
        return asked.type == stored.type && asked.schema == stored.schema
            && asked.isCritical == stored.isCritical
            && asked.content(positions, isReference) == stored.content(positions, isReference)
    }

    private func content(
        _ positions: Range<UInt64>, _ isReference: (ColumnID) -> Bool
    ) -> [Field] {
        fields.compactMap { field in
            if field.column == .previous || field.column.restated != nil { return nil }
            guard isReference(field.column), let value = field.value.integer, value >= 0,
                positions.contains(UInt64(value))
            else { return field }
            let index = Int64(UInt64(value) - positions.lowerBound)
            return Field(field.column, .integer(-1 - index))
        }
    }
}

extension [Row] {
    /// Whether the events are those that stand in a log from a position on.
    func isSame(as stored: [Row], from firstPosition: UInt64) -> Bool {
        let positions = firstPosition..<(firstPosition + UInt64(stored.count))
        return count == stored.count
            && zip(self, stored).allSatisfy { asked, row in
                asked.isSame(as: row, in: positions) { $0.kind == .link }
            }
    }
}
