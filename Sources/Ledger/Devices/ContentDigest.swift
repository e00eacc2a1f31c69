internal import EventLog

/// What of a commit a device signs: all that it says, and nothing of where it stands.
///
/// ```
/// digest := SHA-256("ledger-commit/v1\n" ‖ commit id: 16 bytes ‖ recorded at: i64
///                   ‖ actor: link ‖ batch: link ‖ key: field ‖ count: u32 ‖ event …)
/// link   := 0x00, or 0x01 commit id: 16 bytes index: u32          of the event that is meant
/// key    := nothing, or column 74 as it is stored
/// event  := SHA-256(schema: u8 ‖ type: u16 (bit 15: critical) ‖ fact … ‖ C)
/// fact   := a column below 70 as it is stored; where it holds the position of an event, 20 bytes
///           in its place: commit id and index of that event; where it holds shares, for each the
/// 20
///           bytes of the person and the minor units: i64, ascending
/// C      := nothing for an event without text, else the 32 bytes that are hashed of it
/// ```
///
/// Integers are little-endian. The last event of the commit, which has the signature, is left out;
/// so is of a merge the last event that both branches have (column 6A), and of what a merge set
/// aside its target: another merge may change those.
struct ContentDigest {
    /// What is signed for a device.
    static let domain = Array("ledger-commit/v1\n".utf8)

    private let head: [UInt8]
    private var events: [UInt8] = []
    private var count: UInt32 = 0

    /// The beginning of a commit.
    init(
        id: CommitID, recordedAt: Int64, actor: EventIdentity?, batch: EventIdentity?,
        key: [UInt8]?
    ) {
        func link(_ identity: EventIdentity?) -> [UInt8] {
            identity.map { [1] + $0.bytes } ?? [0]
        }
        var head = ContentDigest.domain + id.bytes + ContentDigest.little(recordedAt)
        head += link(actor) + link(batch)
        if let key { FieldCoding.append(key, in: .key, to: &head) }
        self.head = head
    }

    /// Takes the next event.
    ///
    /// - Parameters:
    ///   - row: Its values.
    ///   - commitment: What is hashed of its text; not asked for where it has none.
    ///   - identity: What the event at a position is called.
    mutating func take(
        _ row: Row, _ commitment: @autoclosure () throws(StoreError) -> [UInt8],
        _ identity: (Int64) throws(StoreError) -> EventIdentity?
    ) throws(StoreError) {
        var bytes: [UInt8] = []
        Leaf.appendType(row, to: &bytes)
        for field in row.fields where field.column.isDirect {
            if ContentDigest.isPassed(field.column, of: row) { continue }
            if field.column == .shares {
                FieldCoding.append(
                    try ContentDigest.shares(field.value, identity), in: .shares, to: &bytes)
            } else if field.column.isPosition, let position = field.value.integer {
                FieldCoding.append(
                    try identity(position)?.bytes ?? [], in: field.column, to: &bytes)
            } else {
                FieldCoding.append(field, to: &bytes)
            }
        }
        if row.isErased || row.hasText { bytes += try commitment() }
        events += SHA256.hash(bytes).bytes
        count += 1
    }

    /// The digest.
    func finish() -> Digest {
        SHA256.hash(head, ContentDigest.little(count), events)
    }

    /// What a device signs: the digest, as the commit of some number that it signs.
    static func message(_ digest: Digest, key: [UInt8], number: Int64) -> [UInt8] {
        Array("ledger-device/v1\n".utf8) + key + little(number) + digest.bytes
    }

    private static func isPassed(_ column: ColumnID, of row: Row) -> Bool {
        switch EventType(rawValue: row.type) {
        case .branchMerged: column == .pinned
        case .commitSetAside: column == .target
        default: false
        }
    }

    private static func shares(
        _ value: FieldValue, _ identity: (Int64) throws(StoreError) -> EventIdentity?
    ) throws(StoreError) -> [UInt8] {
        guard let bytes = value.bytes, let shares = [Share](stored: bytes) else {
            return value.bytes ?? []
        }
        var parts: [[UInt8]] = []
        for share in shares {
            let person = try identity(Int64(clamping: share.person))?.bytes ?? []
            parts.append(person + little(share.minor))
        }
        return parts.sorted { $0.lexicographicallyPrecedes($1) }.flatMap(\.self)
    }

    private static func little(_ value: some FixedWidthInteger) -> [UInt8] {
        stride(from: 0, to: value.bitWidth, by: 8).map { UInt8(truncatingIfNeeded: value >> $0) }
    }
}

extension ColumnID {
    /// Whether what the column holds is no text, and is hashed as it is.
    fileprivate var isDirect: Bool { rawValue < ColumnID.recordedAt.rawValue }
}
