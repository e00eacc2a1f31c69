internal import Synchronization

/// Files that were sent, to be looked at before anything of them is recorded: in memory alone, a
/// few of each person, for an hour. Where there is no room the person's own oldest goes, and of all
/// persons together the oldest of who has most.
final class FileShelf: Sendable {
    /// How large a file is at most.
    static let fileBytesMax = 8 << 20
    /// How large those of one person are, and those of all.
    private static let bytesMaxOfPerson = 24 << 20
    private static let bytesMax = 96 << 20
    private static let countMaxOfPerson = 8
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
            files.removeAll { file.time - $0.time > FileShelf.life }
            files.append(file)
            var own = FileShelf.bytes(files, of: person)
            while own > FileShelf.bytesMaxOfPerson
                || files.count(where: { $0.person == person }) > FileShelf.countMaxOfPerson
            {
                own -= FileShelf.dropOldest(&files, of: person)
            }
            var sum = files.reduce(0) { $0 + $1.bytes.count }
            while sum > FileShelf.bytesMax {
                let persons = Set(files.map(\.person))
                let most = persons.max {
                    FileShelf.bytes(files, of: $0) < FileShelf.bytes(files, of: $1)
                }
                sum -= FileShelf.dropOldest(&files, of: most ?? person)
            }
        }
        return id
    }

    private static func bytes(_ files: [File], of person: UInt64?) -> Int {
        files.reduce(0) { $0 + ($1.person == person ? $1.bytes.count : 0) }
    }

    /// Returns how many bytes are free then; the file that was just kept is the last to go.
    private static func dropOldest(_ files: inout [File], of person: UInt64?) -> Int {
        let index = files.firstIndex { $0.person == person } ?? files.startIndex
        return files.remove(at: index).bytes.count
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
