internal import EventLog

extension EventDeclaration {
    static let ledgerOpened = EventDeclaration(
        .ledgerOpened, "ledger", "opened", Event.ledgerOpened,
        [
            .needed(.currency), .needed(.ledgerID), .needed(.zone), .needed(.weekStart),
            .maybe(.schemas),
        ],
        undoneBy: .impossible, changesFigures: false, rights: nil)

    static let personAdded = EventDeclaration(
        .personAdded, "person", "added", Event.personAdded, [.maybe(.personName)],
        undoneBy: .impossible, changesFigures: false, rights: .create)

    static let settingsChanged = EventDeclaration(
        .settingsChanged, "settings", "changed", Event.settingsChanged,
        [.maybe(.currency), .maybe(.zone), .maybe(.weekStart)],
        undoneBy: .by([.settingsChanged]))

    static let currencyDeclared = EventDeclaration(
        .currencyDeclared, "currency", "declared", Event.currencyDeclared, [.needed(.currency)],
        undoneBy: .impossible, changesFigures: false)

    static let accountOpened = EventDeclaration(
        .accountOpened, "account", "opened", Event.accountOpened, .account,
        undoneBy: .by([.accountChanged]), rights: .create)

    static let batchStarted = EventDeclaration(
        .batchStarted, "batch", "started", Event.batchStarted, isCritical: false,
        [.needed(.origin), .maybe(.counts), .maybe(.fileName)], undoneBy: .notNeeded,
        changesFigures: false, rights: nil)

    static let categoryRenamed = EventDeclaration(
        .categoryRenamed, "category", "renamed", Event.categoryRenamed,
        [.needed(.name), .needed(.formerName)], undoneBy: .by([.categoryRenamed]))

    static let schemasDeclared = EventDeclaration(
        .schemasDeclared, "schema", "declared", Event.schemasDeclared, isCritical: false,
        [.needed(.schemas)], undoneBy: .notNeeded, changesFigures: false, rights: nil)
}

extension [EventSchema.Column] {
    static let account: [EventSchema.Column] = [
        .needed(.currency), .needed(.day), .needed(.amount), .needed(.name),
    ]
}

extension LedgerOpened: RowContent {
    func write(to writer: inout RowWriter) {
        writer.add(settings.baseCurrency, in: .currency)
        writer.add(ledgerID, in: .ledgerID)
        writer.add(fact: settings.zoneName, in: .zone)
        writer.add(settings.weekStart.rawValue, in: .weekStart)
        writer.add(fact: schemas, in: .schemas)
    }

    init(from reader: RowReader) throws(StoreError) {
        ledgerID = try reader.required(.ledgerID, reader.bytes)
        if ledgerID.count != 16 { throw reader.undecodable(.ledgerID) }
        settings = Settings(
            baseCurrency: try reader.required(.currency, reader.currency),
            zoneName: try reader.required(.zone, reader.string),
            weekStart: try reader.required(.weekStart, reader.value))
        schemas = try reader.string(.schemas)
    }
}

extension SchemasDeclared: RowContent {
    func write(to writer: inout RowWriter) {
        writer.add(fact: schemas, in: .schemas)
    }

    init(from reader: RowReader) throws(StoreError) {
        schemas = try reader.required(.schemas, reader.string)
    }
}

extension PersonAdded: RowContent {
    func write(to writer: inout RowWriter) {
        writer.add(text: name, in: .personName)
    }

    init(from reader: RowReader) throws(StoreError) {
        name = try reader.text(.personName)
    }
}

extension SettingsChanged: RowContent {
    func write(to writer: inout RowWriter) {
        writer.add(baseCurrency, in: .currency)
        writer.add(fact: zoneName, in: .zone)
        writer.add(weekStart?.rawValue, in: .weekStart)
    }

    init(from reader: RowReader) throws(StoreError) {
        baseCurrency = try reader.currency(.currency)
        zoneName = try reader.string(.zone)
        weekStart = try reader.value(.weekStart)
    }
}

