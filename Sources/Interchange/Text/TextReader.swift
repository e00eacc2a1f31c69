/// Reads a file chunk by chunk as UTF-8, whatever its encoding is.
package struct TextReader {
    /// How many bytes of a file are read at once.
    package static let chunkBytes = 1 << 18

    private let source: any ByteSource
    private let encoding: TextEncoding
    private let chunkBytes: Int
    private var decoder: TextDecoder
    private var offset: UInt64
    private var chunk: [UInt8] = []

    /// A reader at the beginning of the text.
    init(_ source: any ByteSource, _ form: TextForm, chunkBytes: Int = TextReader.chunkBytes) {
        self.source = source
        self.chunkBytes = max(1, chunkBytes)
        encoding = form.encoding
        decoder = TextDecoder(form.encoding)
        offset = UInt64(form.markBytes)
    }

    /// Appends the next piece of text, which may be empty; what cannot be decoded becomes a byte
    /// that is never part of UTF-8.
    ///
    /// - Returns: `false` at the end of the file.
    mutating func append(to text: inout [UInt8]) throws(ImportError) -> Bool {
        try source.read(at: offset, count: chunkBytes, into: &chunk)
        offset += UInt64(chunk.count)
        guard !chunk.isEmpty else {
            decoder.finish(into: &text)
            return false
        }
        if encoding == .utf8 {
            text.append(contentsOf: chunk)
        } else {
            let piece = chunk
            decoder.append(piece.span, to: &text)
        }
        return true
    }
}
