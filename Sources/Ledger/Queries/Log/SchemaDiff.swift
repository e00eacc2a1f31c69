package import EventLog

/// What events of older versions say in the newest one.
package struct SchemaDiff: Codable, Hashable, Sendable {
    /// A field of an event that is not what is stored.
    package struct Row: Codable, Hashable, Sendable {
        /// The position of the event.
        package let position: UInt64
        /// What its type is called.
        package let event: String
        /// The version in which it is stored.
        package let from: UInt8
        /// The version in which it is read.
        package let to: UInt8
        /// What the column is called in that version.
        package let field: String
        /// What is stored; `nil` for nothing.
        package let was: String?
        /// What is read; `nil` for nothing.
        package let now: String?
    }

    /// The fields, in the order of the log.
    package internal(set) var rows: [Row] = []
    /// How many events are stored in an older version.
    package internal(set) var older: UInt64 = 0
    /// How many of them say something in another field.
    package internal(set) var changed: UInt64 = 0
    /// Whether there are more such events than those that were asked for.
    package internal(set) var more = false
    /// The position of the last event that was taken in.
    package let position: UInt64
    /// The root over all events up to and including it, lower-case hex.
    package let root: String

    init(_ end: LogHead) {
        position = end.lastPosition
        root = end.root.hex
    }
}

extension EventStore {
    /// What events of older versions say in the newest one; see ``SchemaDiff``.
    ///
    /// - Parameters:
    ///   - limit: How many events to list; the others are counted.
    ///   - progress: Called now and then with the number of events so far.
    /// - Complexity: O(*n*) in the events.
    package func schemaDiff(
        upTo end: LogHead, limit: Int, progress: (UInt64) -> Void = { _ in }
    ) throws(StoreError) -> SchemaDiff {
        var diff = SchemaDiff(end)
        try readStored(0..<end.count, [.hot, .facts, .text], holding: .all) { batch in
            diff.take(batch, limit: limit)
            progress(batch.positions.upperBound)
            return .next
        }
        return diff
    }
}

extension SchemaDiff {
    fileprivate mutating func take(_ stored: ColumnBatch, limit: Int) {
        let upcasted = Upcasting.current.upcast(stored)
        let isOld = zip(stored.keys, upcasted.keys).map { $0.schema != $1.schema }
        guard isOld.contains(true) else { return }
        for code in stored.keyCodes where isOld[Int(code)] { older += 1 }
        for index in Upcasting.current.changed(in: stored).sorted() {
            changed += 1
            guard changed <= limit else {
                more = true
                continue
            }
            let (was, now) = (stored.row(at: index), upcasted.row(at: index))
            let schema = EventSchema.known(now.type, now.schema)
            for column in Set((was.fields + now.fields).map(\.column)).sorted()
            where was[column] != now[column] {
                let known = schema?.columns.first { $0.id == column }
                rows.append(
                    Row(
                        position: stored.firstPosition + UInt64(index), event: schema?.name ?? "",
                        from: was.schema, to: now.schema, field: known?.name ?? column.name,
                        was: was[column]?.text, now: now[column]?.text))
            }
        }
    }
}

extension FieldValue {
    /// The value for people: bytes as text.
    fileprivate var text: String {
        switch self {
        case .integer(let value): String(value)
        case .bytes(let bytes): String(decoding: bytes, as: UTF8.self)
        }
    }
}
