extension Log {
    /// The parts in which the events of a range are stored, in order.
    ///
    /// - Throws: ``LogError/corrupt(_:)`` at damage.
    /// - Complexity: O(*n*) in the frames; of frames of columns only the heads are read.
    package func spans(of positions: Range<UInt64>) throws(LogError) -> [FrameInfo] {
        let (segments, tip) = try tip()
        let range = positions.clamped(to: 0..<tip.head.count)
        guard !range.isEmpty else { return [] }
        var spans: [FrameInfo] = []
        var small = range.lowerBound..<range.lowerBound
        // Of small frames nothing is known without reading them.
        var frames = RangeScanner(self, segments, range) { !$0.hasColumns }
        while let frame = try frames.next() {
            guard let summary = frame.columns?.summary else { continue }
            let wanted = frame.header.positions.clamped(to: range)
            if wanted.lowerBound > small.lowerBound {
                spans.append(FrameInfo(small.lowerBound..<wanted.lowerBound))
            }
            small = wanted.upperBound..<wanted.upperBound
            spans.append(FrameInfo(wanted, dayHigh: summary.dayHigh))
        }
        if range.upperBound > small.lowerBound {
            spans.append(FrameInfo(small.lowerBound..<range.upperBound))
        }
        return spans
    }
}

/// What is known of some events that follow each other before they are read.
package struct FrameInfo: Hashable, Sendable {
    /// Where they stand: a whole frame of columns, or small frames side by side.
    package let positions: Range<UInt64>
    /// The highest value in a number column of days; `nil` where that is not known.
    package let dayHigh: Int64?

    /// Some events; without a day nothing is known of them.
    package init(_ positions: Range<UInt64>, dayHigh: Int64? = nil) {
        self.positions = positions
        self.dayHigh = dayHigh
    }
}
