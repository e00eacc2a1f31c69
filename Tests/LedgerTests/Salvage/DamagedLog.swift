import EventLog
import Ledger
import Support

/// A log of one file in memory with random damage, and which of its events must be readable after
/// it: told from the bytes of the whole file by the offsets of `Format.md`, not by what reads logs.
struct DamagedLog {
    /// A frame of the whole file.
    private struct Frame {
        let range: Range<Int>
        let positions: Range<UInt64>
        let isColumns: Bool
        let endsCommit: Bool
        /// Sections by id.
        var sections: [(id: UInt8, range: Range<Int>)] = []
        /// Header and directory, or all of a frame of rows.
        var head: Range<Int>
    }

    /// What is left of an event.
    enum Rest {
        case whole, withoutText, withoutDetails, withoutBoth, nothing
    }

    static let file = "000000000000-0000.log"

    /// The whole log, and the damaged one.
    let whole: MemoryStorage
    let damaged: MemoryStorage
    /// What is left of every event that was there.
    private(set) var rests: [Rest]
    /// How many events the damaged log must be taken to have had.
    private(set) var count = 0
    let log: Log

    init(_ history: RandomHistory, seed: UInt64) throws {
        var random = SeededRandom(seed: seed)
        whole = MemoryStorage()
        var options = Log.Options()
        options.makeSeed = StoreKind.fixedSeed
        log = try Log.create(in: whole, id: CommitID(high: 1, low: 2), options: options)
        var rows = history.events.map(\.row)[...]
        var lastSize = 0
        var number: UInt64 = 0
        while !rows.isEmpty {
            let most = [1, 3, 30, 250].randomElement(using: &random) ?? 1
            let taken = Array(rows.prefix(Int.random(in: 1...most, using: &random)))
            rows = rows.dropFirst(taken.count)
            lastSize = taken.count
            number += 1
            let clock = Int64.random(in: 0..<100_000, using: &random)
            _ = try log.append(
                CommitDraft(
                    id: CommitID(high: 5, low: number), recordedAt: 1_700_000_000_000 + clock,
                    actor: 1, rows: taken))
        }
        let used = Int(try log.statistics().bytes)
        let bytes = Array((whole.bytes(of: DamagedLog.file) ?? []).prefix(used))
        var broken = bytes
        DamagedLog.damage(&broken, &random)
        damaged = MemoryStorage()
        damaged.replace(DamagedLog.file, bytes: broken)
        rests = Array(repeating: .whole, count: history.events.count)
        judge(bytes, broken, lastSize)
    }

    /// A few flipped bytes, zeroed sectors or a cut.
    private static func damage(_ bytes: inout [UInt8], _ random: inout SeededRandom) {
        for _ in 0..<Int.random(in: 1...4, using: &random) {
            let place = Int.random(in: 0..<bytes.count, using: &random)
            switch Int.random(in: 0..<8, using: &random) {
            case 0:
                let start = place / 4_096 * 4_096
                for index in start..<min(start + 4_096, bytes.count) { bytes[index] = 0 }
            case 1:
                let start = place / 512 * 512
                for index in start..<min(start + 512, bytes.count) {
                    bytes[index] = UInt8.random(in: .min ... .max, using: &random)
                }
            case 2 where bytes.count > 8_192:
                bytes.removeLast(
                    Int.random(in: 1...min(3_000, bytes.count - 8_192), using: &random))
            default: bytes[place] ^= 1 << UInt8.random(in: 0..<8, using: &random)
            }
        }
    }

    private mutating func judge(_ bytes: [UInt8], _ broken: [UInt8], _ lastSize: Int) {
        func isHurt(_ range: Range<Int>) -> Bool {
            range.upperBound > broken.count || bytes[range] != broken[range]
        }
        var end = 0
        for frame in DamagedLog.frames(bytes) {
            var rest = Rest.whole
            let hurt = Set(frame.sections.filter { isHurt($0.range) }.map(\.id))
            if isHurt(frame.head) || !hurt.isDisjoint(with: 1...5)
                || frame.range.upperBound > broken.count
            {
                rest = .nothing
            } else if hurt.contains(7) {
                rest = hurt.contains(8) ? .withoutBoth : .withoutDetails
            } else if hurt.contains(8) {
                rest = .withoutText
            }
            for position in frame.positions { rests[Int(position)] = rest }
            if rest != .nothing, frame.endsCommit { end = Int(frame.positions.upperBound) }
        }
        // The slots take turns: the one with the higher sequence was written last.
        let slots = SegmentHeader.slotOffsets.map { Int($0) }.map {
            (sequence: DamagedLog.integer(bytes, $0, 8), $0..<($0 + 1_536))
        }
        .sorted { $0.sequence < $1.sequence }
        let isNewest = !isHurt(slots[1].1)
        let isOlder = slots[0].sequence > 0 && !isHurt(slots[0].1)
        let older = isOlder ? rests.count - lastSize : 0
        count = isNewest ? rests.count : max(older, end)
        rests.removeLast(rests.count - count)
    }

    /// The frames by their headers: see "Frames" in `Format.md`.
    private static func frames(_ bytes: [UInt8]) -> [Frame] {
        var frames: [Frame] = []
        var offset = SegmentHeader.bytes
        while offset + 92 <= bytes.count, Array(bytes[offset..<(offset + 3)]) == Array("LGF".utf8) {
            let isColumns = bytes[offset + 3] == 0x43
            let length = Int(integer(bytes, offset + 4, 4))
            let first = integer(bytes, offset + 8, 8)
            let count = integer(bytes, offset + 16, 2) + 1
            let flags = integer(bytes, offset + 22, 2)
            var frame = Frame(
                range: offset..<(offset + length), positions: first..<(first + count),
                isColumns: isColumns, endsCommit: flags & 1 == 1,
                head: offset..<(offset + length))
            if isColumns {
                let sections = Int(integer(bytes, offset + 136, 8))
                var next = offset + 144 + 16 * sections
                frame.head = offset..<next
                for section in 0..<sections {
                    let entry = offset + 144 + 16 * section
                    let stored = (Int(integer(bytes, entry + 8, 4)) + 7) / 8 * 8
                    frame.sections.append((bytes[entry], next..<(next + stored)))
                    next += stored
                }
            }
            frames.append(frame)
            offset += length
        }
        return frames
    }

    private static func integer(_ bytes: [UInt8], _ offset: Int, _ width: Int) -> UInt64 {
        bytes[offset..<(offset + width)].reversed().reduce(0) { $0 << 8 | UInt64($1) }
    }
}
