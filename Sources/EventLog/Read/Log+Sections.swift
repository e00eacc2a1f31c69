extension Log {
    /// Hands over every section of every frame of columns, in the order of the files.
    ///
    /// - Throws: ``LogError/corrupt(_:)`` at damage.
    /// - Complexity: O(*n*) in the bytes of the log.
    package func forEachSection(
        _ body: (StoredSection) throws(LogError) -> Void
    ) throws(LogError) {
        let (segments, tip) = try tip()
        var loader = FrameLoader()
        try visit(segments, 0..<tip.head.count) { frame throws(LogError) in
            try loader.forEachSection(of: frame, segments[frame.segment], body)
        }
    }
}

/// A section of a frame of columns as it stands on disk.
package struct StoredSection: Sendable {
    let id: ColumnFrame.SectionID
    /// How many events the frame has.
    let eventCount: Int
    /// Whether it is compressed on disk.
    package let isCompressed: Bool
    /// How many bytes it takes on disk, filled up to a multiple of 8.
    package let storedCount: Int
    /// Its bytes before compression.
    package let raw: [UInt8]

    /// Whether reports read it.
    package var isHot: Bool { id == .hot || id == .retractions }
}

extension FrameLoader {
    /// Hands over the sections of a frame; of one of rows there are none.
    mutating func forEachSection(
        of frame: WalkedFrame, _ segment: SegmentFile,
        _ body: (StoredSection) throws(LogError) -> Void
    ) throws(LogError) {
        for entry in frame.columns?.entries ?? [] {
            guard let id = ColumnFrame.SectionID(rawValue: entry.id) else { continue }
            try body(
                StoredSection(
                    id: id, eventCount: frame.header.count, isCompressed: entry.isCompressed,
                    storedCount: (entry.storedLength + 7) / 8 * 8,
                    raw: try section(id, frame, segment)))
        }
    }
}
