internal import EventLog
internal import Interchange

/// The pieces of a bundle from some place in the file on, decompressed one after the other.
struct BundlePieces {
    private let source: any ByteSource
    /// Where the next piece begins in the file.
    private var offset: UInt64

    init(_ source: any ByteSource, from offset: UInt64) {
        (self.source, self.offset) = (source, offset)
    }

    /// Bytes of the file.
    var byteCount: UInt64 { source.byteCount }

    /// Whether the file ends here.
    var isAtEnd: Bool { offset == source.byteCount }

    /// The next piece; empty for the end of those that belong together.
    ///
    /// - Throws: ``MergeError/cutBundle``, ``MergeError/damagedBundle``.
    mutating func next() throws(MergeError) -> [UInt8] {
        let head = try bytes(BundleHeader.pieceHeadBytes)
        func number(_ index: Int) -> UInt32 {
            head[(4 * index)..<(4 * index + 4)].reversed().reduce(0) { $0 << 8 | UInt32($1) }
        }
        let (rawBytes, count) = (Int(number(0)), Int(number(1)))
        if rawBytes == 0 {
            guard count == 0, number(2) == 0 else { throw .damagedBundle }
            return []
        }
        guard rawBytes <= BundleHeader.pieceBytesMax, count <= rawBytes + rawBytes / 255 + 16 else {
            throw .damagedBundle
        }
        let block = try bytes(count)
        guard CRC32C.checksum(block) == number(2) else { throw .damagedBundle }
        var piece: [UInt8] = []
        do throws(LZ4.Failure) {
            try LZ4.decompress(block, 0..<block.count, into: &piece, rawBytes: rawBytes)
        } catch { throw .damagedBundle }
        return piece
    }

    private mutating func bytes(_ count: Int) throws(MergeError) -> [UInt8] {
        var bytes: [UInt8] = []
        do throws(ImportError) { try source.read(at: offset, count: count, into: &bytes) } catch {
            throw .cutBundle
        }
        guard bytes.count == count else { throw .cutBundle }
        offset += UInt64(count)
        return bytes
    }
}
