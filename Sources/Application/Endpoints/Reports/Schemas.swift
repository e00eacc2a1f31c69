internal import EventLog
package import Ledger

/// Lists the versions of events that the ledger holds and the program knows.
package enum ListSchemas: Endpoint {
    package typealias Input = NoInput
    package typealias Output = SchemaList

    package static let path = "schema"
    package static let summary = "list the versions of events: those there are and those known"
    package static let needs: Set<Permission> = [.read]

    package static func run(
        _ input: Input, in env: Environment
    ) throws(ApplicationError) -> Output {
        let store = try env.store()
        return try mappingError(
            ApplicationError.store, store.schemaList(upTo: try store.head(), progress: env.progress)
        )
    }
}

/// Shows the versions of one type of event.
package enum ShowSchema: Endpoint {
    /// Which.
    package struct Input: Codable, Hashable, Sendable {
        /// What it is called, in any case, or its number.
        package var name: String

        /// A request.
        package init(name: String) { self.name = name }
    }

    /// A column of a version; flat.
    package struct Column: Codable, Hashable, Sendable {
        /// The version.
        package let version: UInt8
        /// The number, two hexadecimal digits.
        package let column: String
        /// What it is called.
        package let name: String
        /// `integer`, `bytes` or `text`.
        package let kind: String
        /// Whether every event has one.
        package let required: Bool
    }

    /// A version.
    package struct Version: Codable, Hashable, Sendable {
        /// The version.
        package let version: UInt8
        /// Whether a program that does not know it must neither report nor record.
        package let critical: Bool
        /// SHA-256 of the schema, lower-case hex.
        package let fingerprint: String
        /// How events of the version before are read as this one; empty for the first.
        package let lifted: String
    }

    /// All versions.
    package struct Output: Codable, Hashable, Sendable {
        /// What the type is called.
        package let name: String
        /// The number of the type.
        package let type: UInt16
        /// The versions, ascending.
        package let versions: [Version]
        /// Their columns, ascending by version and number.
        package let rows: [Column]
    }

    package static let path = "schema/show"
    package static let summary = "show the columns of a type of event, version by version"
    package static let needs: Set<Permission> = [.read]

    package static func run(
        _ input: Input, in env: Environment
    ) throws(ApplicationError) -> Output {
        let own = EventSchema.all
        let declarations: [ReferenceData.Declaration] = try mappingError(ApplicationError.store) {
            () throws(StoreError) in
            guard let store = try env.home.open() else { return [] }
            return try store.declarations(upTo: try store.head().count)
        }
        let others = declarations.flatMap { EventSchema.schemas(in: $0.schemas) }
        var schemas = own
        for schema in others
        where !schemas.contains(where: { $0.type == schema.type && $0.version == schema.version }) {
            schemas.append(schema)
        }
        let name = input.name.lowercased()
        let found = schemas.filter { $0.name.lowercased() == name || "\($0.type)" == name }
            .sorted { $0.version < $1.version }
        guard let newest = found.last else {
            let names = Set(schemas.map(\.name)).sorted()
            throw .unknownSchema(
                input.name, suggestions: Spelling.nearest(to: input.name, among: names))
        }
        return Output(
            name: newest.name, type: newest.type, versions: found.map(Version.init),
            rows: found.flatMap { schema in
                schema.columns.map { column in
                    Column(
                        version: schema.version, column: EventSchema.hexadecimal(column.id),
                        name: column.name, kind: column.kind.rawValue, required: column.isRequired)
                }
            })
    }
}

extension ShowSchema.Version {
    fileprivate init(_ schema: EventSchema) {
        version = schema.version
        critical = schema.isCritical
        fingerprint = schema.fingerprint.hex
        let step = EventType(rawValue: schema.type).flatMap { type in
            Upcasting.current.steps[Upcasting.Version(type, schema.version &- 1)]
        }
        lifted = step?.summary ?? ""
    }
}

/// Shows what events of older versions say in the newest one.
package enum DiffSchemas: Endpoint {
    /// How much is shown.
    package struct Input: Codable, Hashable, Sendable {
        /// How many events; 20 when left out.
        package var limit: Int?

        /// A request.
        package init(limit: Int? = nil) { self.limit = limit }
    }

    package typealias Output = SchemaDiff

    package static let path = "schema/diff"
    package static let summary = "show what events of older versions say in the newest one"
    package static let needs: Set<Permission> = [.read]

    package static func run(
        _ input: Input, in env: Environment
    ) throws(ApplicationError) -> Output {
        let limit = input.limit ?? 20
        guard limit >= 0 else { throw .outOfRange(field: "limit", limit) }
        let store = try env.store()
        return try mappingError(
            ApplicationError.store,
            store.schemaDiff(upTo: try store.head(), limit: limit, progress: env.progress))
    }
}
