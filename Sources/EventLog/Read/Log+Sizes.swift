extension Log {
    /// Tells what the bytes of the segment files are for; ``PartSize/storedBytes`` of all parts add
    /// up to the sizes of the files.
    ///
    /// - Returns: The parts that there are, in the order in which they stand in a frame.
    /// - Throws: ``LogError/corrupt(_:)`` at damage.
    /// - Complexity: O(*n*) in the bytes of the log.
    package func sizes() throws(LogError) -> [PartSize] {
        let (segments, tip) = try tip()
        var sizes = PartSizes()
        var loader = FrameLoader()
        var used: UInt64 = 0
        for segment in segments { sizes.add(.segments, segment.header.framesOffset) }
        try visit(segments, 0..<tip.head.count) { frame throws(LogError) in
            used += UInt64(frame.header.length)
            guard let columns = frame.columns else {
                sizes.add(.frames, UInt64(FrameHeader.bytes))
                sizes.add(.rows, UInt64(frame.header.length - FrameHeader.bytes))
                return
            }
            var rest = UInt64(frame.header.length)
            let head = ColumnFrame.directoryEnd(sections: columns.entries.count)
            sizes.add(.frames, UInt64(head))
            rest -= UInt64(head)
            try loader.forEachSection(of: frame, segments[frame.segment]) { section in
                rest -= UInt64(section.storedCount)
                sizes.add(section)
            }
            if rest > 0 { sizes.add(.unknown, rest) }
        }
        used += segments.reduce(0) { $0 + $1.header.framesOffset }
        var files: UInt64 = 0
        for segment in segments { files += try segment.size() }
        if files > used { sizes.add(.reserved, files - used) }
        return sizes.sorted
    }
}

/// What part of a log's files bytes belong to.
package enum LogPart: Hashable, Comparable, Sendable {
    /// The first 4,096 bytes of each segment.
    case segments
    /// Headers and directories of frames.
    case frames
    /// Bodies of frames of rows: what is not sealed.
    case rows
    /// A column in a section of frames of columns, by the section's number and its name; `nil` for
    /// what belongs to no single column: keys, codes and counts.
    case column(section: UInt8, name: String, ColumnID?)
    /// Sections that only a newer program knows.
    case unknown
    /// What is set aside behind the last frame, and what an interrupted writer left there.
    case reserved

    package static func < (left: LogPart, right: LogPart) -> Bool { left.order < right.order }

    private var order: (UInt8, UInt8, UInt8) {
        switch self {
        case .segments: (0, 0, 0)
        case .frames: (1, 0, 0)
        case .rows: (2, 0, 0)
        case .column(let section, _, let column): (3, section, column?.rawValue ?? 0)
        case .unknown: (4, 0, 0)
        case .reserved: (5, 0, 0)
        }
    }
}

/// How many bytes a part of a log takes.
package struct PartSize: Hashable, Sendable {
    /// Which part.
    package let part: LogPart
    /// Before compression.
    package var rawBytes: UInt64 = 0
    /// On disk. A compressed section's bytes are divided among its columns by what each of them
    /// comes to when it is compressed alone.
    package var storedBytes: UInt64 = 0
}

/// Sizes that are added up.
private struct PartSizes {
    private var sizes: [LogPart: PartSize] = [:]

    var sorted: [PartSize] { sizes.values.sorted { $0.part < $1.part } }

    /// Adds bytes that are never compressed.
    mutating func add(_ part: LogPart, _ bytes: UInt64) { add(part, raw: bytes, stored: bytes) }

    private mutating func add(_ part: LogPart, raw: UInt64, stored: UInt64) {
        var size = sizes[part] ?? PartSize(part: part)
        size.rawBytes += raw
        size.storedBytes += stored
        sizes[part] = size
    }

    /// Adds the columns of a section.
    mutating func add(_ section: StoredSection) {
        let pieces = SectionByteUsage(section)
        let weights = pieces.all.map { piece in
            let isPacked = section.isCompressed && !piece.range.isEmpty
            return isPacked ? LZ4.compress(section.raw, piece.range).count : piece.range.count
        }
        let total = max(1, weights.reduce(0, +))
        var weight = 0
        var given = 0
        for (piece, own) in zip(pieces.all, weights) {
            weight += own
            let share = section.storedCount * weight / total - given
            given += share
            add(
                .column(section: section.id.rawValue, name: "\(section.id)", piece.column),
                raw: UInt64(piece.range.count), stored: UInt64(share))
        }
    }
}
