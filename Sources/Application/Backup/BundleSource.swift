internal import EventLog
internal import Interchange

/// What a bundle holds, decompressed piece by piece while it is read from its beginning to its end.
final class BundleSource: ByteSource {
    let header: BundleHeader
    /// What is wrong with the file, once reading has met it.
    private(set) var fault: MergeError?
    private var pieces: BundlePieces
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
        pieces = BundlePieces(source, from: UInt64(end + 1))
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
                do throws(MergeError) { piece = try pieces.next() } catch {
                    fault = error
                    throw .changed
                }
                isEnded = piece.isEmpty
                continue
            }
            let part = piece[Int(first)...].prefix(count - buffer.count)
            buffer += part
            place += UInt64(part.count)
        }
    }

    /// The files of the log, of a bundle that has them.
    func log(of name: String) -> BundleFiles {
        BundleFiles(pieces, of: name, events: header.events, isLog: true)
    }

    /// The files of entries and tasks, which stand behind the events; those have to be read.
    ///
    /// - Parameter name: What the bundle is called, for messages.
    /// - Throws: ``MergeError/damagedBundle`` where events are left.
    func files(of name: String) throws(MergeError) -> BundleFiles {
        if !isEnded {
            piece = try pieces.next()
            guard piece.isEmpty else { throw .damagedBundle }
            isEnded = true
        }
        return BundleFiles(pieces, of: name, events: header.events)
    }
}
