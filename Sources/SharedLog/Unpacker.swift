internal import EventLog
internal import Ledger

/// Reads what was packed from front to back.
struct Unpacker {
    private let bytes: [UInt8]
    private var offset = 0

    init(_ bytes: [UInt8]) { self.bytes = bytes }

    var isAtEnd: Bool { offset == bytes.count }

    mutating func byte() throws(SharedLogError.Damage) -> UInt8 {
        guard offset < bytes.count else { throw .form }
        offset += 1
        return bytes[offset - 1]
    }

    mutating func length() throws(SharedLogError.Damage) -> Int {
        guard bytes.count - offset >= 4 else { throw .form }
        let low = Int(bytes[offset]) | Int(bytes[offset + 1]) << 8
        let high = Int(bytes[offset + 2]) | Int(bytes[offset + 3]) << 8
        offset += 4
        return low | high << 16
    }

    mutating func digest() throws(SharedLogError.Damage) -> Digest {
        guard bytes.count - offset >= Digest.byteCount,
            let digest = Digest(bytes, offset..<(offset + Digest.byteCount))
        else { throw .form }
        offset += Digest.byteCount
        return digest
    }

    mutating func number() throws(SharedLogError.Damage) -> UInt64 {
        try take(8).reversed().reduce(0) { $0 << 8 | UInt64($1) }
    }

    mutating func take(_ count: Int) throws(SharedLogError.Damage) -> [UInt8] {
        let range = try skip(count)
        return Array(bytes[range])
    }

    /// Moves on and says what was passed over.
    mutating func skip(_ count: Int) throws(SharedLogError.Damage) -> Range<Int> {
        guard count <= bytes.count - offset else { throw .form }
        offset += count
        return (offset - count)..<offset
    }

    mutating func fields(_ count: Int) throws(SharedLogError.Damage) -> [Field] {
        let range = try skip(count)
        guard let fields = FieldCoding.fields(bytes, range) else { throw .form }
        return fields
    }
}

extension [UInt8] {
    mutating func append(little value: some FixedWidthInteger) {
        for shift in stride(from: 0, to: value.bitWidth, by: 8) {
            append(UInt8(truncatingIfNeeded: value >> shift))
        }
    }

    /// Appends bytes behind their number.
    mutating func append(sized bytes: [UInt8]) {
        append(little: UInt32(truncatingIfNeeded: bytes.count))
        self += bytes
    }
}
