import EventLog
import Support
import Testing

/// The document of the format says what the code does: every offset, every limit and every byte of
/// its worked example.
@Suite("Format.md agrees with the code")
struct FormatDocumentTests {
    let document: FormatDocument
    let examples: FormatDocument
    let log: Log
    let bytes: [UInt8]

    init() throws {
        document = try FormatDocument()
        examples = try FormatDocument(page: "FormatExamples")
        let storage = MemoryStorage()
        log = try FormatExample.log(in: storage)
        bytes = try #require(storage.bytes(of: FormatExample.file))
    }

    private typealias Place = FormatDocument.Place

    /// Fields that follow each other without a gap from an offset on.
    private func check(_ places: [Place], from start: Int, to end: Int) {
        var next = start
        for place in places {
            #expect(place.offset == next, "\(place.field)")
            next = place.offset + place.count
        }
        #expect(next == end)
    }

    private func integer(_ field: String, _ places: [Place], at start: Int) throws -> UInt64 {
        try value(field, places, at: start).reversed().reduce(0) { $0 << 8 | UInt64($1) }
    }

    private func value(_ field: String, _ places: [Place], at start: Int) throws -> [UInt8] {
        let place = try #require(places.first { $0.field == field }, "\(field)")
        return Array(bytes[(start + place.offset)...].prefix(place.count))
    }

    // MARK: Tables

    @Test("the segment header") func segmentHeader() throws {
        let places = try document.places("Segment header")
        check(places, from: 0, to: SegmentHeader.headerBytes)
        #expect(try value("magic", places, at: 0) == Array("LEDGRLOG".utf8))
        #expect(try integer("version", places, at: 0) == 1)
        #expect(try integer("revision", places, at: 0) == 1)
        #expect(try value("log id", places, at: 0) == FormatExample.logID.bytes)
        #expect(try integer("first position", places, at: 0) == 0)
        #expect(try integer("generation", places, at: 0) == 0)
        #expect(try integer("salt", places, at: 0) == UInt64(FormatExample.salt))
        #expect(try value("root", places, at: 0) == MerkleFrontier().root.bytes)
        let checksum = CRC32C.checksum(bytes, 0..<508)
        #expect(try integer("checksum", places, at: 0) == UInt64(checksum))
    }

    @Test("the slots") func slots() throws {
        let places = try document.places("Head slots")
        check(places, from: 0, to: HeadSlot.bytes)
        let header = try SegmentHeader.decode(bytes, file: FormatExample.file)
        let blocks = try document.blocks("Segments")
        let layouts = [
            (SegmentHeader.slotOffsets, UInt64(SegmentHeader.bytes)),
            (header.slotOffsets, header.framesOffset),
        ]
        #expect(blocks.count == layouts.count)
        for (block, layout) in zip(blocks, layouts) {
            func starts(_ word: Substring) -> [UInt64?] {
                block.map { $0.split(separator: " ") }.filter { $0[1].hasPrefix(word) }
                    .map { UInt64($0[0]) }
            }
            #expect(starts("slot") == layout.0)
            #expect(starts("frames") == [layout.1])
        }
        let (size, peaks) = try log.peaks()
        let start = Int(header.slotOffsets[1])
        #expect(try integer("sequence", places, at: start) == 4)
        #expect(try integer("position", places, at: start) == size)
        #expect(try integer("offset", places, at: start) == 0x1678)
        #expect(try integer("sealed", places, at: start) == 0)
        #expect(try integer("log clock", places, at: start) == 1_700_000_060_000)
        #expect(try integer("epoch", places, at: start) == 3)
        #expect(try integer("peaks", places, at: start) == UInt64(peaks.count))
        #expect(try value("seed", places, at: start) == FormatExample.seed)
        let last = try #require(places.last { $0.field == "peaks" })
        #expect(bytes[(start + last.offset)...].starts(with: peaks.flatMap(\.bytes)))
        let end = try #require(places.last).offset
        let checksum = CRC32C.checksum(bytes, start..<(start + end), seed: FormatExample.salt)
        #expect(try integer("checksum", places, at: start) == UInt64(checksum))
    }

