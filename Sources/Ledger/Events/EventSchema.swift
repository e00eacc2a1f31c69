public import EventLog

/// What events of a type look like in one version: which columns they have, and what these hold.
public struct EventSchema: Hashable, Sendable {
    /// A column of an event.
    public struct Column: Hashable, Sendable {
        /// What its values are.
        public enum Kind: String, Sendable {
            /// Integers.
            case integer
            /// Bytes.
            case bytes
            /// Text in UTF-8.
            case text
        }

        /// Its number.
        public let id: ColumnID
        /// What it is called.
        public let name: String
        /// What its values are.
        public let kind: Kind
        /// Whether every event of the type has one.
        public let isRequired: Bool

        /// A column.
        public init(_ id: ColumnID, _ name: String, _ kind: Kind, isRequired: Bool) {
            self.id = id
            self.name = name
            self.kind = kind
            self.isRequired = isRequired
        }
    }

    /// The number of the type.
    public let type: UInt16
    /// The version, from 1.
    public let version: UInt8
    /// What the type is called.
    public let name: String
    /// Whether a program that does not know the version must neither report nor append.
    public let isCritical: Bool
    /// The columns, ascending by number.
    public let columns: [Column]

    /// A schema; the columns are brought into ascending order.
    package init(type: UInt16, version: UInt8, name: String, isCritical: Bool, columns: [Column]) {
        self.type = type
        self.version = version
        self.name = name
        self.isCritical = isCritical
        self.columns = columns.sorted { $0.id < $1.id }
    }

    /// All of it in one line of ASCII, the same for equal schemas: what the log keeps.
    ///
    /// ```
    /// line   := type " " version " " name " " ("critical" | "optional") { " " column }
    /// column := number ":" name ":" kind [ "?" ]           number: two hexadecimal digits;
    ///                                                       kind: integer, bytes, text;
    ///                                                       "?" where not every event has one
    /// ```
    package var line: String {
        let words = columns.map { column in
            let number = EventSchema.hexadecimal(column.id)
            return "\(number):\(column.name):\(column.kind.rawValue)\(column.isRequired ? "" : "?")"
        }
        let head = "\(type) \(version) \(name) \(isCritical ? "critical" : "optional")"
        return ([head] + words).joined(separator: " ")
    }

    /// The schema of a ``line``; `nil` for any other text.
    package init?(line: String) {
        let words = line.split(separator: " ", omittingEmptySubsequences: false)
        guard words.count >= 4, let type = UInt16(words[0]), let version = UInt8(words[1]),
            words[3] == "critical" || words[3] == "optional"
        else { return nil }
        var columns: [Column] = []
        for word in words[4...] {
            let parts = word.split(separator: ":", omittingEmptySubsequences: false)
            guard parts.count == 3, let number = UInt8(parts[0], radix: 16) else { return nil }
            let isRequired = !parts[2].hasSuffix("?")
            let name = isRequired ? parts[2] : parts[2].dropLast()
            guard let kind = Column.Kind(rawValue: String(name)) else { return nil }
            columns.append(
                Column(
                    ColumnID(rawValue: number), String(parts[1]), kind, isRequired: isRequired))
        }
        self.init(
            type: type, version: version, name: String(words[2]),
            isCritical: words[3] == "critical", columns: columns)
        if self.line != line { return nil }
    }

    /// The schemas that a declaration has; lines that say nothing to this program are left out.
    ///
    /// - Parameter types: Of lines of other types no more is read than the number.
    package static func schemas(
        in text: String, of types: ClosedRange<UInt16> = 0...(.max)
    ) -> [EventSchema] {
        text.utf8.split(separator: UInt8(ascii: "\n")).compactMap { line in
            let number = UInt16(Substring(line.prefix { $0 != UInt8(ascii: " ") }))
            guard let number, types.contains(number) else { return nil }
            return EventSchema(line: String(Substring(line)))
        }
    }

    /// SHA-256 of the ``line``: the same as long as the schema is.
    package var fingerprint: Digest { EventSchema.fingerprint(of: line) }

    /// SHA-256 of a text, such as a declaration.
    package static func fingerprint(of text: String) -> Digest { SHA256.hash(Array(text.utf8)) }

    /// The number of a column as two hexadecimal digits.
    package static func hexadecimal(_ column: ColumnID) -> String {
        let digits = String(column.rawValue, radix: 16, uppercase: true)
        return digits.utf8.count < 2 ? "0" + digits : digits
    }
}

extension EventSchema {
    /// Every version of every type that this program reads, ascending by type and version. What
    /// stands here once never changes: another layout is another version.
    public static let all: [EventSchema] = {
        let lost = EventSchema(
            type: LostEvent.type, version: 1, name: "lost", isCritical: false, columns: [])
        return (EventDeclaration.all.flatMap(\.schemas) + [lost]).sorted {
            ($0.type, $0.version) < ($1.type, $1.version)
        }
    }()

    /// What this program writes, as a ledger keeps it: the ``line`` of the newest version of each
    /// type, ascending by type, each closed by a newline. The types that only shared ledgers have
    /// are left out.
    package static let written = lines { schema in
        !ofDevices.contains { $0.rawValue == schema.type }
    }

    /// The same for a shared ledger: with the types that only those have.
    package static let writtenShared = lines { _ in true }

    private static func lines(where isWanted: (EventSchema) -> Bool) -> String {
        all.filter { schema in
            let newest = EventType(rawValue: schema.type)?.schema ?? schema.version
            return schema.version == newest && isWanted(schema)
        }.map { $0.line + "\n" }.joined()
    }

    /// The types that only shared ledgers have.
    private static let ofDevices: Set<EventType> = [
        .deviceAdded, .deviceRevoked, .commitSigned, .commitsVouched,
    ]

    /// What this program knows of a version of a type, by number; `nil` for neither.
    package static func known(_ type: UInt16, _ version: UInt8) -> EventSchema? {
        all.first { $0.type == type && $0.version == version }
    }
}

extension ReferenceData {
    /// What a commit of this program has to say besides its events: what they look like, where the
    /// ledger does not know; `nil` where it does.
    ///
    /// - Complexity: O(*d*) in the declarations, of which each version of the program makes one.
    package var undeclared: Event? { undeclared(sharing: false) }

    /// The same for a commit that adds a device where there may be none yet.
    package func undeclared(sharing: Bool) -> Event? {
        let isShared = sharing || !devices.isEmpty
        let written = isShared ? EventSchema.writtenShared : EventSchema.written
        if declarations.contains(where: { $0.schemas == written }) { return nil }
        return .schemasDeclared(SchemasDeclared(schemas: written))
    }
}
