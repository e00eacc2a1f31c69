/// The keys of one segment: a file beside it, and what is known besides.
///
/// The file is a cache. It is written without a sync, believed only where checksums, the segment's
/// identity and the chain at its end fit the log, and made anew from the log otherwise.
struct KeyCache: Sendable {
    /// Up to where the blocks and ``recent`` speak for the segment.
    private(set) var cover: KeyCover
    /// Entries that are not in the blocks, in no order.
    private(set) var recent: [KeyEntry]
    /// The file; `nil` when there is none, or it holds nothing that is needed.
    private(set) var file: (any LogFile)?
    /// Up to where the blocks speak.
    private let settled: KeyCover
    /// Entries in the blocks.
    private let count: Int
    private let salt: UInt32
    private let first: UInt64
    /// The start of the file.
    private let head: [UInt8]
    /// Where the next record goes, and the checksum of the one before.
    private var end: UInt64
    private var seed: UInt32

    /// Records behind the blocks above which the blocks are written anew.
    private static let recordsMax: UInt64 = 1_024

    /// Keys that are held in memory only.
    init(_ entries: [KeyEntry], _ cover: KeyCover) {
        self.cover = cover
        recent = entries
        settled = cover
        count = 0
        salt = 0
        first = 0
        head = []
        end = 0
        seed = 0
    }

    private init(_ header: KeyCoding.Header, _ head: [UInt8], _ file: any LogFile) {
        cover = header.cover
        recent = []
        self.file = file
        settled = header.cover
        count = header.entries
        salt = header.salt
        first = header.firstPosition
        self.head = head
        end = UInt64(
            KeyCoding.headerBytes + KeyCoding.blocks(header.entries) * KeyCoding.blockBytes)
        seed = KeyCoding.integer(head, KeyCoding.headerBytes - 4, UInt32.self) ?? 0
    }

    // MARK: Files

    /// The name of a segment's cache.
    static func name(_ segment: String) -> String { segment + KeyCoding.suffix }

    /// The segment whose cache, or half-written cache, has this name; `nil` for any other file.
    static func segment(of name: String) -> String? {
        let half = name.hasSuffix(".tmp") ? String(name.dropLast(4)) : name
        guard half.hasSuffix(KeyCoding.suffix) else { return nil }
        let segment = String(half.dropLast(KeyCoding.suffix.count))
        return SegmentName(segment) == nil ? nil : segment
    }

    /// Opens the cache of a segment, as far as its header can be believed.
    static func open(
        of segment: SegmentFile, in storage: any LogStorage, writing: Bool
    ) throws(KeyDoubt) -> KeyCache {
        do {
            let file = try storage.open(name(segment.name), writing ? .readWrite : .read)
            var bytes: [UInt8] = []
            let wanted = KeyCoding.headerBytes + KeyCoding.blockBytes
            let count = try file.read(at: 0, into: &bytes, count: wanted)
            RawBytes.resize(&bytes, to: count)
            return KeyCache(try KeyCoding.header(bytes, of: segment.header), bytes, file)
        } catch { throw KeyDoubt() }
    }

    /// Writes a cache of ascending entries, in the place of the one before.
    static func create(
        _ entries: [KeyEntry], _ cover: KeyCover, of segment: SegmentFile,
        in storage: any LogStorage, salt: UInt32
    ) throws(KeyDoubt) -> KeyCache {
        let name = name(segment.name)
        let passing = name + ".tmp"
        let header = KeyCoding.Header(
            of: segment.header, salt: salt, entries: entries.count, cover: cover)
        do {
            if try storage.identity(of: passing) != nil { try storage.remove(passing) }
            let file = try storage.open(passing, .create)
            let bytes = KeyCoding.encode(header) + KeyCoding.encode(entries, salt: salt)
            try file.write(bytes, at: 0)
            try storage.rename(passing, to: name)
            let head = bytes.prefix(KeyCoding.headerBytes + KeyCoding.blockBytes)
            return KeyCache(header, Array(head), file)
        } catch {
            try? storage.remove(passing)
            throw KeyDoubt()
        }
    }

    /// Whether the file has so many records that its blocks should be written anew.
    var isLong: Bool {
        guard file != nil else { return true }
        let start = KeyCoding.headerBytes + KeyCoding.blocks(count) * KeyCoding.blockBytes
        return end - UInt64(start) > KeyCache.recordsMax * UInt64(KeyCoding.recordBytes)
    }

    /// Whether everything is in the blocks.
    var isSettled: Bool { file == nil && isEmpty || file != nil && cover == settled }

    /// Whether there is no key in the segment.
    var isEmpty: Bool { count == 0 && recent.isEmpty }

    /// Whether the file is still the one that has the cache's name.
    func isCurrent(_ segment: SegmentFile, in storage: any LogStorage) -> Bool {
        guard let file, let identity = try? file.identity() else { return isEmpty }
        return (try? storage.identity(of: KeyCache.name(segment.name))) == identity
    }

    // MARK: Looking

