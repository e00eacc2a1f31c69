/// Events of other frames on their way into one frame of columns: hashed and brought into columns
/// one by one, so that a frame of them is never held as rows.
struct ColumnPacker {
    private(set) var encoder: FrameEncoder
    private var columns: BatchBuilder
    private var inputs = LeafInputs()
    private var header: CommitHeader?
    private let firstPosition: UInt64
    /// Events so far, and the bytes of those of them that are hashed.
    private var count = 0
    private var bytes = 0
    private let bytesMax: Int

    /// Events that are hashed at once, and bytes of them.
    private static let inputsMax = 1_024
    private static let inputBytesMax = 1 << 20

    /// Nothing yet of a frame that goes on behind the encoder's tree.
    ///
    /// - Parameter bytesMax: Of events with more bytes than this there is no frame: they are hashed
    ///   and not held.
    init(_ encoder: FrameEncoder, bytesMax: Int = .max) {
        self.encoder = encoder
        self.bytesMax = bytesMax
        firstPosition = encoder.tree.size
        self.encoder.begin(at: firstPosition)
        columns = BatchBuilder(firstPosition: firstPosition)
    }

    /// The position of the next event.
    var position: UInt64 { firstPosition + UInt64(count) }

    /// The events that follow belong to a commit.
    mutating func begin(_ header: CommitHeader) {
        guard header != self.header else { return }
        self.header = header
        inputs.begin(header)
        if bytes <= bytesMax { columns.begin(header) }
    }

    /// Adds the next event.
    ///
    /// - Throws: `body` for one that breaks a rule: columns could not say what it says.
    mutating func append(_ event: EncodedEvent) throws(Corruption.Reason) {
        guard let header, event.pointsBack(from: position), header.firstPosition <= position else {
            throw .body
        }
        do throws(TooLarge) {
            try inputs.append(event, index: position - header.firstPosition)
        } catch { throw .body }
        count += 1
        if bytes <= bytesMax { columns.append(event) }
        let isMuch = inputs.bytes.count >= ColumnPacker.inputBytesMax
        if isMuch || inputs.count >= ColumnPacker.inputsMax { hash() }
    }

    /// Changes how the frame is made: by then everything that was added is hashed.
    mutating func change(_ body: (inout FrameEncoder) -> Void) {
        hash()
        body(&encoder)
    }

    private mutating func hash() {
        guard inputs.count > 0 else { return }
        bytes += inputs.bytes.count
        if bytes > bytesMax { columns = BatchBuilder(firstPosition: firstPosition) }
        encoder.hash(&inputs)
        inputs.removeAll()
    }

    /// The frame.
    ///
    /// - Throws: ``LogError/tooLarge(_:index:)`` where the events have too many bytes for one; they
    ///   are in the encoder's tree then.
    mutating func finish(_ place: FrameEncoder.Place, salt: UInt32) throws(LogError) -> [UInt8] {
        hash()
        guard bytes <= bytesMax else { throw .tooLarge(.frame, index: 0) }
        return try encoder.columns(columns.finish(), place, salt: salt)
    }
}
