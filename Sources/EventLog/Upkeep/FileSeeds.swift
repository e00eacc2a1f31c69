/// What a file of a damaged log tells of seeds and of texts that were erased, whatever of it is
/// read in the end.
struct FileSeeds: Sendable {
    /// The seeds of blocks of 4,096 positions, by the number of the block.
    private(set) var seeds: [UInt64: [UInt8]] = [:]
    /// What erasures left of texts, by the number of the block and the position.
    private(set) var commitments: [UInt64: [UInt64: [UInt8]]] = [:]

    /// Takes in the seeds that a frame tells of the blocks that start in it.
    mutating func take(_ own: [[UInt8]], from first: UInt64) {
        let block = first.roundedUp(to: Limit.seedEvents) / Limit.seedEvents
        for (index, seed) in own.enumerated() where seeds[block + UInt64(index)] == nil {
            seeds[block + UInt64(index)] = seed
        }
    }

    /// Takes in what a frame of rows tells.
    mutating func take(_ body: RowBody, from first: UInt64) {
        if let seed = body.seed { take([seed], from: first) }
        for (index, row) in body.rows.enumerated() {
            if let left = row[.commitment]?.bytes { note(left, at: first + UInt64(index)) }
        }
    }

    /// Takes in what the events of a frame of columns tell.
    mutating func take(_ batch: ColumnBatch) {
        guard let column = batch.bytes[.commitment] else { return }
        for (index, code) in zip(column.rows, column.codes) {
            note(Array(column.dictionary[Int(code)]), at: batch.firstPosition + UInt64(index))
        }
    }

    private mutating func note(_ commitment: [UInt8], at position: UInt64) {
        let block = position / Limit.seedEvents
        if commitments[block]?[position] != nil { return }
        commitments[block, default: [:]][position] = commitment
    }
}
