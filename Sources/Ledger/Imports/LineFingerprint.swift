/// What makes two rows of bank files the same row, as 128 bits.
///
/// It covers account, day, time, amount, currency, kind, title and note as first imported, with
/// spaces at both ends left out and those between collapsed; not the category, which people change.
/// It is keyed anew in every process, so it cannot be stored and tells nobody what a text was.
package struct LineFingerprint: Hashable, Comparable, Sendable {
    package let high: UInt64
    let low: UInt64

    /// The account of a row.
    package enum Account: Hashable, Sendable {
        case none
        /// The position of the account.
        case known(UInt64)
        /// The name of one that the ledger does not have.
        case new(String)
    }

    /// What rows often have in common, hashed once.
    package struct Head: Hashable, Sendable {
        fileprivate let hash: TextHash
        /// The account alone.
        fileprivate let account: TextHash
        /// The account and the currency.
        fileprivate let purse: TextHash

        /// The head of a row.
        package init(kind: EntryKind, isIncoming: Bool, currency: Currency, account: Account) {
            var hasher = Hasher()
            hasher.combine(account)
            self.account = TextHash(hasher)
            hasher.combine(currency)
            purse = TextHash(hasher)
            hasher.combine(kind)
            hasher.combine(isIncoming)
            hash = TextHash(hasher)
        }
    }

    /// A fingerprint.
    package init(
        _ head: Head, day: Day, minor: Int64, time: TimeOfDay?, title: TextHash, note: TextHash
    ) {
        var hasher = Hasher()
        hasher.combine(head.hash.high)
        hasher.combine(head.hash.low)
        hasher.combine(day.daysSince1970)
        hasher.combine(minor)
        hasher.combine(time?.secondsSinceMidnight ?? -1)
        hasher.combine(title.high)
        hasher.combine(title.low)
        hasher.combine(note.high)
        hasher.combine(note.low)
        let hash = TextHash(hasher)
        (high, low) = (hash.high, hash.low)
    }

    /// What recognises a row whose text was erased: its account, day, amount, currency and kind.
    package init(textless head: Head, day: Day, minor: Int64) {
        self.init(head, day: day, minor: minor, time: nil, title: .erased, note: .erased)
    }

    /// What recognises a row by the id that another system gave it: the first half tells account
    /// and id, the second the figures that go with them.
    package init(_ id: TextHash, of head: Head, day: Day, minor: Int64) {
        var hasher = Hasher()
        hasher.combine(head.account.high)
        hasher.combine(id.high)
        hasher.combine(id.low)
        high = TextHash(hasher).high
        low = LineFingerprint(textless: head, day: day, minor: minor).low
    }

    /// What a row has in common with one of the same amount, whichever way that goes, on a day.
    package init(amountOf head: Head, day: Day, minor: Int64) {
        var hasher = Hasher()
        hasher.combine(head.purse.high)
        hasher.combine(head.purse.low)
        hasher.combine(day.daysSince1970)
        hasher.combine(minor.magnitude)
        let hash = TextHash(hasher)
        (high, low) = (hash.high, hash.low)
    }

    /// What a row has in common with one of the same title on a day.
    package init(titleOf head: Head, day: Day, title: TextHash) {
        var hasher = Hasher()
        hasher.combine(head.account.low)
        hasher.combine(day.daysSince1970)
        hasher.combine(title.high)
        hasher.combine(title.low)
        let hash = TextHash(hasher)
        (high, low) = (hash.high, hash.low)
    }

    /// What makes two rows the same in what people change, too.
    package init(_ row: LineFingerprint, _ labels: LineLabels) {
        var hasher = Hasher()
        hasher.combine(row)
        hasher.combine(labels)
        let hash = TextHash(hasher)
        (high, low) = (hash.high, hash.low)
    }

    /// Orders fingerprints in some way.
    package static func < (left: LineFingerprint, right: LineFingerprint) -> Bool {
        (left.high, left.low) < (right.high, right.low)
    }
}

/// A text, collapsed, as 128 bits.
package struct TextHash: Hashable, Sendable {
    let high: UInt64
    let low: UInt64

    fileprivate init(_ hasher: Hasher) {
        var (first, second) = (hasher, hasher)
        first.combine(UInt8(1))
        second.combine(UInt8(2))
        high = UInt64(bitPattern: Int64(first.finalize()))
        low = UInt64(bitPattern: Int64(second.finalize()))
    }

    /// No text.
    package static let empty = TextHash([UInt8]())

    /// A text that was erased; no text has a hash like it.
    package static let erased = TextHash([0xFF] as [UInt8], isText: false)

    private init(_ bytes: [UInt8], isText: Bool) {
        var hasher = Hasher()
        hasher.combine(isText)
        for byte in bytes { hasher.combine(byte) }
        self.init(hasher)
    }

    /// The hash of a text in UTF-8.
    package init(_ bytes: some Collection<UInt8>) {
        var hasher = Hasher()
        var packer = WordPacker()
        guard packer.add(ascii: bytes, to: &hasher) else {
            hasher = Hasher()
            packer = WordPacker()
            for byte in String(decoding: bytes, as: UTF8.self).collapsed.utf8 {
                packer.add(byte, to: &hasher)
            }
            packer.finish(&hasher)
            self.init(hasher)
            return
        }
        packer.finish(&hasher)
        self.init(hasher)
    }
}

/// Feeds bytes to a hasher in words of eight, which costs a fraction of one by one.
private struct WordPacker {
    private var word: UInt64 = 0
    private var count = 0

    mutating func add(_ byte: UInt8, to hasher: inout Hasher) {
        word = word << 8 | UInt64(byte)
        count += 1
        if count % 8 == 0 { hasher.combine(word) }
    }

    mutating func finish(_ hasher: inout Hasher) {
        hasher.combine(word)
        hasher.combine(count)
    }

    /// Adds a text without the blanks that do not count; false for a byte that is not ASCII.
    mutating func add(ascii bytes: some Collection<UInt8>, to hasher: inout Hasher) -> Bool {
        var isBlankPending = false
        for byte in bytes {
            if byte >= 0x80 { return false }
            if byte == 0x20 || (0x09...0x0D).contains(byte) {
                isBlankPending = count > 0
            } else {
                if isBlankPending { add(0x20, to: &hasher) }
                isBlankPending = false
                add(byte, to: &hasher)
            }
        }
        return true
    }
}

extension String {
    /// Without blanks at both ends, and with one space for each run of them between.
    package var collapsed: String {
        var result = String.UnicodeScalarView()
        var isBlankPending = false
        for scalar in unicodeScalars {
            if scalar.properties.isWhitespace {
                isBlankPending = !result.isEmpty
            } else {
                if isBlankPending { result.append(" ") }
                isBlankPending = false
                result.append(scalar)
            }
        }
        return String(result)
    }
}
