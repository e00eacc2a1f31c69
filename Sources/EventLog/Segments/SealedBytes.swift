/// A whole frame as bytes, which can be moved: to another place in its commit, to another epoch, to
/// a segment with another salt.
struct SealedBytes {
    private(set) var bytes: [UInt8]
    private(set) var header: FrameHeader
    private let columns: ColumnFrame?

    /// A frame of exactly these bytes; `nil` unless every checksum in it holds.
    init?(_ bytes: [UInt8], salt: UInt32) {
        guard let header = try? FrameHeader.decode(bytes, at: 0), header.length == bytes.count
        else { return nil }
        self.bytes = bytes
        self.header = header
        switch header.kind {
        case .rows: columns = nil
        case .columns:
            guard let found = try? ColumnFrame.decode(bytes, at: 0, of: header) else { return nil }
            columns = found
        }
        guard FrameCheck.holds(bytes, at: 0, upTo: sealedEnd, salt: salt) else { return nil }
        for entry in columns?.entries ?? [] where checksum(entry, salt) != entry.checksum {
            return nil
        }
    }

    /// Moves the frame: says what place it has and who writes it, and seeds its checksums anew.
    mutating func move(
        total: UInt16, isLast: Bool, epoch: UInt32, salt: UInt32
    ) {
        header.total = total
        header.epoch = epoch
        if isLast { header.flags.insert(.endsCommit) }
        bytes.replaceSubrange(0..<FrameHeader.bytes, with: header.encoded())
        for (index, entry) in (columns?.entries ?? []).enumerated() {
            let place = ColumnFrame.entriesOffset + (index + 1) * ColumnFrame.entryBytes - 4
            let checksum = checksum(entry, salt)
            for byte in 0..<4 {
                bytes[place + byte] = UInt8(truncatingIfNeeded: checksum >> UInt32(8 * byte))
            }
        }
        FrameEncoder.seal(&bytes, upTo: sealedEnd, salt: salt)
    }

    /// Where the part ends that the header's checksum covers.
    private var sealedEnd: Int {
        columns.map { ColumnFrame.directoryEnd(sections: $0.entries.count) } ?? bytes.count
    }

    private func checksum(_ entry: ColumnFrame.Entry, _ salt: UInt32) -> UInt32 {
        let padded = (entry.storedLength + 7) / 8 * 8
        return CRC32C.checksum(bytes, entry.offset..<(entry.offset + padded), seed: salt)
    }
}