    /// The entries with a hash, the latest one first.
    func find(_ hash: UInt64) throws(KeyDoubt) -> [KeyEntry] {
        var found = recent.filter { $0.hash == hash }
        let last = KeyCoding.blocks(count) - 1
        var (low, high) = (0, last)
        var probe = Int(hash.multipliedFullWidth(by: UInt64(last + 1)).high)
        var steps = 0
        while low <= high {
            let block = try block(probe)
            if hash < block.low {
                high = probe - 1
            } else if hash > block.high {
                low = probe + 1
            } else {
                found += block.entries(hash)
                var next = probe
                while next > 0, try self.block(next).low == hash {
                    next -= 1
                    found += try self.block(next).entries(hash)
                }
                next = probe
                while next < last, try self.block(next).high == hash {
                    next += 1
                    found += try self.block(next).entries(hash)
                }
                break
            }
            // The guess is a block or two off at most; else by halves.
            steps += 1
            let beside = hash < block.low ? probe - 1 : probe + 1
            probe = steps < 3 ? min(max(beside, low), high) : (low + high) / 2
        }
        return found.sorted { $0.index > $1.index }
    }

    /// All entries, ascending.
    func entries() throws(KeyDoubt) -> [KeyEntry] {
        guard let file, count > 0 else { return recent.sorted() }
        let start = UInt64(KeyCoding.headerBytes)
        let wanted = KeyCoding.blocks(count) * KeyCoding.blockBytes
        var bytes: [UInt8] = []
        do {
            RawBytes.resize(&bytes, to: try file.read(at: start, into: &bytes, count: wanted))
        } catch { throw KeyDoubt() }
        let entries = try KeyCoding.entries(bytes, count: count, salt: salt)
        return KeyEntry.merged(entries, recent.sorted())
    }

    /// A block in memory.
    private struct Block {
        let bytes: [UInt8]
        let start: Int
        let count: Int

        var low: UInt64 { KeyCoding.entry(bytes, at: start).hash }

        var high: UInt64 {
            KeyCoding.entry(bytes, at: start + (count - 1) * KeyCoding.entryBytes).hash
        }

        /// The entries with a hash.
        func entries(_ hash: UInt64) -> [KeyEntry] {
            var entries: [KeyEntry] = []
            for index in 0..<count {
                let entry = KeyCoding.entry(bytes, at: start + index * KeyCoding.entryBytes)
                if entry.hash == hash { entries.append(entry) }
            }
            return entries
        }
    }

    private func block(_ number: Int) throws(KeyDoubt) -> Block {
        var (bytes, start) = (head, KeyCoding.headerBytes)
        if number > 0 {
            guard let file else { throw KeyDoubt() }
            let offset = UInt64(KeyCoding.headerBytes + number * KeyCoding.blockBytes)
            bytes = []
            start = 0
            do {
                let read = try file.read(at: offset, into: &bytes, count: KeyCoding.blockBytes)
                RawBytes.resize(&bytes, to: read)
            } catch { throw KeyDoubt() }
        }
        let count = try KeyCoding.check(bytes, at: start, number: number, salt: salt)
        return Block(bytes: bytes, start: start, count: count)
    }

    // MARK: Records

    /// Reads the records behind those that are known, up to those that speak for events from a
    /// position on.
    mutating func readRecords(upTo limit: UInt64) throws(KeyDoubt) {
        guard let file else { return }
        let wanted = Int(KeyCache.recordsMax + 64) * KeyCoding.recordBytes
        var bytes: [UInt8] = []
        while true {
            do {
                RawBytes.resize(&bytes, to: try file.read(at: end, into: &bytes, count: wanted))
            } catch { throw KeyDoubt() }
            var offset = 0
            while let record = KeyCoding.record(bytes, at: offset, first: first, seed: seed) {
                guard record.cover.position <= limit else { return }
                if let entry = record.entry { recent.append(entry) }
                cover = record.cover
                seed = record.seed
                end += UInt64(KeyCoding.recordBytes)
                offset += KeyCoding.recordBytes
            }
            guard offset > 0, bytes.count == wanted else { return }
        }
    }

    /// Adds entries, and moves on to where they reach; in the file, too.
    mutating func add(_ entries: [KeyEntry], _ cover: KeyCover) throws(KeyDoubt) {
        let old = self.cover
        recent += entries
        self.cover = cover
        guard let file else { return }
        // Whichever of the records reach the disk, they claim no more than they tell.
        var records: [UInt8] = []
        for entry in entries.dropLast() { append(entry, old, to: &records) }
        append(entries.last, cover, to: &records)
        do { try file.write(records, at: end) } catch { throw KeyDoubt() }
        end += UInt64(records.count)
    }

    private mutating func append(
        _ entry: KeyEntry?, _ cover: KeyCover, to records: inout [UInt8]
    ) {
        let record = KeyCoding.record(entry, cover, first: first, seed: seed)
        records += record.bytes
        seed = record.seed
    }

    /// Adds entries in memory only.
    mutating func pass(to cover: KeyCover, _ entries: [KeyEntry] = []) {
        recent += entries
        self.cover = cover
    }
}
