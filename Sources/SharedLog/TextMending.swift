internal import EventLog
internal import Ledger

/// Finds the texts of commits that a remote has lost, or replaced by others, and a store has.
struct TextMending {
    private let store: any EventStore
    /// The events whose text the store says was erased; `nil` before anybody asked.
    private var erased: Set<UInt64>?

    init(store: any EventStore) { self.store = store }

    /// What a remote has of a commit that can be believed.
    private struct Believed {
        /// The events, each text with a salt of its own; without it where it is gone, or is not
        /// what was hashed.
        var rows: [Row]
        /// Whether a text is not what was hashed.
        var isWrong: Bool
    }

    /// The texts that a remote is to have of a commit: those here, and those there that are missing
    /// here alone.
    ///
    /// - Returns: `nil` where nothing is to be given.
    mutating func texts(for commit: RemoteCommit) throws(SharedLogError) -> [UInt8]? {
        let there = try believed(commit)
        if !there.isWrong, !there.rows.contains(where: \.isErased) { return nil }
        let positions = commit.firstEvent..<(commit.firstEvent + UInt64(commit.events))
        do throws(StoreError) {
            let (header, own) = try store.commit(positions)
            guard let header, header.id == commit.id, own.count == there.rows.count else {
                return nil
            }
            var rows = own
            var isGain = false
            var isExplained = there.isWrong
            for index in rows.indices {
                if !rows[index].isErased {
                    isGain = isGain || there.rows[index].isErased
                } else if try !isErased(positions.lowerBound + UInt64(index)) {
                    rows[index] = there.rows[index]
                    isExplained = isExplained && !rows[index].isErased
                }
            }
            // What nobody has is not given in the place of what might still be told from it.
            guard isGain || isExplained else { return nil }
            return try CommitBytes(header, rows) { block throws(StoreError) in
                try store.seed(of: block) ?? []
            }.texts
        } catch { throw .store(error) }
    }

    private mutating func isErased(_ position: UInt64) throws(StoreError) -> Bool {
        if let erased { return erased.contains(position) }
        let snapshot = try LedgerSnapshot(store: store)
        let found = Set(try snapshot.events(of: snapshot.erasures()))
        erased = found
        return found.contains(position)
    }

    private func believed(_ commit: RemoteCommit) throws(SharedLogError) -> Believed {
        func unpacked(_ bytes: CommitBytes) throws(SharedLogError.Damage) -> CommitBytes.Unpacked {
            try bytes.unpacked(commit.id, at: commit.firstEvent, count: commit.events)
        }
        guard let there = try? unpacked(commit.bytes) else {
            let rest = CommitBytes(body: commit.body, texts: nil)
            do throws(SharedLogError.Damage) {
                return Believed(rows: try unpacked(rest).rows, isWrong: true)
            } catch { throw .damaged(seq: commit.seq, error) }
        }
        var found = Believed(rows: there.rows, isWrong: false)
        for (index, row) in found.rows.enumerated() where !row.isErased {
            let position = commit.firstEvent + UInt64(index)
            let seed = there.seeds[position / Limit.seedEvents] ?? []
            let hashed = there.commitments[index].bytes
            if Leaf.commitment(of: row, position: position, seed: seed) == hashed {
                if row[.salt] == nil {
                    found.rows[index][.salt] = .bytes(Leaf.salt(of: position, seed: seed))
                }
            } else {
                found.isWrong = true
                found.rows[index][.commitment] = .bytes(hashed)
            }
        }
        return found
    }
}
