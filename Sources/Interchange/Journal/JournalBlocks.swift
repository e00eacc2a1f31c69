internal import EventLog

/// The text of a journal in blocks that begin with transactions, but the first: so much of it is in
/// memory at a time. Lines end with LF, CRLF or CR, as in any text.
struct JournalBlocks {
    /// Bytes of a block for each core, about.
    private static let coreBytes = 1 << 20

    private var reader: TextReader
    private var text: [UInt8] = []
    private var isAtEnd = false

    init(_ source: any ByteSource, _ form: TextForm) { reader = TextReader(source, form) }

    /// The next block of whole lines; `nil` at the end.
    mutating func next() throws(ImportError) -> [UInt8]? {
        var wanted = JournalBlocks.coreBytes * min(Parallel.cores, JournalList.partsMax)
        while true {
            while !isAtEnd, text.count < wanted { isAtEnd = try !reader.append(to: &text) }
            if isAtEnd {
                defer { text = [] }
                return text.isEmpty ? nil : JournalBlocks.lines(text)
            }
            if let end = lastStart {
                let block = Array(text[..<end])
                text.removeFirst(end)
                return JournalBlocks.lines(block)
            }
            // Something very long that is no transaction.
            wanted = text.count * 2
        }
    }

    /// A block with LF for each CR that stands alone.
    private static func lines(_ block: [UInt8]) -> [UInt8] {
        guard let first = block.firstIndex(of: UInt8(ascii: "\r")) else { return block }
        var block = block
        for index in first..<block.count where block[index] == UInt8(ascii: "\r") {
            if index + 1 < block.count, block[index + 1] == UInt8(ascii: "\n") { continue }
            block[index] = UInt8(ascii: "\n")
        }
        return block
    }

    /// Where the last line begins that begins a transaction; `nil` for none but the first line.
    private var lastStart: Int? {
        var index = text.count - 1
        while index > 0 {
            if text[index - 1] == UInt8(ascii: "\n"), (0x30...0x39).contains(text[index]) {
                return index
            }
            index -= 1
        }
        return nil
    }
}
