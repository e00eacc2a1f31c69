package import EventLog

/// The custom types of events that a log declares.
package struct DeclaredTypes: Sendable {
    /// By number, then by version; of several declarations the first one counts.
    private var schemas: [UInt16: [UInt8: EventSchema]] = [:]

    /// What some declarations say.
    package init(_ declarations: [ReferenceData.Declaration] = []) {
        for declaration in declarations {
            add(EventSchema.schemas(in: declaration.schemas, of: EventNumbers.custom))
        }
    }

    /// Takes in what is declared behind all others.
    mutating func add(_ new: [EventSchema]) {
        for schema in new where EventNumbers.custom.contains(schema.type) {
            let name = name(of: schema.type) ?? schema.name
            let isKnown = schemas[schema.type]?[schema.version] != nil
            if isKnown || name != schema.name { continue }
            schemas[schema.type, default: [:]][schema.version] = schema
        }
    }

    /// The numbers, ascending.
    package var numbers: [UInt16] { schemas.keys.sorted() }

    /// Whether there are none.
    package var isEmpty: Bool { schemas.isEmpty }

    /// What a type is called; `nil` for one that is not declared.
    package func name(of number: UInt16) -> String? { schemas[number]?.values.first?.name }

    /// What a type speaks of, and what happened to it.
    package func words(of number: UInt16) -> (entity: String, action: String)? {
        name(of: number).map { name in
            let words = name.split(separator: "-", maxSplits: 1).map(String.init)
            return (words[0], words.count > 1 ? words[1] : "recorded")
        }
    }

    /// What events of a type look like in a version; `nil` for what is not declared.
    package func schema(_ number: UInt16, _ version: UInt8) -> EventSchema? {
        schemas[number]?[version]
    }

    /// The names of the columns of a type, in all versions.
    package func columns(of number: UInt16) -> [ColumnID: String] {
        var names: [ColumnID: String] = [:]
        let versions = (schemas[number] ?? [:]).sorted { $0.key < $1.key }
        for (_, schema) in versions {
            for column in schema.columns { names[column.id] = column.name }
        }
        return names
    }

    /// The types that a word means: what they speak of, what happened, or both.
    package func named(_ word: String) -> Set<UInt16> {
        let word = word.lowercased()
        return Set(
            numbers.filter { number in
                guard let (entity, action) = words(of: number) else { return false }
                return [entity, action, "\(entity)-\(action)"].contains { $0.lowercased() == word }
            })
    }

    /// The names of all types, ascending by number.
    package var names: [String] { numbers.compactMap(name(of:)) }

    /// The schemas of a type that the log does not have.
    ///
    /// - Throws: ``CustomEventError`` where the log has something else under the number, the name
    ///   or a version.
    func missing(_ type: CustomEventType) throws(CustomEventError) -> [EventSchema] {
        try type.check()
        if EventType.allCases.contains(where: { $0.name == type.name }) {
            throw .badName(type.name)
        }
        if let name = name(of: type.number), name != type.name {
            throw .numberTaken(type.number, by: name)
        }
        for number in numbers where number != type.number && name(of: number) == type.name {
            throw .nameTaken(type.name, by: number)
        }
        var missing: [EventSchema] = []
        for schema in type.schemas {
            guard let known = self.schema(schema.type, schema.version) else {
                missing.append(schema)
                continue
            }
            if known != schema { throw .versionTaken(type.name, version: schema.version) }
        }
        return missing
    }
}
