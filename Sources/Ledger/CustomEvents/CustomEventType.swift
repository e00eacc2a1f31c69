public import EventLog

/// What another package declares of one of its types of events.
///
/// The number, the name and the columns of each version are written into the log before the first
/// event (``EventStore/declare(_:id:at:actor:)``), so that every program can show the events.
public struct CustomEventType: Sendable {
    /// What events of the type look like in one version.
    public struct Version: Sendable {
        /// The columns.
        public let columns: [EventSchema.Column]
        /// Makes an event of this version of one of the version before.
        let step: (@Sendable (inout Row) -> Void)?

        /// A version.
        ///
        /// - Parameters:
        ///   - columns: What it has; a name means the same column in all versions.
        ///   - step: Turns the columns of an event of the version before into those of this one:
        ///     pure, for it may be called again and again. `nil` only for the first version.
        public init(
            _ columns: [EventSchema.Column], upcasting step: (@Sendable (inout Row) -> Void)? = nil
        ) {
            self.columns = columns
            self.step = step
        }
    }

    /// The number, from ``numbers``.
    public let number: UInt16
    /// What events of the type speak of, such as `order`.
    public let entity: String
    /// What happened to it, such as `placed`.
    public let action: String
    /// The versions, from 1 on.
    public let versions: [Version]

    /// A type with its versions.
    public init(_ number: UInt16, _ entity: String, _ action: String, versions: [Version]) {
        self.number = number
        self.entity = entity
        self.action = action
        self.versions = versions
    }

    /// A type of which there is one version.
    public init(
        _ number: UInt16, _ entity: String, _ action: String, _ columns: [EventSchema.Column]
    ) {
        self.init(number, entity, action, versions: [Version(columns)])
    }

    /// The numbers that types of other packages have. Whoever shares a log agrees on them: a
    /// number that means something else in a log is refused.
    public static let numbers: ClosedRange<UInt16> = EventNumbers.custom

    /// The version in which events are written.
    public var version: UInt8 { UInt8(clamping: versions.count) }

    /// What the type is called in the log, in `ledger log` and in files of events.
    public var name: String { "\(entity)-\(action)" }

    /// What the log is told of each version.
    package var schemas: [EventSchema] {
        versions.enumerated().map { index, version in
            EventSchema(
                type: number, version: UInt8(clamping: index + 1), name: name, isCritical: false,
                columns: version.columns)
        }
    }

    /// Whether an event of this declaration can be written and read again.
    ///
    /// - Throws: ``CustomEventError/badNumber(_:)``, ``CustomEventError/badName(_:)`` or
    ///   ``CustomEventError/badColumn(_:_:)``.
    package func check() throws(CustomEventError) {
        guard CustomEventType.numbers.contains(number) else { throw .badNumber(number) }
        for word in [entity, action] where !word.isWord { throw .badName(name) }
        guard (1...255).contains(versions.count), versions[0].step == nil,
            versions.dropFirst().allSatisfy({ $0.step != nil })
        else { throw .badVersions(name) }
        var names: [String: ColumnID] = [:]
        for version in versions {
            var ids: Set<ColumnID> = []
            for column in version.columns {
                guard column.id.isForCustomEvents, column.name.isWord, column.fits,
                    ids.insert(column.id).inserted,
                    names.updateValue(column.id, forKey: column.name) ?? column.id == column.id
                else { throw .badColumn(name, column.id) }
            }
            guard Set(version.columns.map(\.name)).count == ids.count else {
                throw .badName(name)
            }
        }
    }

    /// An event in the newest version; `nil` for a version that never was.
    func upcast(_ row: Row) -> Row? {
        guard (1...versions.count).contains(Int(row.schema)) else { return nil }
        var fields = row
        for version in versions[Int(row.schema)...] { version.step?(&fields) }
        return Row(type: number, schema: version, isCritical: false, fields: fields.fields)
    }
}

extension EventSchema.Column {
    /// A column of integers.
    public static func integer(
        _ id: ColumnID, _ name: String, isRequired: Bool = true
    ) -> EventSchema.Column {
        EventSchema.Column(id, name, .integer, isRequired: isRequired)
    }

    /// A column of text; required where nothing else is said and it cannot be erased.
    public static func text(
        _ id: ColumnID, _ name: String, isRequired: Bool? = nil
    ) -> EventSchema.Column {
        EventSchema.Column(id, name, .text, isRequired: isRequired ?? !id.isErasable)
    }

    /// A column of bytes; required where nothing else is said and it cannot be erased.
    public static func bytes(
        _ id: ColumnID, _ name: String, isRequired: Bool? = nil
    ) -> EventSchema.Column {
        EventSchema.Column(id, name, .bytes, isRequired: isRequired ?? !id.isErasable)
    }

    /// Positions are integers, and text that can be erased need not be there.
    fileprivate var fits: Bool {
        switch id.rawValue {
        case 0x08...0x0F: kind == .integer
        case 0xA0...: kind != .integer && !isRequired
        default: true
        }
    }
}

/// Columns of custom events. Each type gives them names of its own.
extension ColumnID {
    /// A fact of a custom event: hashed directly, kept as long as the log.
    ///
    /// - Parameter number: 0 … 26.
    public static func customFact(_ number: UInt8) -> ColumnID {
        number < facts.count ? facts[Int(number)] : ColumnID(rawValue: 0)
    }

    /// A text of a custom event: hashed through a commitment, so that it can be erased.
    ///
    /// - Parameter number: 0 … 92.
    public static func customText(_ number: UInt8) -> ColumnID {
        ColumnID(rawValue: number < 93 ? 0xA0 + number : 0)
    }

    /// A link of a custom event to an earlier event.
    ///
    /// - Parameter number: 0 … 7.
    public static func customLink(_ number: UInt8) -> ColumnID {
        ColumnID(rawValue: number < 8 ? 0x08 + number : 0)
    }

    /// Facts of which the store asks nothing: elsewhere it wants positions of persons, or shares.
    private static let facts = (UInt8(0x50)...0x6F).map { ColumnID(rawValue: $0) }.filter {
        ![.payer, .shares, .assignee, .toldBy, .schemas].contains($0)
    }

    /// Whether custom events may have the column.
    var isForCustomEvents: Bool {
        switch rawValue {
        case 0x08...0x0F, 0xA0...0xFC: true
        default: ColumnID.facts.contains(self)
        }
    }
}

extension String {
    /// Whether it is a word as schemas have them: a letter, then letters, digits and `_`.
    var isWord: Bool {
        guard let first = utf8.first else { return false }
        let isLetter = { (byte: UInt8) in (0x61...0x7A ~= byte) || (0x41...0x5A ~= byte) }
        return isLetter(first)
            && utf8.allSatisfy { isLetter($0) || (0x30...0x39 ~= $0) || $0 == 0x5F }
    }
}
