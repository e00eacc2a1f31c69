/// A file whose cached and durable bytes are kept apart.
struct SimulatedFile: Sendable {
    /// The size of what a disk writes at once, and of what kernels and most disks do.
    static let sectorBytes = 512
    static let blockBytes = 4_096

    /// What a program reads.
    private(set) var cached: [UInt8] = []
    /// What is on the disk for certain.
    private(set) var durable: [UInt8] = []
    /// What a program read at the last sync: more than the disk has where that one failed.
    private var synced: [UInt8] = []
    private var hasLost = false
    /// What was done since the last sync, in order.
    private var pending: [Change] = []

    private enum Change: Sendable {
        case write(at: Int, [UInt8])
        case resize(to: Int)
    }

    /// A file that is on the disk.
    init(_ bytes: [UInt8] = []) {
        cached = bytes
        durable = bytes
        synced = bytes
    }

    /// Whether the disk may differ from what a program reads.
    var isPending: Bool { !pending.isEmpty }

    mutating func write(_ bytes: [UInt8], at offset: Int) {
        if bytes.isEmpty { return }
        SimulatedFile.write(bytes, at: offset, into: &cached)
        pending.append(.write(at: offset, bytes))
    }

    mutating func resize(to size: Int) {
        SimulatedFile.resize(&cached, to: size)
        pending.append(.resize(to: size))
    }

    /// Makes durable what was written since the last sync, in whole sectors as a program sees them.
    mutating func sync() {
        if hasLost { carryAll() } else { durable = cached }
        synced = cached
        pending = []
    }

    private mutating func carryAll() {
        var seen = synced
        for change in pending {
            switch change {
            case .resize(let size):
                SimulatedFile.resize(&seen, to: size)
                SimulatedFile.resize(&durable, to: size)
            case .write(let offset, let bytes):
                SimulatedFile.write(bytes, at: offset, into: &seen)
                let start = offset / Self.sectorBytes * Self.sectorBytes
                let end = (offset + bytes.count - 1) / Self.sectorBytes * Self.sectorBytes
                let sectors = start..<min(end + Self.sectorBytes, seen.count)
                SimulatedFile.write(Array(seen[sectors]), at: start, into: &durable)
            }
        }
    }

    /// What a failed sync leaves: any part of what was written is on the disk. The rest is read as
    /// before, but is not written by the next sync, which succeeds, unless its sector is changed
    /// again.
    mutating func failSync(_ choices: inout some Choices) {
        durable = survivors(&choices, isTearing: false)
        hasLost = hasLost || durable != cached
        synced = cached
        pending = []
    }

    /// The bytes on the disk after a loss of power.
    ///
    /// Every sector has what it had at the last sync, or what it had after any of the writes since;
    /// its two halves may be of different times. The size is that after any of the changes.
    ///
    /// - Parameters:
    ///   - isTearing: Whether sectors may be torn, and what was not written may be anything.
    ///   - unit: The size of what is written at once: of a sector or a block.
    func survivors(
        _ choices: inout some Choices, isTearing: Bool, unit: Int = SimulatedFile.sectorBytes
    ) -> [UInt8] {
        if pending.isEmpty { return durable }
        var disk = durable
        var seen = synced
        var sizes = [durable.count]
        for change in pending {
            switch change {
            case .resize(let size):
                SimulatedFile.resize(&seen, to: size)
            case .write(let offset, let bytes):
                SimulatedFile.write(bytes, at: offset, into: &seen)
                let last = (offset + bytes.count - 1) / unit
                for sector in (offset / unit)...last {
                    let start = sector * unit
                    let part = start..<min(start + unit, seen.count)
                    carry(part, from: seen, to: &disk, &choices, isTearing)
                }
            }
            if !sizes.contains(seen.count) { sizes.append(seen.count) }
        }
        let size = sizes[choices.choose(sizes.count)]
        if isTearing, size > disk.count, !cached.isEmpty, choices.choose(4) == 0 {
            disk += (disk.count..<size).map { cached[$0 &* 31 % cached.count] }
        }
        SimulatedFile.resize(&disk, to: size)
        return disk
    }

    /// Decides whether a sector of the file as it was seen reached the disk.
    private func carry(
        _ sector: Range<Int>, from seen: [UInt8], to disk: inout [UInt8],
        _ choices: inout some Choices, _ isTearing: Bool
    ) {
        let (start, end) = (sector.lowerBound, sector.upperBound)
        let isSame =
            end <= disk.count
            ? disk[start..<end] == seen[start..<end]
            : (start..<end).allSatisfy { (disk.count > $0 ? disk[$0] : 0) == seen[$0] }
        if isSame { return }
        var part = start..<end
        switch choices.choose(isTearing ? 6 : 2) {
        case 0, 2: return
        case 4: part = start..<(start + choices.choose(end - start))
        case 5: part = (start + choices.choose(end - start))..<end
        default: break
        }
        if part.isEmpty { return }
        SimulatedFile.write(Array(seen[part]), at: part.lowerBound, into: &disk)
    }

    private static func write(_ bytes: [UInt8], at offset: Int, into stored: inout [UInt8]) {
        if stored.count < offset { resize(&stored, to: offset) }
        let end = min(offset + bytes.count, stored.count)
        stored.replaceSubrange(offset..<end, with: bytes)
    }

    private static func resize(_ bytes: inout [UInt8], to size: Int) {
        if size <= bytes.count {
            bytes.removeLast(bytes.count - size)
        } else {
            bytes += repeatElement(0, count: size - bytes.count)
        }
    }
}
