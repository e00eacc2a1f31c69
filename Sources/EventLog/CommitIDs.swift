/// Looks for an id that two commits have, in bounded memory: of many commits only a part at once.
package struct CommitIDs {
    /// So many ids are held at once, 16 bytes each.
    package static let heldMax: UInt64 = 1 << 20

    /// Into how many parts the ids are divided, and which of them this is.
    let parts: UInt64
    let part: UInt64
    private var ids: [CommitID] = []

    /// The first of as many parts as so many commits need.
    package init(commits: UInt64) { self.init(parts: commits / CommitIDs.heldMax + 1, part: 0) }

    private init(parts: UInt64, part: UInt64) {
        self.parts = parts
        self.part = part
    }

    /// The next part; `nil` behind the last.
    package var next: CommitIDs? {
        part + 1 < parts ? CommitIDs(parts: parts, part: part + 1) : nil
    }

    /// Takes in the id of a commit.
    package mutating func add(_ id: CommitID) {
        // The halves count up or are random; multiplied, both spread.
        let mixed = (id.high ^ id.low &* 0x9E37_79B9_7F4A_7C15) &* 0xD6E8_FEB8_6659_FD93
        if (mixed ^ mixed >> 32) % parts == part { ids.append(id) }
    }

    /// Whether two of them are the same.
    package mutating func isRepeated() -> Bool {
        ids.sort()
        return zip(ids, ids.dropFirst()).contains { $0 == $1 }
    }
}