    @Test("the header of a frame") func frameHeader() throws {
        let places = try document.places("Frames")
        check(places, from: 0, to: 92)
        let start = 0x1160
        #expect(try value("magic", places, at: start) == Array("LGF".utf8))
        #expect(try value("kind", places, at: start) == Array("C".utf8))
        #expect(try integer("length", places, at: start) == 0x1678 - 0x1160)
        #expect(try integer("first position", places, at: start) == 3)
        #expect(try integer("count − 1", places, at: start) == 100)
        #expect(try integer("index", places, at: start) == 0)
        #expect(try integer("total", places, at: start) == 1)
        #expect(try integer("flags", places, at: start) == 1)
        #expect(try integer("epoch", places, at: start) == 3)
        #expect(try integer("key", places, at: start) == 0)
        let before = try value("root", places, at: 0x10C0)
        #expect(try value("chain", places, at: start) == Array(before.prefix(8)))
        #expect(try value("root", places, at: start) == log.head().root.bytes)
        let id = CommitID(high: 0x1122_3344_5566_7788, low: 3)
        #expect(try value("commit id", places, at: start) == id.bytes)
        let salt = FormatExample.salt
        for (start, end) in [(0x1000, 0x10C0), (0x10C0, 0x1160), (0x1160, 0x1160 + 272)] {
            let head = CRC32C.checksum(bytes, start..<(start + 88), seed: salt)
            let whole = CRC32C.checksum(bytes, (start + 92)..<end, seed: head)
            #expect(try integer("checksum", places, at: start) == UInt64(whole))
        }
    }

    @Test("the directory of a frame of columns") func directory() throws {
        let summary = try document.places("Frames of columns")
        check(summary, from: 92, to: 144)
        #expect(try integer("types", summary, at: 0x1160) == 1 << 8 | 1 << 9)
        #expect(try integer("day low", summary, at: 0x1160) == 19_675)
        #expect(try integer("day high", summary, at: 0x1160) == 19_675)
        #expect(try integer("clock low", summary, at: 0x1160) == 1_700_000_060_000)
        #expect(try integer("clock high", summary, at: 0x1160) == 1_700_000_060_000)
        #expect(try integer("sections", summary, at: 0x1160) == 8)
        let entry = try document.places("Frames of columns", table: 1)
        check(entry, from: 0, to: 16)
        let ids = try document.tables("The sections")[0].map { UInt64($0[0]) }
        var section = 0x1160 + 144 + 8 * 16
        for number in 0..<8 {
            let start = 0x1160 + 144 + number * 16
            #expect(try integer("id", entry, at: start) == ids[number])
            #expect(try integer("codec", entry, at: start) == 0)
            let length = try integer("stored length", entry, at: start)
            #expect(try integer("raw length", entry, at: start) == length)
            let end = section + (Int(length) + 7) / 8 * 8
            let checksum = CRC32C.checksum(bytes, section..<end, seed: FormatExample.salt)
            #expect(try integer("checksum", entry, at: start) == UInt64(checksum))
            section = end
        }
        #expect(section == 0x1678)
    }

    @Test("columns by number") func columns() throws {
        let table = try document.tables("Columns by number")[0]
        let kinds: [ColumnID.Kind] = [
            .link, .key, .number, .retractedKey, .retractedNumber, .fact, .commit, .text,
        ]
        #expect(table.count == kinds.count)
        var next = 1
        for (cells, kind) in zip(table, kinds) {
            let ends = cells[0].split(separator: " … ").compactMap { Int($0, radix: 16) }
            try #require(ends.count == 2)
            #expect(ends[0] == next || kind == .text && next == 0x7F)
            for number in ends[0]...ends[1] {
                #expect(ColumnID(rawValue: UInt8(number)).kind == kind, "\(number)")
            }
            next = ends[1] + 1
        }
        #expect([0, 0x7F, 0xFF].allSatisfy { ColumnID(rawValue: $0).kind == .reserved })
        let names = try document.tables("Columns by number")[1].map { UInt8($0[0], radix: 16) }
        let columns: [ColumnID] = [
            .target, .previous, .group, ColumnID(rawValue: 0x20), .recordedAt, .clockLead, .actor,
            .batch, .key, .index, .commitID, .salt, .commitment,
        ]
        #expect(names == columns.map(\.rawValue))
    }

