import EventLog

/// Inputs that become parts of frames without a log around them.
enum PartInputs {
    private static let orderNumber: UInt8 = 4

    // MARK: Rows

    /// Whether the frame begins a block or is compressed, and how many events it has; then a body.
    static func rows(_ bytes: [UInt8]) throws(FuzzFinding) {
        guard bytes.count > 2 else { return }
        let wrong = DecoderTrial.rows(
            Array(bytes[2...]), count: Int(bytes[1]) + 1, isCompressed: bytes[0] & 2 != 0,
            first: bytes[0] & 1 == 0 ? 4_096 : 5_001)
        if let wrong { throw FuzzFinding("rows: \(wrong)") }
    }

    static var rowSeeds: [[UInt8]] {
        [1, 4].flatMap { rounds in
            let sample = SampleLedger.segment(rounds: rounds)
            return sample.frames().map { frame in
                let isFirst = sample.integer(frame.lowerBound + 8, 8) == 0
                let flags = UInt8(sample.integer(frame.lowerBound + 22, 1) & 2)
                let count = UInt8(sample.integer(frame.lowerBound + 16, 1))
                return [flags | (isFirst ? 0 : 1), count] + sample.body(frame)
            }
        }
    }

    // MARK: Sections

    /// Which section, how many events the frame has, which of them are asked for, and how long the
    /// order is; then the order and the section.
    static func section(_ bytes: [UInt8]) throws(FuzzFinding) {
        guard bytes.count > 7 else { return }
        let events = 1 + (Int(bytes[1]) | Int(bytes[2] & 3) << 8)
        let first = Int(bytes[3]) * events / 256
        let count = 1 + Int(bytes[4]) * (events - first - 1) / 255
        let order = bytes[7...].prefix(Int(bytes[5]) | Int(bytes[6]) << 8)
        let wrong = DecoderTrial.section(
            bytes[0] % 9, Array(bytes[order.endIndex...]), order: Array(order), events: events,
            wanted: first..<(first + count))
        if let wrong { throw FuzzFinding("section \(bytes[0] % 9): \(wrong)") }
    }

    static var sectionSeeds: [[UInt8]] {
        [(0, 130, 1), (3, 110, 1), (0, 120, 1 << 16), (0, 120, 1 << 40)].flatMap {
            seeds(SampleLedger.segment(rounds: $0, lines: $1, spread: $2))
        }
    }

    private static func seeds(_ sample: SegmentBytes) -> [[UInt8]] {
        sample.frames().filter(sample.isColumns).flatMap { frame in
            let events = sample.integer(frame.lowerBound + 16, 2)
            let sections = sample.sections(of: frame)
            let lineOrder = sections.first { $0.id == orderNumber }.map(sample.content)
            return sections.flatMap { section in
                let id = section.id
                let bytes = sample.content(of: section)
                let order: [UInt8] = id == 1 ? lineOrder ?? [] : []
                let head: [UInt8] = [id, UInt8(events & 0xFF), UInt8(events >> 8)]
                let length: [UInt8] = [UInt8(order.count & 0xFF), UInt8(order.count >> 8)]
                let all: [UInt8] = [0, 255]
                let some: [UInt8] = [90, 20]
                return [all, some].map { head + $0 + length + order + bytes }
            }
        }
    }
}
