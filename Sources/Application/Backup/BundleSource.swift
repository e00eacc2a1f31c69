internal import EventLog
internal import Interchange

/// What a bundle holds, decompressed piece by piece while it is read from its beginning to its end.
final class BundleSource: ByteSource {
    let header: BundleHeader
    /// What is wrong with the file, once reading has met it.
    private(set) var fault: MergeError?
    private let source: any ByteSource
    /// Where the next piece begins in the file.
    private var offset: UInt64
    /// The present piece, and where it begins in the whole.
    private var piece: [UInt8] = []
    private var start: UInt64 = 0
    private var isEnded = false

    // Nobody knows before the end is read.
    var byteCount: UInt64 { .max }

    /// Reads the first line.
    ///
    /// - Throws: ``MergeError/notBundle``, ``MergeError/newerBundle(found:supported:)``.
    init(_ source: any ByteSource) throws(MergeError) {
        self.source = source
        var bytes: [UInt8] = []
        do throws(ImportError) {
            try source.read(at: 0, count: BundleHeader.lineBytesMax, into: &bytes)
        } catch { throw .notBundle }
        guard BundleHeader.begins(bytes) else { throw .notBundle }
        guard let end = bytes.firstIndex(of: 0x0A) else { throw .cutBundle }
        let line = Array(bytes[..<end])
        struct Version: Decodable { let version: Int }
        let version = try? JSONCoding.decode(Version.self, from: line)
        guard let found = version?.version else { throw .damagedBundle }
        guard found <= BundleHeader.version else {
            throw .newerBundle(found: found, supported: BundleHeader.version)
        }
        guard let header = try? JSONCoding.decode(BundleHeader.self, from: line),
            header.events > 0, header.since <= header.events
        else { throw .damagedBundle }
        self.header = header
        offset = UInt64(end + 1)
    }

    func read(at offset: UInt64, count: Int, into buffer: inout [UInt8]) throws(ImportError) {
        buffer.removeAll(keepingCapacity: true)
        guard offset >= start else { throw .changed }
        var place = offset
        while buffer.count < count {
            let first = place - start
            guard first < UInt64(piece.count) else {
                if isEnded { return }
                start += UInt64(piece.count)
                do throws(MergeError) { try readPiece() } catch {
                    fault = error
                    throw .changed
                }
                continue
            }
            let part = piece[Int(first)...].prefix(count - buffer.count)
            buffer += part
            place += UInt64(part.count)
        }
    }

    private func readPiece() throws(MergeError) {
        piece = []
        let head = try bytes(BundleHeader.pieceHeadBytes)
        func number(_ index: Int) -> UInt32 {
            head[(4 * index)..<(4 * index + 4)].reversed().reduce(0) { $0 << 8 | UInt32($1) }
        }
        let (rawBytes, count) = (Int(number(0)), Int(number(1)))
        if rawBytes == 0 {
            isEnded = true
            // Nothing comes behind the end.
            guard count == 0, number(2) == 0, offset == source.byteCount else {
                throw .damagedBundle
            }
            return
        }
        guard rawBytes <= BundleHeader.pieceBytesMax, count <= rawBytes + rawBytes / 255 + 16 else {
            throw .damagedBundle
        }
        let block = try bytes(count)
        guard CRC32C.checksum(block) == number(2) else { throw .damagedBundle }
        do throws(LZ4.Failure) {
            try LZ4.decompress(block, 0..<block.count, into: &piece, rawBytes: rawBytes)
        } catch { throw .damagedBundle }
    }

    private func bytes(_ count: Int) throws(MergeError) -> [UInt8] {
        var bytes: [UInt8] = []
        do throws(ImportError) { try source.read(at: offset, count: count, into: &bytes) } catch {
            throw .cutBundle
        }
        guard bytes.count == count else { throw .cutBundle }
        offset += UInt64(count)
        return bytes
    }
}
