package import EventLog
package import Ledger

/// An event as it is in the log: a line of a file of events.
package struct EventLine: Codable, Hashable, Sendable {
    /// Its position.
    package let position: UInt64
    /// Its commit, 16 bytes in lower-case hex.
    package let commit: String
    /// Its index in the commit, from 0.
    package let index: UInt64
    /// The name of its type; the number, as in `0x16`, where only another program knows it.
    package let type: String
    /// The schema version of the type.
    package let schema: UInt8
    /// Whether a program that does not know the type must refuse to report or append.
    package let critical: Bool
    /// Everything it says and everything that its commit says, by the name of the column.
    package let columns: [String: EventValue]
    /// Its leaf of the tree, lower-case hex.
    package let leaf: String

    /// An event of the log.
    ///
    /// - Parameters:
    ///   - seed: The seed of the block `position / 4096`.
    ///   - declared: What custom types and their columns are called.
    package init(
        _ row: Row, _ header: CommitHeader, position: UInt64, seed: [UInt8],
        _ declared: DeclaredTypes = DeclaredTypes()
    ) {
        self.position = position
        commit = hex(header.id.bytes)
        index = position - header.firstPosition
        type = EventNames.name(ofType: row.type, declared)
        schema = row.schema
        critical = row.isCritical
        let names = declared.columns(of: row.type)
        let own = row.fields.map { (names[$0.column] ?? $0.column.name, EventValue($0.value)) }
        columns = Dictionary(
            own + header.fields.map { ($0.column.name, EventValue($0.value)) },
            uniquingKeysWith: { $1 })
        leaf = Leaf.hash(row, header, position: position, seed: seed).hex
    }
}

extension EventStore {
    /// The events of a block of 4,096, or of a part of it, as they are in the log.
    ///
    /// - Parameters:
    ///   - seed: The seed of the block.
    ///   - declared: What custom types and their columns are called.
    package func eventLines(
        in positions: Range<UInt64>, seed: [UInt8], _ declared: DeclaredTypes = DeclaredTypes()
    ) throws(StoreError) -> [EventLine] {
        var lines: [EventLine] = []
        try readStored(positions, .all, holding: .all) { batch in
            for index in 0..<batch.count {
                guard let commit = batch.commit(at: index) else { continue }
                lines.append(
                    EventLine(
                        batch.row(at: index), commit,
                        position: batch.firstPosition + UInt64(index), seed: seed, declared))
            }
            return .next
        }
        return lines
    }
}

/// A value of an event.
package enum EventValue: Hashable, Sendable {
    /// A whole number.
    case integer(Int64)
    /// Bytes that are text in UTF-8.
    case text(String)
    /// Other bytes: `{"hex":"00ff"}`.
    case bytes([UInt8])

    init(_ value: FieldValue) {
        switch value {
        case .integer(let number): self = .integer(number)
        case .bytes(let bytes):
            self = String(validating: bytes, as: UTF8.self).map(EventValue.text) ?? .bytes(bytes)
        }
    }

    /// The value as the log has it.
    var stored: FieldValue {
        switch self {
        case .integer(let number): .integer(number)
        case .text(let text): .bytes(Array(text.utf8))
        case .bytes(let bytes): .bytes(bytes)
        }
    }
}

extension EventValue: Codable {
    private enum CodingKeys: String, CodingKey { case hex }

    package init(from decoder: any Decoder) throws {
        if let container = try? decoder.singleValueContainer() {
            if let number = try? container.decode(Int64.self) {
                self = .integer(number)
                return
            }
            if let text = try? container.decode(String.self) {
                self = .text(text)
                return
            }
        }
        let container = try decoder.container(keyedBy: CodingKeys.self)
        guard let bytes = [UInt8](hex: try container.decode(String.self, forKey: .hex)) else {
            throw DecodingError.dataCorruptedError(
                forKey: .hex, in: container, debugDescription: "not hex")
        }
        self = .bytes(bytes)
    }

    package func encode(to encoder: any Encoder) throws {
        switch self {
        case .integer(let number):
            var container = encoder.singleValueContainer()
            try container.encode(number)
        case .text(let text):
            var container = encoder.singleValueContainer()
            try container.encode(text)
        case .bytes(let bytes):
            var container = encoder.container(keyedBy: CodingKeys.self)
            try container.encode(Application.hex(bytes), forKey: .hex)
        }
    }
}

extension [UInt8] {
    /// Bytes of two hexadecimal digits each; `nil` for other text.
    init?(hex text: String) {
        let digits = text.utf8.map { Character(UnicodeScalar($0)).hexDigitValue }
        guard digits.count.isMultiple(of: 2) else { return nil }
        self.init()
        for index in stride(from: 0, to: digits.count, by: 2) {
            guard let high = digits[index], let low = digits[index + 1] else { return nil }
            append(UInt8(high * 16 + low))
        }
    }
}
