import EventLog

/// Inputs that become the cache of a segment's idempotency keys.
///
/// An input is the header, the entries of one block behind a byte that says how many, the end of
/// the block, and records; the zeros between are put in.
enum KeyInputs {
    private static let files = SampleLedger.files(rounds: 1)
    private static let name = files.keys.first { $0.hasSuffix(".keys") }
    private static let raw: UInt8 = 0xFF

    private static let headerBytes = 128
    private static let blockBytes = 4_096
    private static let blockEndBytes = 16
    private static let entryBytes = 16
    private static let recordBytes = 40
    private static let checksumBytes = 8

    /// Looks keys up. Where checksums are put right the cache may lie, as one may that somebody
    /// forged; where the last byte is 0xFF they are not, and it must not.
    static func keys(_ bytes: [UInt8], _ checks: FuzzChecks) throws(FuzzFinding) {
        guard let name else { return }
        var files = files
        guard bytes.last != raw else {
            files[name] = expanded(Array(bytes.dropLast()))
            return try LogReading.lookUp(files, checks)
        }
        files[name] = repaired(expanded(bytes))
        try? LogReading.lookUp(files, checks)
    }

    static var seeds: [[UInt8]] {
        guard let name, let file = files[name], file.count > headerBytes else { return [] }
        let block = headerBytes..<min(headerBytes + blockBytes, file.count)
        let count = Int(file[52])
        let hasBlock = count > 0 && block.count == blockBytes
        let entries = hasBlock ? count * entryBytes : 0
        let seed =
            file[..<headerBytes] + [UInt8(hasBlock ? count : 0)]
            + file[headerBytes..<(headerBytes + entries)]
            + (hasBlock ? file[(block.upperBound - blockEndBytes)..<block.upperBound] : [])
            + file[(hasBlock ? block.upperBound : headerBytes)...]
        return [Array(seed), Array(seed) + [raw]]
    }

    private static func expanded(_ bytes: [UInt8]) -> [UInt8] {
        guard bytes.count > headerBytes else { return bytes }
        let entries = Int(bytes[headerBytes]) * entryBytes
        var rest = bytes[(headerBytes + 1)...]
        guard entries > 0, rest.count >= entries + blockEndBytes else {
            return Array(bytes[..<headerBytes] + rest)
        }
        var block = Array(rest.prefix(entries))
        rest = rest.dropFirst(entries)
        block += Array(repeating: 0, count: max(0, blockBytes - blockEndBytes - entries))
        block = Array(block.prefix(blockBytes - blockEndBytes)) + rest.prefix(blockEndBytes)
        return Array(bytes[..<headerBytes]) + block + rest.dropFirst(blockEndBytes)
    }

    private static func repaired(_ bytes: [UInt8]) -> [UInt8] {
        var file = SegmentBytes(bytes)
        guard bytes.count >= headerBytes else { return bytes }
        let hash = DeviceHash(secret: DeviceHash.noSecret, for: "ledger keys")
        func put(_ checksum: UInt64, at offset: Int) {
            for index in 0..<checksumBytes {
                let byte = UInt8(truncatingIfNeeded: checksum >> (8 * UInt64(index)))
                file.set(Int(byte), at: offset + index, 1)
            }
        }
        var end = headerBytes - checksumBytes
        var seed = hash.checksum(bytes, 0..<end, seed: 0)
        put(seed, at: end)
        var offset = headerBytes
        let salt = UInt32(truncatingIfNeeded: file.integer(48, 4))
        if file.integer(52, 4) > 0, offset + blockBytes <= bytes.count {
            end = offset + blockBytes - checksumBytes
            put(hash.checksum(file.bytes, offset..<end, seed: UInt64(salt)), at: end)
            offset += blockBytes
        }
        while offset + recordBytes <= bytes.count {
            end = offset + recordBytes - checksumBytes
            seed = hash.checksum(file.bytes, offset..<end, seed: seed)
            put(seed, at: end)
            offset += recordBytes
        }
        return file.bytes
    }
}
