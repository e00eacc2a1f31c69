/// How the bytes of a file are text, and what says so.
package struct TextForm: Hashable, Sendable {
    /// What an encoding was taken from.
    package enum Reason: String, Codable, Hashable, Sendable {
        /// The user said so.
        case given
        /// The first bytes of the file say so.
        case byteOrderMark
        /// Nearly every second byte is 0, as only in UTF-16 without a mark.
        case zeroBytes
        /// All of the file is well-formed UTF-8, or ASCII.
        case wellFormed
    }

    /// The encoding.
    package let encoding: TextEncoding
    /// What it was taken from.
    package let reason: Reason
    /// How many bytes at the beginning only name the encoding.
    package let markBytes: Int
    /// Whether all of the file is text.
    package let isSound: Bool
    /// The first lines with letters beyond ASCII, to be looked at by the user; empty where nothing
    /// had to be believed.
    package let samples: [CellSample]

    package init(
        encoding: TextEncoding, reason: Reason, markBytes: Int, isSound: Bool,
        samples: [CellSample] = []
    ) {
        self.encoding = encoding
        self.reason = reason
        self.markBytes = markBytes
        self.isSound = isSound
        self.samples = samples
    }
}
