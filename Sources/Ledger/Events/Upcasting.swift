package import EventLog

/// How rows of older schema versions are read: pure steps from one version of an event type to the
/// next, chained. The log itself is never rewritten.
package struct Upcasting: Sendable {
    /// Rewrites the columns of a row of one version as the next version has them; only the columns
    /// of what it returns matter.
    package typealias Step = @Sendable (Row) -> Row

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

    private let steps: [Version: Step]

    /// Steps by the version that they start from.
    package init(_ steps: [Version: Step]) { self.steps = steps }

    /// The steps of this program: none, since every type has its first version.
    package static let current = Upcasting([:])

    /// The row in the given version, or `nil` when a step is missing on the way.
    ///
    /// - Complexity: O(*v*) for *v* versions in between; a row of that version comes back as it is.
    package func lift(_ row: Row, to schema: UInt8) -> Row? {
        guard row.schema != schema else { return row }
        guard let type = EventType(rawValue: row.type) else { return nil }
        var lifted = row
        while lifted.schema < schema {
            guard let step = steps[Version(type, lifted.schema)] else { return nil }
            lifted = Row(
                type: row.type, schema: lifted.schema + 1, isCritical: row.isCritical,
                fields: step(lifted).fields)
        }
        return lifted.schema == schema ? lifted : nil
    }
}