extension Currency: RowContent {
    func write(to writer: inout RowWriter) {
        writer.add(self, in: .currency)
    }

    init(from reader: RowReader) throws(StoreError) {
        self = try reader.required(.currency, reader.currency)
    }
}

extension AccountOpened: RowContent {
    func write(to writer: inout RowWriter) {
        writer.add(opening.currency, in: .currency)
        writer.add(day.daysSince1970, in: .day)
        writer.add(opening.minor, in: .amount)
        writer.add(fact: name, in: .name)
    }

    init(from reader: RowReader) throws(StoreError) {
        name = try reader.required(.name, reader.string)
        opening = Money(
            minor: try reader.required(.amount, reader.integer),
            currency: try reader.required(.currency, reader.currency))
        day = try reader.required(.day, reader.day)
    }
}

extension BatchStarted: RowContent {
    func write(to writer: inout RowWriter) {
        writer.add(fact: origin, in: .origin)
        if !counts.isEmpty { writer.add(BatchCounts.bytes(counts), in: .counts) }
        writer.add(text: fileName, in: .fileName)
    }

    init(from reader: RowReader) throws(StoreError) {
        origin = try reader.required(.origin, reader.string)
        fileName = try reader.text(.fileName)
        counts = [:]
        guard let bytes = try reader.bytes(.counts) else { return }
        guard let decoded = BatchCounts.decoded(bytes) else { throw reader.undecodable(.counts) }
        counts = decoded
    }
}

extension CategoryRenamed: RowContent {
    func write(to writer: inout RowWriter) {
        writer.add(to, in: .name)
        writer.add(from, in: .formerName)
    }

    init(from reader: RowReader) throws(StoreError) {
        from = try reader.required(.formerName, reader.category)
        to = try reader.required(.name, reader.category)
    }
}

/// The form of the counts column.
///
/// ```
/// counts := entry …                     at least one, names ascending by bytes, each once
/// entry  := length:u16 name:UTF-8 count:i64                                   (little-endian)
/// ```
enum BatchCounts {
    static func bytes(_ counts: [String: Int64]) -> [UInt8] {
        var bytes: [UInt8] = []
        let names = counts.keys.sorted { $0.utf8.lexicographicallyPrecedes($1.utf8) }
        for name in names {
            append(name.utf8.count, bytes: 2, to: &bytes)
            bytes += name.utf8
            append(counts[name] ?? 0, bytes: 8, to: &bytes)
        }
        return bytes
    }

    /// `nil` for bytes that `bytes(_:)` does not make.
    static func decoded(_ bytes: [UInt8]) -> [String: Int64]? {
        var counts: [String: Int64] = [:]
        var rest = bytes[...]
        var last: [UInt8]?
        while !rest.isEmpty {
            guard let length = take(2, from: &rest), rest.count >= length else { return nil }
            let name = Array(rest.prefix(Int(length)))
            rest = rest.dropFirst(name.count)
            guard let count = take(8, from: &rest),
                let text = String(validating: name, as: UTF8.self), counts[text] == nil
            else { return nil }
            if let last, !last.lexicographicallyPrecedes(name) { return nil }
            counts[text] = count
            last = name
        }
        return bytes.isEmpty ? nil : counts
    }

    private static func append(
        _ value: some FixedWidthInteger, bytes count: Int, to bytes: inout [UInt8]
    ) {
        for index in 0..<count { bytes.append(UInt8(truncatingIfNeeded: value >> (8 * index))) }
    }

    private static func take(_ count: Int, from rest: inout ArraySlice<UInt8>) -> Int64? {
        guard rest.count >= count else { return nil }
        let value = rest.prefix(count).reversed().reduce(UInt64(0)) { $0 << 8 | UInt64($1) }
        rest = rest.dropFirst(count)
        return Int64(bitPattern: value)
    }
}
