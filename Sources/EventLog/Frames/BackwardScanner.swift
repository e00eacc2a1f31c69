/// Goes back over the frames of a segment from where one ends: what stands before a head is found
/// without a walk from the start of the file.
///
/// It believes no more than that a header of the right length and position stands there; what is
/// built on a frame is read again by a ``FrameScanner``.
struct BackwardScanner {
    private let segment: SegmentFile
    /// Where the frame ends that comes next, and the position behind it.
    private(set) var end: UInt64
    private(set) var position: UInt64
    private var bytes: [UInt8] = []
    /// What the buffer holds.
    private var window: Range<UInt64> = 0..<0

    private static let windowBytes: UInt64 = 1 << 16

    init(_ segment: SegmentFile, from end: UInt64, position: UInt64) {
        self.segment = segment
        self.end = end
        self.position = position
    }

    /// The frame before the last one; `nil` where there is none.
    mutating func next() throws(LogError) -> (offset: UInt64, header: FrameHeader)? {
        let first = segment.header.framesOffset
        guard end > first, end % 8 == 0 else { return nil }
        var size = BackwardScanner.windowBytes
        while true {
            if window.lowerBound < end, end <= window.upperBound, let found = search() {
                end = found.offset
                position = found.header.firstPosition
                return found
            }
            let low = end - min(size, end - first)
            if window.lowerBound <= low, end <= window.upperBound {
                guard low > first, size <= UInt64(Limit.frameBytesMax) else { return nil }
                size *= 8
                continue
            }
            let count = try segment.read(at: low, into: &bytes, count: Int(end - low))
            guard count == Int(end - low) else { return nil }
            window = low..<end
        }
    }

    /// Looks for a frame that ends at the end, from there backwards.
    private func search() -> (offset: UInt64, header: FrameHeader)? {
        let all = RawBytes.span(bytes, 0..<bytes.count)
        let last = Int(end - window.lowerBound)
        var place = last - FrameHeader.bytes - 4
        while place >= 0 {
            if let magic = RawBytes.load(all, at: place, as: UInt32.self), isMagic(magic),
                let length = RawBytes.load(all, at: place + 4, as: UInt32.self),
                Int(length) == last - place,
                let header = try? FrameHeader.decode(bytes, at: place),
                header.positions.upperBound == position
            {
                return (window.lowerBound + UInt64(place), header)
            }
            place -= 8
        }
        return nil
    }

    /// Whether four bytes are "LGF" and a kind: asked at every eighth byte of a block.
    @inline(__always)
    private func isMagic(_ bytes: UInt32) -> Bool {
        bytes == 0x5246_474C || bytes == 0x4346_474C
    }
}
