internal import EventLog

/// What an event is called wherever it stands: its commit's id, and its index there.
struct EventIdentity: Hashable, Sendable {
    let commit: CommitID
    let index: UInt32

    /// 20 bytes: the id, and the index, little-endian.
    var bytes: [UInt8] {
        commit.bytes + (0..<4).map { UInt8(truncatingIfNeeded: index >> (8 * $0)) }
    }
}

/// Finds what the events of a store are called.
struct EventIdentities {
    private let store: any EventStore
    /// The commits that were met, ascending, from some position on without a gap.
    private var met: [(first: UInt64, id: CommitID)] = []
    private var metEnd: UInt64 = 0
    private var found: [UInt64: EventIdentity] = [:]

    init(_ store: any EventStore) { self.store = store }

    /// Remembers a commit, which follows on the one before.
    mutating func meet(_ header: CommitHeader, count: Int) {
        if header.firstPosition != metEnd { met = [] }
        met.append((header.firstPosition, header.id))
        metEnd = header.firstPosition + UInt64(count)
    }

    /// What an event is called; `nil` where there is none.
    mutating func identity(of position: UInt64) throws(StoreError) -> EventIdentity? {
        if let first = met.first?.first, (first..<metEnd).contains(position) {
            let commit = met[met.partitioningIndex { $0.first > position } - 1]
            return EventIdentity(
                commit: commit.id, index: UInt32(clamping: position - commit.first))
        }
        if let known = found[position] { return known }
        var identity: EventIdentity?
        try store.readStored(position..<position + 1, .commits, holding: .all) { batch in
            if let header = batch.commit(at: 0) {
                identity = EventIdentity(
                    commit: header.id, index: UInt32(clamping: position - header.firstPosition))
            }
            return .stop
        }
        found[position] = identity
        return identity
    }
}
