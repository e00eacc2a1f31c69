/// The keys of one segment: a file beside it, and what is known besides.
///
/// The file is a cache. It is written without a sync, believed only where checksums, the segment's
/// identity and the chain at its end fit the log, and made anew from the log otherwise. The
/// checksums need the device's secret, so that nobody else can make a cache that leaves keys out.
struct KeyCache: Sendable {
    /// Up to where the blocks and ``recent`` speak for the segment.
    private(set) var cover: IndexedRange
    /// Entries that are in no block, in no order.
    private(set) var recent: [KeyEntry]
    /// The file; `nil` when there is none.
    private(set) var file: (any LogFile)?
    /// Entries in the first blocks.
    private let count: Int
    private let salt: UInt32
    private let first: UInt64
    /// The start of the file.
    private let head: [UInt8]
    /// Whole runs, and the records behind them.
    private var runs = 0
    private var records = 0
    /// The checksum of the last record.
    private var seed: UInt64
    /// What checksums are made with.
    private let hash: DeviceHash

    /// Keys that are held in memory only.
    init(_ entries: [KeyEntry], _ cover: IndexedRange) {
        self.cover = cover
        recent = entries
        count = 0
        salt = 0
        first = 0
        head = []
        seed = 0
        hash = DeviceHash(secret: DeviceHash.noSecret, for: "")
    }

    private init(
        _ header: KeyCoding.Header, _ head: [UInt8], _ file: any LogFile, _ hash: DeviceHash
    ) {
        cover = header.cover
        recent = []
        self.file = file
        count = header.entries
        salt = header.salt
        first = header.firstPosition
        self.head = head
        self.hash = hash
        let place = KeyCoding.headerBytes - KeyCoding.checksumBytes
        seed = KeyCoding.integer(head, place, UInt64.self) ?? 0
    }

    /// Where a run starts, or will.
    private func start(ofRun run: Int) -> UInt64 {
        let blocks = KeyCoding.blocks(count) * KeyCoding.blockBytes
        return UInt64(KeyCoding.headerBytes + blocks + run * KeyCoding.runBytes)
    }

