internal import EventLog
internal import Ledger

/// Reads the commits of a store as they are to be recorded on a remote.
struct CommitReader {
    private let store: any EventStore
    private var frontier: MerkleFrontier
    private var seq: Int64
    private var seedBlock: (block: UInt64, seed: [UInt8]) = (.max, [])

    /// - Parameters:
    ///   - end: Where the commits that the remote has end.
    ///   - frontier: The tree up to there.
    init(_ store: any EventStore, behind end: RemoteEnd, _ frontier: MerkleFrontier) {
        self.store = store
        self.frontier = frontier
        seq = end.seq
    }

    /// Hands over the commits up to the present end, in order, for as long as the body wants more.
    mutating func read(
        _ body: (RemoteCommit) throws(SharedLogError) -> Bool
    ) throws(SharedLogError) {
        try readAll { reader, header, rows throws(SharedLogError) in
            try body(reader.commit(header, rows))
        }
    }

    /// Hands over where each commit ends, as ``read(_:)`` does.
    mutating func readEnds(
        _ body: (RemoteEnd) throws(SharedLogError) -> Bool
    ) throws(SharedLogError) {
        try readAll { reader, header, rows throws(SharedLogError) in
            try mappingError(SharedLogError.store) { () throws(StoreError) in
                try reader.hash(header, rows)
            }
            return try body(
                RemoteEnd(seq: reader.seq, events: reader.frontier.size, root: reader.frontier.root)
            )
        }
    }

    private mutating func readAll(
        _ body: (inout CommitReader, CommitHeader, [Row]) throws(SharedLogError) -> Bool
    ) throws(SharedLogError) {
        let end = try mappingError(SharedLogError.store, store.head().count)
        var held: (header: CommitHeader, rows: [Row])?
        var failure: SharedLogError?
        var goesOn = true
        let (store, start) = (store, frontier.size)
        var reader = self
        try mappingError(SharedLogError.store) { () throws(StoreError) in
            try store.readStored(start..<end, .all, holding: .all) { batch throws(StoreError) in
                do throws(SharedLogError) {
                    for index in 0..<batch.count {
                        guard let header = batch.commit(at: index) else { continue }
                        if let whole = held, whole.header != header {
                            held = nil
                            goesOn = try body(&reader, whole.header, whole.rows)
                            if !goesOn { return .stop }
                        }
                        if held == nil { held = (header, []) }
                        held?.rows.append(batch.row(at: index))
                    }
                } catch {
                    failure = error
                    return .stop
                }
                return .next
            }
        }
        if let failure { throw failure }
        if goesOn, let held { _ = try body(&reader, held.header, held.rows) }
        self = reader
    }

    /// The next commit, as a row.
    private mutating func commit(
        _ header: CommitHeader, _ rows: [Row]
    ) throws(SharedLogError) -> RemoteCommit {
        let before = frontier.root
        let bytes = try mappingError(SharedLogError.store) { () throws(StoreError) in
            try hash(header, rows)
            return try CommitBytes(header, rows) { block throws(StoreError) in
                try seed(of: block)
            }
        }
        return RemoteCommit(
            seq: seq, previousRoot: seq == 1 ? nil : before, id: header.id,
            firstEvent: header.firstPosition, events: rows.count, bytes: bytes,
            root: frontier.root)
    }

    /// Goes on behind a commit.
    private mutating func hash(_ header: CommitHeader, _ rows: [Row]) throws(StoreError) {
        var hasher = LeafHasher()
        for (index, row) in rows.enumerated() {
            let position = header.firstPosition + UInt64(index)
            let seed = try seed(of: position / Limit.seedEvents)
            do throws(TooLarge) {
                frontier.append(
                    leafHash: try hasher.hash(row, header, position: position, seed: seed))
            } catch { throw .log(.tooLarge(error, index: index)) }
        }
        seq += 1
    }

    private mutating func seed(of block: UInt64) throws(StoreError) -> [UInt8] {
        if block != seedBlock.block { seedBlock = (block, try store.seed(of: block) ?? []) }
        return seedBlock.seed
    }
}
