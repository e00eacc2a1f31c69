internal import EventLog

/// What may occur in the texts of some events: of every four bytes that follow each other in them
/// two bits of a filter are set, chosen under a secret of the device.
///
/// What is not in the filter occurs nowhere; what is may occur.
struct WordFilter: Hashable, Sendable {
    /// So many bytes are looked up together; shorter texts may be anywhere.
    static let gramBytes = 4
    /// A filter has no more bytes.
    static let bytesMax = 32_768
    /// Of how many grams a filter still tells anything: then half of its bits are set.
    static let gramsMax = bytesMax * 8 / 3

    /// As many as some power of two; one byte of ones where there were too many grams.
    let bytes: [UInt8]

    /// Reads a filter; `nil` where it does not say what it should.
    init?(_ bytes: [UInt8]) {
        guard bytes.count.nonzeroBitCount == 1, bytes.count <= WordFilter.bytesMax else {
            return nil
        }
        self.bytes = bytes
    }

    /// The filter of some grams.
    init(_ grams: Set<UInt32>, _ hash: DeviceHash) {
        guard grams.count <= WordFilter.gramsMax else {
            bytes = [0xFF]
            return
        }
        var size = 8
        while size < grams.count, size < WordFilter.bytesMax { size *= 2 }
        var bytes = [UInt8](repeating: 0, count: size)
        for gram in grams {
            let (one, other) = WordFilter.bits(WordFilter.hash(gram, hash), size)
            bytes[one / 8] |= 1 << UInt8(one % 8)
            bytes[other / 8] |= 1 << UInt8(other % 8)
        }
        self.bytes = bytes
    }

    /// Whether a text may occur.
    ///
    /// - Parameter hashes: Those of its grams.
    func mayHold(_ hashes: [UInt64]) -> Bool {
        let has = { (bit: Int) in bytes[bit / 8] & (1 << UInt8(bit % 8)) != 0 }
        return hashes.allSatisfy { hash in
            let (one, other) = WordFilter.bits(hash, bytes.count)
            return has(one) && has(other)
        }
    }

    /// The hashes of the grams of a text; `nil` where it is too short.
    static func hashes(of text: FoldedText, _ hash: DeviceHash) -> [UInt64]? {
        var grams: Set<UInt32> = []
        add(text.folded, to: &grams)
        return grams.isEmpty ? nil : grams.map { WordFilter.hash($0, hash) }
    }

    /// Adds the grams of some bytes.
    static func add(_ bytes: some Sequence<UInt8>, to grams: inout Set<UInt32>) {
        var gram: UInt32 = 0
        var count = 0
        for byte in bytes {
            gram = gram << 8 | UInt32(byte)
            count += 1
            if count >= gramBytes { grams.insert(gram) }
        }
    }

    private static func hash(_ gram: UInt32, _ hash: DeviceHash) -> UInt64 {
        hash.checksum([
            UInt8(truncatingIfNeeded: gram), UInt8(truncatingIfNeeded: gram >> 8),
            UInt8(truncatingIfNeeded: gram >> 16), UInt8(truncatingIfNeeded: gram >> 24),
        ])
    }

    /// The two bits of a hash in so many bytes.
    private static func bits(_ hash: UInt64, _ bytes: Int) -> (Int, Int) {
        let mask = UInt64(bytes * 8 - 1)
        return (Int(hash & mask), Int(hash >> 32 & mask))
    }
}

/// Gathers what occurs in the texts of events, and in the names of their categories.
struct WordFold {
    /// The sections that it reads.
    static let sections: Sections = [.hot, .text]
    /// Where text is looked for.
    private static let columns: [ColumnID] = [.payee, .title, .note, .tags]

    /// Every four bytes, in lower case.
    private(set) var grams: Set<UInt32> = []

    /// Whether there are too many to tell anything.
    var isFull: Bool { grams.count > WordFilter.gramsMax }

    /// Takes in some events: only what they say themselves, however they lie in the log.
    mutating func take(_ batch: ColumnBatch) {
        for column in WordFold.columns {
            guard let texts = batch.bytes[column] else { continue }
            var isUsed = [Bool](repeating: false, count: texts.dictionary.count)
            for code in texts.codes { isUsed[Int(code)] = true }
            for number in isUsed.indices where isUsed[number] {
                take(texts.dictionary[number])
                if isFull { return }
            }
        }
        var isUsed = [Bool](repeating: false, count: batch.keys.count)
        for code in batch.keyCodes { isUsed[Int(code)] = true }
        for (key, isUsed) in zip(batch.keys, isUsed) where isUsed {
            if let path = key[.category]?.bytes { take(path[...]) }
        }
    }

    /// Takes in a text in all forms in which ``FoldedText`` finds something in it.
    private mutating func take(_ text: ArraySlice<UInt8>) {
        let plain = text.lazy.map { $0 >= 0x41 && $0 <= 0x5A ? $0 | 0x20 : $0 }
        WordFilter.add(plain, to: &grams)
        if text.allSatisfy({ $0 < 0x80 }) { return }
        let whole = String(decoding: text, as: UTF8.self)
        WordFilter.add(whole.lowercased().utf8, to: &grams)
        WordFilter.add(FoldedText(whole).folded, to: &grams)
    }
}

/// The filters of words of a file of sums, one for each step of events.
struct WordSums: Hashable, Sendable {
    /// How many events each is of.
    let step: UInt64
    /// Those of the last steps before the end of the sums, ascending.
    let filters: [WordFilter]

    /// How many events they are of together.
    var events: UInt64 { step * UInt64(filters.count) }
}
