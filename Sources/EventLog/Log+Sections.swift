/// A section of a frame of columns as it stands on disk.
package struct StoredSection: Sendable {
    let id: UInt8
    /// Whether it is compressed on disk.
    package let isCompressed: Bool
    /// How many bytes it takes on disk, filled up to a multiple of 8.
    package let storedCount: Int
    /// Its bytes before compression.
    package let raw: [UInt8]

    /// Whether reports read it.
    package var isHot: Bool {
        id == ColumnFrame.SectionID.hot.rawValue || id == ColumnFrame.SectionID.links.rawValue
    }
}

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
            for entry in frame.columns?.entries ?? [] {
                guard let id = ColumnFrame.SectionID(rawValue: entry.id) else { continue }
                try body(
                    StoredSection(
                        id: entry.id, isCompressed: entry.isCompressed,
                        storedCount: (entry.storedLength + 7) / 8 * 8,
                        raw: try loader.section(id, frame, segments[frame.segment])))
            }
        }
    }
}
