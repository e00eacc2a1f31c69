/// Looks for an id that two commits have, in bounded memory and two walks over the commits.
///
/// The first walk marks a bit for each id; the ids whose bit was marked already are suspects. The
/// second one counts how often these occur. Where too many are suspects, half of the ids are left
/// for two more walks, and so on.
package struct CommitIDs {
    private static let bitsMin: UInt64 = 1 << 16
    private static let bitsMax: UInt64 = 1 << 27
    /// So many suspects are held at once, 17 bytes each.
    package static let suspectsMax = 1 << 19

    private let suspectsMax: Int
    private var marks: [UInt64]
    private let bits: UInt64
    /// Whether an id that is suspected was seen in the second walk.
    private var suspects: [CommitID: Bool] = [:]
    /// Into how many parts the ids are divided, and which of them is looked at.
    private var parts: UInt64 = 1
    private var part: UInt64 = 0
    /// Whether an id was seen twice.
    package private(set) var isRepeated = false

    /// - Parameter commits: How many there are at most.
    package init(commits: UInt64, suspectsMax: Int = CommitIDs.suspectsMax) {
        self.suspectsMax = suspectsMax
        let wanted = min(commits, CommitIDs.bitsMax) * 128
        bits = min(max(wanted, CommitIDs.bitsMin), CommitIDs.bitsMax)
        marks = [UInt64](repeating: 0, count: Int(bits / 64))
    }

    /// Takes in the id of a commit in the first walk.
    package mutating func add(_ id: CommitID) {
        guard let place = hash(of: id).map({ $0 % bits }) else { return }
        let word = Int(place / 64)
        let mark: UInt64 = 1 << (place % 64)
        guard marks[word] & mark != 0 else {
            marks[word] |= mark
            return
        }
        suspects[id] = false
        while suspects.count > suspectsMax {
            parts *= 2
            suspects = suspects.filter { hash(of: $0.key) != nil }
        }
    }

    /// Takes in the id of a commit in the second walk.
    package mutating func addAgain(_ id: CommitID) {
        guard let isSeen = suspects[id] else { return }
        if isSeen { isRepeated = true }
        suspects[id] = true
    }

    /// Goes on to the ids that were left out.
    ///
    /// - Returns: `false` where none were.
    package mutating func advance() -> Bool {
        guard part + 1 < parts else { return false }
        part += 1
        suspects = [:]
        for word in marks.indices { marks[word] = 0 }
        return true
    }

    /// A number that nobody who writes ids can foresee; `nil` for one of another part.
    private func hash(of id: CommitID) -> UInt64? {
        var hasher = Hasher()
        hasher.combine(id.high)
        hasher.combine(id.low)
        let hash = UInt64(bitPattern: Int64(hasher.finalize()))
        return (hash >> 32) % parts == part ? hash : nil
    }
}
