import EventLog

/// Inputs that become files of a log.
///
/// Checksums are put right first: a change of a byte must get past them to reach what they guard.
/// An input whose last byte is 0xFF is taken as it is.
enum LogInputs {
    private static let rowSample = SampleLedger.segment(rounds: 1)
    private static let columnSample = columnSamples[0]
    private static let columnSamples = [1, 1 << 16, 1 << 40].map { spread in
        SampleLedger.segment(rounds: 0, lines: 110, spread: spread)
    }
    private static let raw: UInt8 = 0xFF

    // MARK: Segments

    /// Where the parts of an input go before the frames of a segment; the rest is zeros.
    private static func parts(_ slots: [Int]) -> [(from: Int, at: Int, count: Int)] {
        [(0, 0, 128), (128, slots[0], 272), (400, slots[1], 272)]
    }

    private static let partBytes = 672

    static func segment(_ bytes: [UInt8], _ checks: FuzzChecks) throws(FuzzFinding) {
        guard bytes.count > partBytes else { return }
        let layout = SegmentBytes.layout(Int(bytes[10]))
        var file = [UInt8](repeating: 0, count: layout.frames)
        for part in parts(layout.slots) {
            file.replaceSubrange(
                part.at..<(part.at + part.count), with: bytes[part.from..<(part.from + part.count)])
        }
        try read(SegmentBytes(file + bytes[partBytes...]), checks)
    }

    static var segmentSeeds: [[UInt8]] {
        [rowSample, columnSample, SampleLedger.segment(rounds: 0)].map { sample in
            parts(sample.slots).flatMap { sample.bytes[$0.at..<($0.at + $0.count)] }
                + sample.bytes[sample.headerBytes...]
        }
    }

    // MARK: Frames

    /// The header is sound, and the head slots say that nothing is durable yet, or everything.
    static func frames(_ bytes: [UInt8], _ checks: FuzzChecks) throws(FuzzFinding) {
        guard let first = bytes.first else { return }
        let sample = first & 1 == 0 ? emptyHead : columnSample.bytes
        let header = sample.prefix(columnSample.headerBytes)
        try read(SegmentBytes(Array(header) + bytes.dropFirst()), checks)
    }

    private static let emptyHead: [UInt8] = {
        var sample = rowSample
        // Two slots that are whole, of which none says more than the first position.
        for (number, slot) in sample.slots.enumerated() {
            sample.set(number + 1, at: slot, 8)
            sample.set(0, at: slot + 8, 8)
            sample.set(sample.headerBytes, at: slot + 16, 8)
            for offset in stride(from: slot + 24, to: slot + 1_532, by: 4) {
                sample.set(0, at: offset, 4)
            }
        }
        return sample.bytes
    }()

    static var frameSeeds: [[UInt8]] {
        var seeds: [[UInt8]] = []
        for sample in [rowSample, columnSample] {
            let frames = Array(sample.bytes[sample.headerBytes...])
            seeds += [[0] + frames, [1] + frames]
        }
        let frames = Array(columnSample.bytes[columnSample.headerBytes...])
        return seeds + [[1] + frames.dropLast() + [1, raw]]
    }

    // MARK: Parts of frames

    /// A body where the first byte is 0, else a section.
    static func framed(_ bytes: [UInt8], _ checks: FuzzChecks) throws(FuzzFinding) {
        let part = Array(bytes.dropFirst())
        if bytes.first == 0 { try rows(part, checks) } else { try section(part, checks) }
    }

    static var framedSeeds: [[UInt8]] {
        rowSeeds.map { [0] + $0 } + sectionSeeds.map { [1] + $0 }
    }

    /// The body of the first frame of rows, behind its flags and the number of its events.
    private static func rows(_ bytes: [UInt8], _ checks: FuzzChecks) throws(FuzzFinding) {
        guard bytes.count > 2, let frame = rowSample.frames().first else { return }
        var body = Array(bytes.dropFirst(2))
        while body.count % 8 != 4 { body.append(0) }
        let header = frame.lowerBound + SegmentBytes.frameHeaderBytes
        var file = SegmentBytes(Array(emptyHead[..<header]))
        file.bytes += body
        file.set(SegmentBytes.frameHeaderBytes + body.count, at: frame.lowerBound + 4, 4)
        file.set(Int(bytes[0]) % 100, at: frame.lowerBound + 16, 2)
        file.set(bytes[1] & 2 == 0 ? 1 : 3, at: frame.lowerBound + 22, 2)
        try read(file, checks)
    }

    private static var rowSeeds: [[UInt8]] {
        [rowSample, SampleLedger.segment(rounds: 4)].flatMap { sample in
            sample.frames().map { frame in
                let flags = UInt8(sample.integer(frame.lowerBound + 22, 1))
                return [UInt8(sample.integer(frame.lowerBound + 16, 1)), flags]
                    + sample.body(frame)
            }
        }
    }

    /// One section of the first frame of columns, stored raw. Three bits of the first byte choose
    /// the section, four the sample, and one says that the section is compressed.
    private static func section(_ bytes: [UInt8], _ checks: FuzzChecks) throws(FuzzFinding) {
        guard let first = bytes.first else { return }
        let sample = columnSamples[Int(first >> 3 & 0xF) % columnSamples.count]
        guard let frame = sample.frames().first(where: sample.isColumns) else { return }
        let sections = sample.sections(of: frame)
        guard !sections.isEmpty else { return }
        let chosen = Int(first & 7) % sections.count
        let content = Array(bytes.dropFirst())
        var file = SegmentBytes(Array(sample.bytes[..<sections[0].stored.lowerBound]))
        for (index, section) in sections.enumerated() {
            let isChosen = index == chosen
            file.bytes += isChosen ? content : Array(sample.bytes[section.stored])
            while file.bytes.count % 8 != 0 { file.bytes.append(0) }
            guard isChosen else { continue }
            file.set(first & 0x80 == 0 ? 0 : 1, at: section.entry + 1, 1)
            if first & 0x80 == 0 { file.set(content.count, at: section.entry + 4, 4) }
            file.set(content.count, at: section.entry + 8, 4)
        }
        file.set(file.bytes.count - frame.lowerBound, at: frame.lowerBound + 4, 4)
        try read(file, checks)
    }

    private static var sectionSeeds: [[UInt8]] {
        columnSamples.enumerated().flatMap { number, sample -> [[UInt8]] in
            guard let frame = sample.frames().first(where: sample.isColumns) else { return [] }
            return sample.sections(of: frame).enumerated().flatMap { index, section in
                let choice = UInt8(number << 3 | index)
                let content = [choice] + sample.content(of: section)
                guard sample.isCompressed(section) else { return [content] }
                return [content, [choice | 0x80] + sample.bytes[section.stored]]
            }
        }
    }

    private static func read(
        _ file: SegmentBytes, _ checks: FuzzChecks
    ) throws(FuzzFinding) {
        var file = file
        if file.bytes.last != raw { file.repairChecksums() }
        try LogReading.read([SampleLedger.name: file.bytes], checks)
        guard checks.contains(.folding) else { return }
        file.openTypes()
        try LogReading.foldTwice([SampleLedger.name: file.bytes])
    }
}
