/// Where several files tell of the same events of a damaged log, and one of them has a text that
/// another one has erased: the text stays erased, wherever the event is read from.
///
/// That a text is gone is told by what is left of it in column FE, and by a seed whose nodes do not
/// cover its position any more, which may be all that is left of the file that erased it. What is
/// left of a text counts where it is that of the text: a file that tells something else has another
/// event. Leaves stay what they are, so that the root is that of before: an event whose salt the
/// seed of its block does not tell any more takes it along.
struct RemainsErasures: Sendable {
    /// A block of 4,096 positions of which files tell different things.
    private struct Block {
        /// The seeds that files tell, by the number of the file.
        var seeds: [Int: BlockSeed] = [:]
        /// What is left of texts, by the position.
        var commitments: [UInt64: [UInt8]] = [:]
        /// The files that tell that.
        var erasers: Set<Int> = []
        /// The seed that the block gets.
        var seed: BlockSeed?

        /// The seeds in the order of the files.
        var ordered: [BlockSeed] { seeds.sorted { $0.key < $1.key }.map(\.value) }
    }

    /// Blocks that have to be looked at event by event.
    private var blocks: [UInt64: Block] = [:]
    /// For each block the first seed that a file tells.
    private var known: [UInt64: [UInt8]] = [:]

    /// Holds what files tell against each other.
    ///
    /// - Complexity: O(*n*) in the blocks of 4,096 positions, and in the events of those in which
    ///   something was erased.
    init(_ files: [DamagedSegment]) {
        var found: [UInt64: Block] = [:]
        var counts: [UInt64: Int] = [:]
        for (number, file) in files.enumerated() {
            counts[file.firstPosition, default: 0] += 1
            for (block, bytes) in file.told.seeds {
                guard let seed = BlockSeed(bytes) else { continue }
                found[block, default: Block()].seeds[number] = seed
                if known[block] == nil { known[block] = bytes }
            }
            for (block, left) in file.told.commitments {
                found[block, default: Block()].commitments.merge(left) { first, _ in first }
                found[block]?.erasers.insert(number)
            }
        }
        for (number, block) in found {
            let start = (number * Limit.seedEvents).roundedDown(to: Limit.segmentEvents)
            guard counts[start] != 1 else { continue }
            let isSame = Set(block.seeds.values).count <= 1
            let isWhole = block.seeds.values.allSatisfy { BlockSeed.tellsAll($0.bytes) }
            if isSame, isWhole, block.commitments.isEmpty { continue }
            blocks[number] = block
            blocks[number]?.seed = RemainsErasures.seed(of: number, block)
        }
    }

    /// A seed that tells no salt which some file does not tell any more.
    private static func seed(of number: UInt64, _ block: Block) -> BlockSeed? {
        let seeds = block.ordered
        guard let first = seeds.first else { return nil }
        let fresh = BlockSeed(Log.randomBytes(BlockSeed.secretBytes))
        guard seeds.allSatisfy({ $0.flat.isEmpty }) else {
            // A flat seed tells the salts of its block unless it was made by the erasure.
            let isOne = seeds.allSatisfy { $0 == first }
            return isOne && block.erasers.allSatisfy { block.seeds[$0] != nil } ? first : fresh
        }
        let start = number * Limit.seedEvents
        let gone = (start..<(start + Limit.seedEvents)).filter { position in
            block.commitments[position] != nil
                || seeds.contains { $0.node(at: position) == nil }
        }
        return first.removing(gone) ?? fresh
    }

    /// Events as they are to be written.
    ///
    /// - Parameter file: The file from which they were read.
    func fitted(_ events: RemainingEvents, of file: Int) -> RemainingEvents {
        let (positions, size) = (events.positions, Limit.seedEvents)
        if positions.isEmpty { return events }
        var seeds = events.seeds
        let first = positions.lowerBound.roundedUp(to: size) / size
        for block in first..<max(first, positions.upperBound.roundedUp(to: size) / size) {
            if let seed = blocks[block]?.seed {
                seeds[block] = seed.bytes
            } else if seeds[block] == nil {
                seeds[block] = known[block]
            }
        }
        var rows = events.rows
        for block in (positions.lowerBound / size)...((positions.upperBound - 1) / size) {
            guard let told = blocks[block] else { continue }
            let own = (block * size..<(block + 1) * size).clamped(to: positions)
            for position in own {
                let index = Int(position - positions.lowerBound)
                rows[index] = row(rows[index], at: position, of: file, told)
            }
        }
        return RemainingEvents(
            firstPosition: events.firstPosition, rows: rows, runs: events.runs,
            missing: events.missing, root: events.root, peaks: events.peaks, chain: events.chain,
            endsCommit: events.endsCommit, seeds: seeds)
    }

    private func row(_ row: Row, at position: UInt64, of file: Int, _ block: Block) -> Row {
        if row.isErased { return row }
        // A file that has lost the start of the block had its seed from somewhere.
        let own = block.seeds[file] ?? block.ordered.first { $0.salt(of: position) != nil }
        let salt = row[.salt]?.bytes ?? own?.salt(of: position)
        if row.hasText, let left = left(of: row, at: position, salt, file, block) {
            var erased = row.withoutText
            erased[.commitment] = .bytes(left)
            return erased
        }
        guard row[.salt] == nil, let salt, salt != block.seed?.salt(of: position) else {
            return row
        }
        var kept = row
        kept[.salt] = .bytes(salt)
        return kept
    }

    /// What is left of a text that some file tells to be erased; `nil` where none does.
    private func left(
        of row: Row, at position: UInt64, _ salt: [UInt8]?, _ file: Int, _ block: Block
    ) -> [UInt8]? {
        var text: [UInt8] = []
        for field in row.fields where field.column.isErasable {
            FieldCoding.append(field, to: &text)
        }
        let seed = block.seeds[file]
        let own = SHA256.hash(salt ?? Log.randomBytes(BlockSeed.secretBytes), text).bytes
        if let told = block.commitments[position] {
            let isSure = row[.salt] != nil || seed != nil
            return told == own || !isSure ? told : nil
        }
        let isGone = block.seeds.values.contains { $0.flat.isEmpty && $0.node(at: position) == nil }
        // With a salt of its own it may never have had a node.
        let hadNode = row[.salt] == nil || seed?.node(at: position) != nil
        return isGone && hadNode ? own : nil
    }
}