    /// Where the next record goes.
    private var end: UInt64 { start(ofRun: runs) + UInt64(records * KeyCoding.recordBytes) }

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
        of segment: SegmentFile, in storage: any LogStorage, writing: Bool, _ hash: DeviceHash?
    ) throws(KeyIndexInvalid) -> KeyCache {
        guard let hash else { throw KeyIndexInvalid() }
        do {
            let file = try storage.open(name(segment.name), writing ? .readWrite : .read)
            var bytes: [UInt8] = []
            let wanted = KeyCoding.headerBytes + KeyCoding.blockBytes
            let count = try file.read(at: 0, into: &bytes, count: wanted)
            RawBytes.resize(&bytes, to: count)
            let header = try KeyCoding.header(bytes, of: segment.header, hash)
            return KeyCache(header, bytes, file, hash)
        } catch { throw KeyIndexInvalid() }
    }

    /// Writes a cache of ascending entries, in the place of the one before.
    static func create(
        _ entries: [KeyEntry], _ cover: IndexedRange, of segment: SegmentFile,
        in storage: any LogStorage, salt: UInt32, _ hash: DeviceHash?
    ) throws(KeyIndexInvalid) -> KeyCache {
        guard let hash else { throw KeyIndexInvalid() }
        let name = name(segment.name)
        let temporaryName = name + ".tmp"
        let header = KeyCoding.Header(
            of: segment.header, salt: salt, entries: entries.count, cover: cover)
        do {
            if try storage.identity(of: temporaryName) != nil { try storage.remove(temporaryName) }
            let file = try storage.open(temporaryName, .create)
            let bytes =
                KeyCoding.encode(header, hash)
                + KeyCoding.encode(
                    entries, blocks: KeyCoding.blocks(entries.count), from: 0, salt: salt, hash)
            try file.write(bytes, at: 0)
            try storage.rename(temporaryName, to: name)
            let head = bytes.prefix(KeyCoding.headerBytes + KeyCoding.blockBytes)
            return KeyCache(header, Array(head), file, hash)
        } catch {
            try? storage.remove(temporaryName)
            throw KeyIndexInvalid()
        }
    }

    /// Whether there is no key in the segment.
    var isEmpty: Bool { count == 0 && runs == 0 && recent.isEmpty }

    /// Whether the file is still the one that has the cache's name.
    func isCurrent(_ segment: SegmentFile, in storage: any LogStorage) -> Bool {
        guard let file, let identity = try? file.identity() else { return isEmpty }
        return (try? storage.identity(of: KeyCache.name(segment.name))) == identity
    }

    // MARK: Looking

    /// The entries with a hash, the latest one first.
    ///
    /// - Complexity: A read or two for the first blocks and each run.
    func find(_ hash: UInt64) throws(KeyIndexInvalid) -> [KeyEntry] {
        var found = recent.filter { $0.hash == hash }
        found += try find(hash, in: 0..<KeyCoding.blocks(count))
        for run in 0..<runs {
            let number = KeyCoding.blocks(count) + run * KeyCoding.runBlocks
            found += try find(hash, in: number..<(number + KeyCoding.runBlocks))
        }
        return found.sorted { $0.index > $1.index }
    }

    /// The entries with a hash in blocks that ascend.
    private func find(_ hash: UInt64, in blocks: Range<Int>) throws(KeyIndexInvalid) -> [KeyEntry] {
        var (low, high) = (blocks.lowerBound, blocks.upperBound - 1)
        var probe = low + Int(hash.multipliedFullWidth(by: UInt64(blocks.count)).high)
        var steps = 0
        while low <= high {
            let block = try block(probe)
            if hash < block.low {
                high = probe - 1
            } else if hash > block.high {
                low = probe + 1
            } else {
                var found = block.entries(hash)
                var next = probe
                while next > blocks.lowerBound, try self.block(next).low == hash {
                    next -= 1
                    found += try self.block(next).entries(hash)
                }
                next = probe
                while next < blocks.upperBound - 1, try self.block(next).high == hash {
                    next += 1
                    found += try self.block(next).entries(hash)
                }
                return found
            }
            // The guess is a block or two off at most; else by halves.
            steps += 1
            let beside = hash < block.low ? probe - 1 : probe + 1
            probe = steps < 3 ? min(max(beside, low), high) : (low + high) / 2
        }
        return []
    }

    /// A block in memory.
    private struct Block {
        let bytes: [UInt8]
        let start: Int
        let count: Int

        /// The first and the last hash; of a block without entries, which has none behind it, the
        /// highest there is.
        var low: UInt64 { count == 0 ? .max : KeyCoding.entry(bytes, at: start).hash }

        var high: UInt64 {
            guard count > 0 else { return .max }
            return KeyCoding.entry(bytes, at: start + (count - 1) * KeyCoding.entryBytes).hash
        }

        /// All entries.
        var all: [KeyEntry] {
            (0..<count).map { KeyCoding.entry(bytes, at: start + $0 * KeyCoding.entryBytes) }
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

    private func block(_ number: Int) throws(KeyIndexInvalid) -> Block {
        var (bytes, start) = (head, KeyCoding.headerBytes)
        if number > 0 || count == 0 {
            guard let file else { throw KeyIndexInvalid() }
            bytes = []
            start = 0
            do {
                let read = try file.read(
                    at: offset(ofBlock: number), into: &bytes, count: KeyCoding.blockBytes)
                RawBytes.resize(&bytes, to: read)
            } catch { throw KeyIndexInvalid() }
        }
        let count = try KeyCoding.check(bytes, at: start, number: number, salt: salt, hash)
        return Block(bytes: bytes, start: start, count: count)
    }

    /// Where a block starts; those of runs are numbered on.
    private func offset(ofBlock number: Int) -> UInt64 {
        let behind = number - KeyCoding.blocks(count)
        guard behind >= 0 else {
            return UInt64(KeyCoding.headerBytes + number * KeyCoding.blockBytes)
        }
        let (run, place) = behind.quotientAndRemainder(dividingBy: KeyCoding.runBlocks)
        return start(ofRun: run)
            + UInt64(KeyCoding.runRecordBytes + place * KeyCoding.blockBytes)
    }

    /// All entries, ascending.
    func all() throws(KeyIndexInvalid) -> [KeyEntry] {
        var found = recent
        for number in 0..<(KeyCoding.blocks(count) + runs * KeyCoding.runBlocks) {
            found += try block(number).all
        }
        return found.sorted()
    }

    // MARK: Records

    /// Reads the records behind those that are known, up to those that speak for events from a
    /// position on; whole runs are passed over.
    mutating func readRecords(upTo limit: UInt64) throws(KeyIndexInvalid) {
        guard let file else { return }
        do {
            while true {
                if records == 0 { try skipRuns(of: file, upTo: limit) }
                var bytes: [UInt8] = []
                let wanted = (KeyCoding.runRecords - records) * KeyCoding.recordBytes
                RawBytes.resize(&bytes, to: try file.read(at: end, into: &bytes, count: wanted))
                var offset = 0
                while records < KeyCoding.runRecords,
                    let record = KeyCoding.record(bytes, at: offset, first: first, seed: seed, hash)
                {
                    guard record.cover.position <= limit else { return }
                    if let entry = record.entry { recent.append(entry) }
                    cover = record.cover
                    seed = record.seed
                    records += 1
                    offset += KeyCoding.recordBytes
                }
                guard records == KeyCoding.runRecords,
                    try file.size() >= start(ofRun: runs + 1)
                else { return }
                endRun()
            }
        } catch { throw KeyIndexInvalid() }
    }

    /// Passes over runs: of each only the last record is looked at, with the checksum before it.
    private mutating func skipRuns(of file: any LogFile, upTo limit: UInt64) throws {
        let start = start(ofRun: runs)
        let size = max(try file.size(), start)
        var more = Int((size - start) / UInt64(KeyCoding.runBytes))
        while more > 0 {
            let place = self.start(ofRun: runs + more - 1) + UInt64(KeyCoding.runRecordBytes)
            var bytes: [UInt8] = []
            let wanted = KeyCoding.recordBytes + KeyCoding.checksumBytes
            let count = try file.read(at: place - UInt64(wanted), into: &bytes, count: wanted)
            guard count == wanted, let seed = KeyCoding.integer(bytes, 0, UInt64.self),
                let record = KeyCoding.record(
                    bytes, at: KeyCoding.checksumBytes, first: first, seed: seed, hash)
            else { throw KeyIndexInvalid() }
            if record.cover.position <= limit {
                cover = record.cover
                self.seed = record.seed
                runs += more
                return
            }
            more -= 1
        }
    }

    /// Goes on behind the blocks of the records that were read or written.
    private mutating func endRun() {
        runs += 1
        records = 0
        recent = []
    }

    /// Adds entries, and moves on to where they reach; in the file, too.
    mutating func add(_ entries: [KeyEntry], _ cover: IndexedRange) throws(KeyIndexInvalid) {
        let old = self.cover
        self.cover = cover
        guard let file else {
            recent += entries
            return
        }
        let start = end
        // Whichever of the records reach the disk, they claim no more than they tell.
        var bytes: [UInt8] = []
        for entry in entries.dropLast() { append(entry, old, to: &bytes) }
        append(entries.last, cover, to: &bytes)
        do { try file.write(bytes, at: start) } catch { throw KeyIndexInvalid() }
    }

    /// Adds a record; behind those of a whole run, first the blocks of their entries.
    private mutating func append(
        _ entry: KeyEntry?, _ cover: IndexedRange, to bytes: inout [UInt8]
    ) {
        if records == KeyCoding.runRecords {
            bytes += KeyCoding.encode(
                recent.sorted(), blocks: KeyCoding.runBlocks,
                from: KeyCoding.blocks(count) + runs * KeyCoding.runBlocks, salt: salt, hash)
            endRun()
        }
        let record = KeyCoding.record(entry, cover, first: first, seed: seed, hash)
        bytes += record.bytes
        seed = record.seed
        records += 1
        if let entry { recent.append(entry) }
    }

    /// Adds entries in memory only.
    mutating func pass(to cover: IndexedRange, _ entries: [KeyEntry] = []) {
        recent += entries
        self.cover = cover
    }
}
