internal import EventLog

/// How many lines of the ledger have each fingerprint, in 16 bytes and a bit a line.
///
/// Lines are added, then the index is closed, then rows take them one by one: of equal ones each
/// can be taken once.
package struct FingerprintIndex: Sendable {
    private var entries: [LineFingerprint] = []
    /// Where the entries of each bucket, the first 16 bits, begin; one more for the end.
    private var starts: [UInt32] = []
    /// One bit an entry; of equal entries the first are taken first.
    private var taken: [UInt64] = []
    private static let bucketCount = 1 << 16

    /// How many entries are left to be taken.
    package private(set) var left = 0

    /// An index without lines, with room for so many; room that is never used costs nothing.
    package init(capacity: Int = 0) { entries.reserveCapacity(capacity) }

    /// Adds a line.
    package mutating func add(_ fingerprint: LineFingerprint) {
        entries.append(fingerprint)
        left += 1
    }

    /// Brings the entries into order, in place.
    ///
    /// - Complexity: O(*n* · log *n*).
    package mutating func close() {
        if entries.isEmpty { return }
        taken = Array(repeating: 0, count: entries.count / 64 + 1)
        starts = Array(repeating: 0, count: FingerprintIndex.bucketCount + 1)
        for entry in entries { starts[entry.bucket + 1] += 1 }
        for bucket in 0..<FingerprintIndex.bucketCount { starts[bucket + 1] += starts[bucket] }
        moveIntoBuckets()
        for bucket in 0..<FingerprintIndex.bucketCount {
            let range = Int(starts[bucket])..<Int(starts[bucket + 1])
            if range.count > 1 { entries[range].sort() }
        }
    }

    /// Swaps every entry to its bucket: the American flag of McIlroy, Bostic and McIlroy,
    /// "Engineering Radix Sort", 1993.
    private mutating func moveIntoBuckets() {
        var next = starts
        for bucket in 0..<FingerprintIndex.bucketCount {
            while next[bucket] < starts[bucket + 1] {
                let place = Int(next[bucket])
                let home = entries[place].bucket
                if home != bucket { entries.swapAt(place, Int(next[home])) }
                next[home] += 1
            }
        }
    }

    /// Takes a line of a fingerprint; false when there is none left.
    ///
    /// - Complexity: O(log *n*).
    package mutating func take(_ fingerprint: LineFingerprint) -> Bool {
        guard !entries.isEmpty else { return false }
        let bucket = fingerprint.bucket
        let range = Int(starts[bucket])..<Int(starts[bucket + 1])
        let place = range.partitioningIndex { entries[$0] > fingerprint || isLeft($0, fingerprint) }
        guard place < range.upperBound, entries[place] == fingerprint else { return false }
        taken[place / 64] |= 1 << UInt64(place % 64)
        left -= 1
        return true
    }

    /// Whether lines have a first half of a fingerprint, and whether one of them is left.
    package enum Half: Hashable, Sendable {
        case unknown
        case left
        case taken
    }

    /// What became of the lines whose fingerprints begin as one does.
    ///
    /// - Complexity: O(log *n*) and the lines that begin so.
    package func half(_ fingerprint: LineFingerprint) -> Half {
        guard !entries.isEmpty else { return .unknown }
        let bucket = fingerprint.bucket
        let range = Int(starts[bucket])..<Int(starts[bucket + 1])
        var place = range.partitioningIndex { entries[$0].high >= fingerprint.high }
        var half = Half.unknown
        while place < range.upperBound, entries[place].high == fingerprint.high {
            if taken[place / 64] & (1 << UInt64(place % 64)) == 0 { return .left }
            half = .taken
            place += 1
        }
        return half
    }

    /// Whether two lines have the first half of their fingerprints in common and not the second.
    ///
    /// - Complexity: O(*n*); to be asked of a closed index.
    package var hasCommonHalves: Bool {
        zip(entries, entries.dropFirst()).contains { $0.high == $1.high && $0.low != $1.low }
    }

    private func isLeft(_ place: Int, _ fingerprint: LineFingerprint) -> Bool {
        entries[place] == fingerprint && taken[place / 64] & (1 << UInt64(place % 64)) == 0
    }
}

extension LineFingerprint {
    fileprivate var bucket: Int { Int(high >> 48) }
}
