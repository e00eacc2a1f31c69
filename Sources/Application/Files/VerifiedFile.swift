internal import EventLog
package import Ledger

/// How far a ledger was verified, and what its full files looked like then: `verified.json` in the
/// ledger's folder. It is derived: without it, or when its checksum is wrong, everything is
/// verified again.
struct VerifiedFile: Codable, Hashable, Sendable {
    static let name = "verified.json"

    var version = 1
    var head: VerifiedHead
    /// By name.
    var files: [String: FileStamp]
    /// CRC-32C of the file with a checksum of 0.
    var checksum: UInt32 = 0

    init(head: VerifiedHead, files: [String: FileStamp]) {
        self.head = head
        self.files = files
    }

    /// The record in a folder; `nil` when there is none, or none that can be read.
    static func read(from folder: String) -> VerifiedFile? {
        let bytes = (try? Files.read("\(folder)/\(name)")) ?? nil
        guard let bytes, let file = try? JSONCoding.decode(VerifiedFile.self, from: bytes),
            file.version == 1, file.checksum == file.rightChecksum
        else { return nil }
        return file
    }

    /// Writes the record; where that cannot be done, nothing is lost but time.
    func write(to folder: String) {
        var file = self
        file.checksum = rightChecksum
        try? Files.replace(
            "\(folder)/\(VerifiedFile.name)", in: folder, with: JSONCoding.encode(file),
            isHint: true)
    }

    private var rightChecksum: UInt32 {
        var file = self
        file.checksum = 0
        return CRC32C.checksum(JSONCoding.encode(file))
    }

    /// What the files of a log look like now.
    static func stamps(_ store: FileEventStore, in folder: String) throws(StoreError)
        -> [String: FileStamp]
    {
        var stamps: [String: FileStamp] = [:]
        for file in try store.files() {
            stamps[file.name] = Places.stamp("\(folder)/log/\(file.name)")
        }
        return stamps
    }
}

/// How far a ledger was verified.
package struct VerifiedHead: Codable, Hashable, Sendable {
    /// How many events.
    package let events: UInt64
    /// The root over them, lower-case hex.
    package let root: String
    /// When.
    package let time: Timestamp

    /// A head.
    package init(events: UInt64, root: String, time: Timestamp) {
        self.events = events
        self.root = root
        self.time = time
    }
}

/// What the system says of a file without reading it.
struct FileStamp: Codable, Hashable, Sendable {
    let size: UInt64
    let seconds: Int64
    let nanoseconds: Int64
    let inode: UInt64
}
