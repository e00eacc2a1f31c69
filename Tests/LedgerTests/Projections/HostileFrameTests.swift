import EventLog
import Ledger
import Support
import Testing

/// Frames with right checksums over wrong sections: whatever a section says, folding it either
/// gives what a fold of batches gives, or is refused.
@Suite("Hostile frames")
struct HostileFrameTests {
    /// A log of one frame of columns, whose sections can be exchanged.
    private struct Forge {
        let name: String
        let bytes: [UInt8]
        let salt: UInt32
        /// Where the frame of columns starts.
        let start: Int

        /// A history whose second commit is a frame of columns, hot stored as it is.
        init(_ history: RandomHistory, small: Int) throws {
            let storage = MemoryStorage()
            var options = Log.Options()
            options.hotCodec = .raw
            options.makeSeed = StoreKind.fixedSeed
            let store = FileEventStore(
                try Log.create(in: storage, id: CommitID(high: 1, low: 1), options: options))
            for (number, part) in [history.events[..<small], history.events[small...]].enumerated()
            {
                let commit = NewCommit(
                    id: CommitID(high: 3, low: UInt64(number)),
                    recordedAt: Timestamp(millisecondsSince1970: 1),
                    actor: number > 0 ? .position(1) : nil, events: Array(part))
                _ = try store.append(commit, expecting: nil)
            }
            #expect(try FrameFoldTests.taken(store) == (1, 1))
            name = try #require(try storage.list().first { $0.hasSuffix(".log") })
            let whole = try #require(storage.bytes(of: name))
            salt = try SegmentHeader.decode(whole, file: name).salt
            let first = SegmentHeader.bytes
            start = first + Int(try #require(RawBytes.load(whole, at: first + 4, as: UInt32.self)))
            let length = try #require(RawBytes.load(whole, at: start + 4, as: UInt32.self))
            bytes = Array(whole[..<(start + Int(length))])
        }

        /// The entry of a section: its place in the directory, and where its bytes lie.
        func section(_ id: UInt8) throws -> (entry: Int, bytes: Range<Int>) {
            let count = Int(try #require(RawBytes.load(bytes, at: start + 136, as: UInt64.self)))
            var offset = start + 144 + 16 * count
            for index in 0..<count {
                let entry = start + 144 + 16 * index
                let stored = Int(try #require(RawBytes.load(bytes, at: entry + 8, as: UInt32.self)))
                if bytes[entry] == id { return (entry, offset..<(offset + stored)) }
                offset += (stored + 7) / 8 * 8
            }
            throw StoreError.emptyCommit
        }

        /// The bytes of a section before compression.
        func raw(_ id: UInt8) throws -> [UInt8] {
            let (entry, stored) = try section(id)
            guard bytes[entry + 1] == 1 else { return Array(bytes[stored]) }
            let count = Int(try #require(RawBytes.load(bytes, at: entry + 4, as: UInt32.self)))
            var raw: [UInt8] = []
            try LZ4.decompress(bytes, stored, into: &raw, rawBytes: count)
            return raw
        }

        /// The log with other bytes in a section, of whatever length, stored as they are.
        func log(_ id: UInt8, _ section: [UInt8]) throws -> FileEventStore {
            let (entry, old) = try self.section(id)
            var padded = section
            while padded.count % 8 != 0 { padded.append(0) }
            var bytes = bytes
            let end =
                start + Int(try #require(RawBytes.load(bytes, at: start + 4, as: UInt32.self)))
            let oldPadded = old.lowerBound..<(old.lowerBound + (old.count + 7) / 8 * 8)
            bytes.replaceSubrange(oldPadded, with: padded)
            bytes[entry + 1] = 0
            put(UInt32(section.count), at: entry + 4, in: &bytes)
            put(UInt32(section.count), at: entry + 8, in: &bytes)
            put(CRC32C.checksum(padded, seed: salt), at: entry + 12, in: &bytes)
            let length = end - start + padded.count - oldPadded.count
            put(UInt32(length), at: start + 4, in: &bytes)
            let count = Int(try #require(RawBytes.load(bytes, at: start + 136, as: UInt64.self)))
            let head = CRC32C.checksum(bytes, start..<(start + 88), seed: salt)
            let rest = (start + 92)..<(start + 144 + 16 * count)
            put(CRC32C.checksum(bytes, rest, seed: head), at: start + 88, in: &bytes)
            bytes += Array(repeating: 0, count: 8_192)
            return FileEventStore(try Log.open(in: MemoryStorage([name: bytes])))
        }

        private func put(_ value: UInt32, at offset: Int, in bytes: inout [UInt8]) {
            for index in 0..<4 {
                bytes[offset + index] = UInt8(truncatingIfNeeded: value >> UInt32(8 * index))
            }
        }
    }

    private static func forge() throws -> Forge {
        try Forge(RandomHistory(seed: 5, count: 170, oneWildIn: 30), small: 40)
    }

    /// What both ways give; a way that throws gives nothing.
    ///
    /// The order of the events is looked at by batches only.
    private func check(_ store: FileEventStore, _ comment: Comment) {
        let fast = try? store.project(0 ..< .max, as: SpendingTable.self)
        let plain = try? FrameFoldTests.Tables(batchesOf: store).spending
        #expect(plain == nil || fast == plain, comment)
    }

    @Test("every byte changed", arguments: [1, 2] as [UInt8])
    func flipped(_ id: UInt8) throws {
        let forge = try HostileFrameTests.forge()
        let bytes = try forge.raw(id)
        check(try forge.log(id, bytes), "as it was")
        #expect(try FrameFoldTests.taken(forge.log(id, bytes)) == (1, 1))
        for index in bytes.indices {
            for mask in [0x01, 0x80] as [UInt8] {
                var changed = bytes
                changed[index] ^= mask
                check(try forge.log(id, changed), "section \(id), byte \(index) ^ \(mask)")
            }
        }
    }

    @Test("cut at every byte, and longer", arguments: [1, 2] as [UInt8])
    func cut(_ id: UInt8) throws {
        let forge = try HostileFrameTests.forge()
        let bytes = try forge.raw(id)
        for count in bytes.indices {
            let store = try forge.log(id, Array(bytes[..<count]))
            check(store, "\(count) bytes")
            #expect(throws: StoreError.self) {
                try store.project(0 ..< .max, as: SpendingTable.self)
            }
        }
        check(try forge.log(id, bytes + Array(repeating: 0, count: 8)), "longer")
    }

    @Test("random bytes in every place of eight", arguments: 0..<3 as Range<UInt64>)
    func scrambled(_ seed: UInt64) throws {
        let forge = try HostileFrameTests.forge()
        var random = SeededRandom(seed: seed)
        for id in [1, 2] as [UInt8] {
            let bytes = try forge.raw(id)
            for start in stride(from: 0, to: bytes.count - 8, by: 8) {
                var changed = bytes
                for index in start..<(start + 8) {
                    changed[index] = .random(in: 0...255, using: &random)
                }
                check(try forge.log(id, changed), "section \(id), eight bytes from \(start)")
            }
        }
    }
}
