package import EventLog

/// How events of older schema versions are read: pure steps from one version of an event type to
/// the next, chained. The log itself is never rewritten.
///
/// A step looks at one value at a time, in a column of facts or text, so that the values of a whole
/// frame are upcast at once, each distinct string a single time. What reports add up (types, links,
/// keys and numbers) is no step's matter: frames are folded as they are stored.
package struct Upcasting: Sendable {
    /// The way from one version of an event type to the next.
    package struct Step: Sendable {
        /// What it does, for people. Whoever changes what it does changes these words, too: by
        /// them what was made of upcast events is told apart.
        package let summary: String
        /// What becomes of the values in some columns, all at once; all others stay.
        package let changes: [ColumnID: ColumnChange]

        /// A step.
        package init(_ summary: String, _ changes: [ColumnID: ColumnChange]) {
            self.summary = summary
            self.changes = changes
        }
    }

    /// A version of an event type.
    package struct Version: Hashable, Sendable {
        /// The event type.
        package let type: EventType
        /// Its schema version.
        package let schema: UInt8

        /// A version of an event type.
        package init(_ type: EventType, _ schema: UInt8) {
            self.type = type
            self.schema = schema
        }
    }

    /// The steps, by the version that they start from.
    package let steps: [Version: Step]

    /// Steps by the version that they start from.
    package init(_ steps: [Version: Step]) { self.steps = steps }

    /// The row in the given version, or `nil` when a step is missing on the way.
    ///
    /// - Complexity: O(*v*) for *v* versions in between; a row of that version comes back as it is.
    package func upcast(_ row: Row, to schema: UInt8) -> Row? {
        guard row.schema != schema else { return row }
        guard let type = EventType(rawValue: row.type) else { return nil }
        var upcasted = row
        while upcasted.schema < schema {
            guard let step = steps[Version(type, upcasted.schema)] else { return nil }
            upcasted = Row(
                type: row.type, schema: upcasted.schema + 1, isCritical: row.isCritical,
                fields: step.applied(to: upcasted.fields))
        }
        return upcasted.schema == schema ? upcasted : nil
    }

    /// The events of a batch, each in the newest version to which steps lead.
    ///
    /// - Precondition: Who reads facts or text reads the hot columns, too.
    /// - Complexity: O(*k*) in the keys where nothing is to be upcast; else O(*n*) in the distinct
    ///   values of the columns that change, and in the events where any value does.
    package func upcast(_ batch: ColumnBatch) -> ColumnBatch {
        if version(in: batch) == nil { return batch }
        var upcasted = batch
        upcast(&upcasted) { _ in }
        return upcasted
    }

    /// The indexes of the events of a batch of which any value is upcast.
    package func changed(in batch: ColumnBatch) -> Set<Int> {
        var changed: Set<Int> = []
        var upcasted = batch
        upcast(&upcasted) { changed.formUnion($0) }
        return changed
    }

    /// Whether a step leads on from the type of any of some keys.
    package func lifts(_ keys: [GroupKey]) -> Bool {
        keys.contains { key in
            EventType(rawValue: key.type).map { steps[Version($0, key.schema)] != nil } ?? false
        }
    }

    private func upcast(_ batch: inout ColumnBatch, _ changed: (Set<Int>) -> Void) {
        while let version = version(in: batch), let step = steps[version] {
            let isOld = batch.keys.map {
                $0.type == version.type.rawValue && $0.schema == version.schema
            }
            changed(batch.replace(step.changes, ofKeys: isOld))
            batch.setSchema(version.schema + 1, ofKeys: isOld)
        }
    }

    /// A version from which a step leads on, if any event of a batch has one.
    private func version(in batch: ColumnBatch) -> Version? {
        for key in batch.keys {
            guard let type = EventType(rawValue: key.type) else { continue }
            let version = Version(type, key.schema)
            if steps[version] != nil { return version }
        }
        return nil
    }
}

extension Upcasting.Step {
    /// What was made stands behind what stays, so that of two values in one column it is kept.
    fileprivate func applied(to fields: [Field]) -> [Field] {
        var (kept, made): ([Field], [Field]) = ([], [])
        for field in fields {
            let outcome: [Field]? =
                switch (changes[field.column], field.value) {
                case (.bytes(let change), .bytes(let bytes)): change(bytes[...])
                case (.integers(let change), .integer(let value)): change(value)
                default: nil
                }
            if let outcome { made += outcome } else { kept.append(field) }
        }
        return kept + made
    }
}
