package import EventLog

extension EventStore {
    /// What programs said their events look like, in the order of the log. Works where events are
    /// critical that this program does not know.
    ///
    /// - Complexity: O(*n*) in the frames; only those that hold declarations are read.
    package func declarations(upTo count: UInt64) throws(StoreError) -> [ReferenceData.Declaration]
    {
        let types: [EventType] = [.ledgerOpened, .schemasDeclared]
        let found = try positions(
            in: 0..<count, holding: TypeSet(types.map(\.rawValue))
        ) { number, schema, _ in
            types.contains { $0.rawValue == number && schema <= $0.schema }
        }
        var referenceData = ReferenceData()
        try readEvents(at: found, [.hot, .facts]) { position, event, _ in
            referenceData.apply(event, at: position)
        }
        return referenceData.declarations
    }

    /// What versions of events there are; see ``SchemaList``. Works where events are critical that
    /// this program does not know.
    ///
    /// - Parameter progress: Called now and then with the number of events so far.
    /// - Complexity: O(*n*) in the events.
    package func schemaList(
        upTo end: LogHead, progress: (UInt64) -> Void = { _ in }
    ) throws(StoreError) -> SchemaList {
        var census = SchemaCensus()
        let sections: Sections = [.links, .hot, .facts, .text]
        try readStored(0..<end.count, sections, holding: .all) { batch in
            census.take(batch)
            progress(batch.positions.upperBound)
            return .next
        }
        return SchemaList(census, try declarations(upTo: end.count), end)
    }
}

/// Counts events by type and version, and columns that this program does not know.
private struct SchemaCensus {
    struct Version: Hashable {
        let type: UInt16
        let schema: UInt8
        let isCritical: Bool
    }

    struct Strange: Hashable {
        let version: Version
        let column: ColumnID
    }

    private(set) var events: [Version: (count: UInt64, first: UInt64)] = [:]
    private(set) var strange: [Strange: UInt64] = [:]
    private var columns: [Version: Set<ColumnID>?] = [:]

    mutating func take(_ batch: ColumnBatch) {
        var counts = Array(repeating: UInt64(0), count: batch.keys.count)
        var firsts = counts
        for (index, code) in batch.keyCodes.enumerated() {
            counts[Int(code)] += 1
            if counts[Int(code)] == 1 { firsts[Int(code)] = batch.firstPosition + UInt64(index) }
        }
        let versions = batch.keys.map {
            Version(type: $0.type, schema: $0.schema, isCritical: $0.isCritical)
        }
        let known = versions.map { knownColumns(of: $0) }
        for (code, version) in versions.enumerated() where counts[code] > 0 {
            var entry = events[version] ?? (0, firsts[code])
            entry.count += counts[code]
            entry.first = min(entry.first, firsts[code])
            events[version] = entry
            guard let known = known[code] else { continue }
            for column in batch.keys[code].columns where !known.contains(column) {
                strange[Strange(version: version, column: column), default: 0] += counts[code]
            }
        }
        func count(_ rows: [UInt32], _ column: ColumnID) {
            let isStrange = known.map { $0?.contains(column) == false }
            guard isStrange.contains(true) else { return }
            for row in rows {
                let code = Int(batch.keyCodes[Int(row)])
                guard isStrange[code] else { continue }
                strange[Strange(version: versions[code], column: column), default: 0] += 1
            }
        }
        for (column, values) in batch.links { count(values.rows, column) }
        for (column, values) in batch.integers { count(values.rows, column) }
        for (column, values) in batch.bytes { count(values.rows, column) }
    }

    /// `nil` for a version of which nothing is known.
    private mutating func knownColumns(of version: Version) -> Set<ColumnID>? {
        if let known = columns[version] { return known }
        let schema = EventSchema.known(version.type, version.schema)
        let known = schema.map { Set($0.columns.map(\.id)) }
        columns[version] = known
        return known
    }
}

extension GroupKey {
    /// The columns in which events of the key have a value.
    fileprivate var columns: [ColumnID] {
        let numbers = (UInt8(0x20)...0x2F).map(ColumnID.init(rawValue:)).filter(has)
        return fields.map(\.column) + numbers
    }
}

extension SchemaList {
    fileprivate init(
        _ census: SchemaCensus, _ declarations: [ReferenceData.Declaration], _ end: LogHead
    ) {
        var declared: [String: (schema: EventSchema, position: UInt64)] = [:]
        for declaration in declarations.reversed() {
            for schema in EventSchema.schemas(in: declaration.schemas) {
                declared[schema.line] = (schema, declaration.position)
            }
        }
        var schemas: [SchemaCensus.Version: EventSchema] = [:]
        for schema in declared.values.map(\.schema) + EventSchema.all {
            let version = SchemaCensus.Version(
                type: schema.type, schema: schema.version, isCritical: schema.isCritical)
            schemas[version] = schema
        }
        let versions = Set(schemas.keys).union(census.events.keys).sorted {
            ($0.type, $0.schema, $0.isCritical ? 1 : 0) < (
                $1.type, $1.schema, $1.isCritical ? 1 : 0
            )
        }
        rows = versions.map { version in
            let schema = schemas[version]
            return Row(
                name: schema?.name ?? EventType(rawValue: version.type).map { "\($0)" } ?? "",
                type: version.type, version: version.schema,
                critical: version.isCritical, state: State(version),
                events: census.events[version]?.count ?? 0, first: census.events[version]?.first,
                declared: schema.flatMap { declared[$0.line]?.position },
                fingerprint: schema?.fingerprint.hex ?? "")
        }
        strange = census.strange.map { strange, count in
            StrangeColumn(
                name: schemas[strange.version]?.name ?? "", version: strange.version.schema,
                column: EventSchema.hexadecimal(strange.column), events: count)
        }.sorted { ($0.name, $0.version, $0.column) < ($1.name, $1.version, $1.column) }
        fingerprint = EventSchema.fingerprint(of: EventSchema.written).hex
        self.declared = declarations.first { $0.schemas == EventSchema.written }?.position
        position = end.lastPosition
        root = end.root.hex
    }
}

extension SchemaList.State {
    fileprivate init(_ version: SchemaCensus.Version) {
        let newest =
            EventType(rawValue: version.type)?.schema
            ?? EventSchema.known(version.type, version.schema)?.version
        guard let newest, version.schema <= newest else {
            self = version.isCritical ? .refused : .passed
            return
        }
        self = version.schema == newest ? .written : .lifted
    }
}
