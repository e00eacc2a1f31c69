internal import EventLog

/// Writes a bundle beside what is there, and gives it its name when all of it is durable.
struct BundleWriter {
    private let file: TemporaryFile
    private var buffer: [UInt8] = []
    /// Bytes of the file so far.
    private(set) var byteCount: UInt64 = 0

    /// Begins a file, for its owner only.
    init(_ path: String, _ header: BundleHeader) throws(ApplicationError) {
        file = try mappingError(ApplicationError.of) { () throws(FileFailure) in
            try TemporaryFile(for: path)
        }
        try put(JSONCoding.encode(header))
    }

    /// Adds what the bundle holds: lines, or the bytes of a file.
    mutating func add(_ bytes: some Collection<UInt8>) throws(ApplicationError) {
        // Only what is longer than a piece is cut.
        if buffer.count + bytes.count > BundleHeader.pieceBytesMax { try flush() }
        var rest = bytes[...]
        while rest.count > BundleHeader.pieceBytesMax {
            buffer = Array(rest.prefix(BundleHeader.pieceBytesMax))
            rest = rest.dropFirst(buffer.count)
            try flush()
        }
        buffer += rest
    }

    /// Ends pieces that belong together: the events, and then the files.
    mutating func endPieces() throws(ApplicationError) {
        try flush()
        try put([UInt8](repeating: 0, count: BundleHeader.pieceHeadBytes))
    }

    /// Ends the file.
    mutating func finish() throws(ApplicationError) {
        try endPieces()
        try mappingError(ApplicationError.of) { () throws(FileFailure) in try file.finish() }
    }

    private mutating func flush() throws(ApplicationError) {
        if buffer.isEmpty { return }
        let piece = buffer
        buffer.removeAll(keepingCapacity: true)
        let block = LZ4.compress(piece)
        var head: [UInt8] = []
        for number in [UInt32(piece.count), UInt32(block.count), CRC32C.checksum(block)] {
            for byte in 0..<4 { head.append(UInt8(truncatingIfNeeded: number >> (8 * byte))) }
        }
        try put(head + block)
    }

    private mutating func put(_ bytes: [UInt8]) throws(ApplicationError) {
        try mappingError(ApplicationError.of) { () throws(FileFailure) in try file.write(bytes) }
        byteCount += UInt64(bytes.count)
    }
}