    @Test("the limits") func limits() throws {
        let table = try document.tables("Limits")[0]
        let found = Dictionary(
            uniqueKeysWithValues: table.map { ($0[0], Int($0[1].filter { $0 != "," })) })
        let limits = [
            "frameEventsMax": Limit.frameEventsMax, "commitFramesMax": Limit.commitFramesMax,
            "commitEventsMax": Limit.commitEventsMax, "segmentEvents": Int(Limit.segmentEvents),
            "alignmentEvents": Int(Limit.alignmentEvents), "seedEvents": Int(Limit.seedEvents),
            "subtreeEvents": Int(Limit.subtreeEvents), "frameBytesMax": Limit.frameBytesMax,
            "sectionBytesMax": Limit.sectionBytesMax, "leafBytesMax": Limit.leafBytesMax,
            "textBytesMax": Limit.textBytesMax, "keyBytesMax": Limit.keyBytesMax,
            "rowEventsMax": Limit.rowEventsMax, "pieceBytesMax": Limit.pieceBytesMax,
            "logEventsMax": Int(Limit.logEventsMax),
        ]
        #expect(found == limits)
    }

    // MARK: The worked example

    @Test("every byte of the file is shown as it is written") func file() throws {
        let headings = [
            "segment header", "slots", "first commit, rows", "second commit, rows",
            "third commit, columns",
        ]
        var next = 0
        for heading in headings {
            for block in try examples.blocks("Example: \(heading)") {
                let (start, shown) = try FormatDocument.dump(block)
                // Between the slots and the frames the document leaves zeros out, and says so.
                #expect(bytes[next..<start].allSatisfy { $0 == 0 })
                #expect(start == next || next == 0xE00 && start == 0x1000)
                try #require(start + shown.count <= bytes.count)
                let same = zip(shown, bytes[start...]).prefix { $0 == $1 }.count
                let offset = String(start + same, radix: 16)
                #expect(same == shown.count, "\(heading): other bytes from 0x\(offset) on")
                next = start + shown.count
            }
        }
        #expect(next == 0x1678)
        #expect(bytes[next...].allSatisfy { $0 == 0 })
    }

    @Test("leaf inputs, leaves and root of the first two events") func leaves() throws {
        let blocks = try examples.blocks("Example: leaves")
        try #require(blocks.count == 5)
        let header = try #require(try LogSamples.events(log).first).0
        var leaves: [Digest] = []
        for (index, row) in FormatExample.opening.enumerated() {
            let salt = LeafParts.salt(seed: FormatExample.seed, position: UInt64(index))
            let commitment = SHA256.hash(salt, LeafParts.text(row))
            let input = LeafParts.facts(row, header, index: UInt64(index)) + commitment.bytes
            #expect(try FormatDocument.dump(blocks[2 * index]).bytes == input)
            leaves.append(SHA256.leaf(input))
            let shown = try blocks[2 * index + 1].map {
                try #require(Digest(hex: String($0.split(separator: " ")[1])))
            }
            #expect(shown.map(\.bytes) == [salt, commitment.bytes, leaves[index].bytes])
        }
        let root = SHA256.node(leaves[0], leaves[1])
        #expect(blocks[4] == ["root    \(root.hex)"])
        #expect(Array(bytes[0x1028..<0x1048]) == root.bytes)
    }

    @Test("the LZ4 block and the checksum of nine digits") func primitives() throws {
        let block = try examples.blocks("Example: an LZ4 block")[0][0].split(separator: " ")
        var raw: [UInt8] = []
        let packed = try FormatDocument.hex(block)
        try LZ4.decompress(packed, 0..<packed.count, into: &raw, rawBytes: 29)
        #expect(raw == Array("abcabcabcabcabcabcabcabcend.!".utf8))
        #expect(CRC32C.checksum(Array("123456789".utf8)) == 0xE306_9283)
        let text = try document.section("Conventions").joined()
        #expect(text.contains("0xE3069283"))
    }
}
