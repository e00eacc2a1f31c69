internal import EventLog

/// The first line of a bundle: a file in which a copy of a ledger goes elsewhere, whole or from an
/// event on.
///
/// Behind the line come pieces: how many bytes there are when it is decompressed, how many there
/// are, and their CRC32C, each a little-endian `UInt32`, and then the bytes, a block of LZ4. A
/// piece of no bytes ends them. Decompressed, the pieces of version 2, which hold everything, are
/// the files of a log that is packed anew (``BundleFiles``); those of version 1 are a file of
/// events (``EventFileHeader``) that begins behind ``since`` events. Behind these come pieces with
/// what is kept of branches which those events name, and then with the files of entries and tasks
/// of which they speak (``BundleFiles``), ended in the same way.
struct BundleHeader: Codable, Hashable, Sendable {
    /// What the file is.
    static let format = "ledger-bundle"
    /// The version of a bundle of everything, and the highest that this program reads.
    static let version = 2
    /// The version of one that goes on from some events; earlier programs wrote everything so.
    static let eventsVersion = 1
    /// Bytes of a line, at most.
    static let lineBytesMax = 4_096
    /// Bytes of a decompressed piece, at most.
    static let pieceBytesMax = 1 << 20
    /// Bytes before those of a piece.
    static let pieceHeadBytes = 12

    /// ``format``
    let format: String
    /// The version of the file.
    let version: Int
    /// The id of the log, the same in all copies, lower-case hex.
    let log: String
    /// How many events are left out at the beginning.
    let since: UInt64
    /// The root over those, lower-case hex; empty for none.
    let sinceRoot: String
    /// How many events the copy has, with those that are left out.
    let events: UInt64
    /// The root over all of them, lower-case hex.
    let root: String

    init(log: String, since: UInt64, sinceRoot: String, events: UInt64, root: String) {
        format = BundleHeader.format
        version = since == 0 ? BundleHeader.version : BundleHeader.eventsVersion
        self.log = log
        self.since = since
        self.sinceRoot = sinceRoot
        self.events = events
        self.root = root
    }

    /// Whether it holds the files of a log.
    var hasLog: Bool { version == BundleHeader.version }

    /// Whether a file begins as a bundle does.
    static func begins(_ bytes: [UInt8]) -> Bool {
        let line = bytes.prefix(lineBytesMax).prefix { $0 != 0x0A }
        struct Name: Decodable { let format: String }
        let name = try? JSONCoding.decode(Name.self, from: Array(line))
        return name?.format == format
    }
}
