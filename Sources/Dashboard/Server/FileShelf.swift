internal import Synchronization

/// Files that were sent, to be looked at before anything of them is recorded: in memory alone, a
/// few, for an hour. Where there is no room the oldest goes.
final class FileShelf: Sendable {
    /// How large a file is at most, and all together.
    static let fileBytesMax = 8 << 20
    static let bytesMax = 24 << 20
    private static let countMax = 8
    private static let life = Duration.seconds(3_600)

    /// A file.
    struct File {
        let id: String
        let name: String
        let bytes: [UInt8]
        /// The person who sent it; `nil` for the owner.
        let person: UInt64?
        fileprivate let time: Duration
    }

    private let files = Mutex<[File]>([])
    private let randomBytes: @Sendable (Int) -> [UInt8]
    private let uptime: @Sendable () -> Duration

    init(
        randomBytes: @escaping @Sendable (Int) -> [UInt8],
        uptime: @escaping @Sendable () -> Duration
    ) {
        self.randomBytes = randomBytes
        self.uptime = uptime
    }

    /// Keeps a file of at most ``fileBytesMax``; what nobody can guess is its name from now on.
    func keep(_ bytes: [UInt8], name: String, person: UInt64?) -> String {
        let id = Gate.hex(randomBytes(16))
        let file = File(id: id, name: name, bytes: bytes, person: person, time: uptime())
        files.withLock { files in
            files.append(file)
            var sum = files.reduce(0) { $0 + $1.bytes.count }
            while files.count > FileShelf.countMax || sum > FileShelf.bytesMax {
                sum -= files.removeFirst().bytes.count
            }
        }
        return id
    }

    /// A file that a person sent; `nil` where it is not there, or not there any more.
    func file(_ id: String, of person: UInt64?) -> File? {
        let now = uptime()
        return files.withLock { files in
            files.removeAll { now - $0.time > FileShelf.life }
            return files.first { $0.id == id && $0.person == person }
        }
    }
}
