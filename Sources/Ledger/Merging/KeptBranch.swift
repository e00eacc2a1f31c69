package import EventLog

/// What is kept of a branch that a merge replaced: the hashes of its leaves and where its events
/// stand now, and no text. With it what was proved under its root can still be held against it.
///
/// ```
/// ledger-branch@v1
/// shared number           events that it has together with the log
/// events number           all of its events
/// root base64             over them
/// log number base64       the log in which the positions lead: its events and its root
/// named number base64 base64   may be missing: where the branch was named, in a branch of a root,
///                         by an event of which this is hashed
/// signed base64           may be missing: a note by which who had it vouches that it was replaced,
///                         and for where its events stand
/// sum number              CRC-32C of what follows
///
/// of each event behind the shared ones 32 bytes of its leaf and 8 of its position, little-endian,
/// all ones for none
/// ```
package struct KeptBranch: Sendable {
    /// An event of another branch that names this one.
    package struct Naming: Sendable {
        /// Its position in that branch.
        package let position: UInt64
        /// The root of that branch.
        package let root: Digest
        /// What of the event is hashed.
        package let shown: LeafDisclosure
    }

    /// How many events it has together with the log.
    package private(set) var shared: UInt64
    /// The root over all of its events.
    package let root: Digest
    private var leaves: [Digest]
    private var positions: [UInt64?]
    /// The log in which the positions lead: how many events it had, and the root over them.
    package private(set) var log: (count: UInt64, root: Digest)
    /// The event that named it before its log was replaced, too; `nil` for none.
    package private(set) var naming: Naming?
    /// What who had it signed of it, for where no event names it; `nil` for nothing.
    package var note: [UInt8]?

    /// How many events it has.
    package var count: UInt64 { shared + UInt64(leaves.count) }

    /// A branch of a log that is replaced.
    ///
    /// - Parameters:
    ///   - store: The log.
    ///   - shared: How many events it has together with the one in its place, at least 1.
    ///   - head: The end of that one.
    ///   - moved: Where its events stand there.
    package init(
        of store: any EventStore, behind shared: UInt64, into head: LogHead,
        _ moved: (UInt64) -> UInt64?
    ) throws(StoreError) {
        let end = try store.head()
        self.shared = shared
        root = end.root
        naming = nil
        note = nil
        log = (head.count, head.root)
        var leaves: [Digest] = []
        try store.readLeaves(shared..<max(shared, end.count)) { leaves.append($1) }
        self.leaves = leaves
        positions = (shared..<(shared + UInt64(leaves.count))).map(moved)
    }

    /// Whether it stays as it is where a log keeps so many events and gets others behind them.
    package func stays(behind count: UInt64) -> Bool {
        shared <= count && log.count <= count
            && positions.allSatisfy { position in position.map { $0 < count } ?? true }
    }

    /// The same where the log in which it lies is replaced as well.
    ///
    /// - Parameters:
    ///   - store: The log that is replaced.
    ///   - branch: What is kept of that one.
    ///   - head: The end of the log in its place.
    ///   - moved: Where its events stand there.
    package func rebased(
        over store: any EventStore, _ branch: KeptBranch, into head: LogHead,
        _ moved: (UInt64) -> UInt64?
    ) throws(StoreError) -> KeptBranch {
        var copy = self
        if shared > branch.shared {
            let between = branch.shared..<shared
            copy.leaves = Array(branch.leaves.prefix(between.count)) + leaves
            copy.positions = between.map { $0 } + positions
            copy.shared = branch.shared
        }
        let isPlaced = try isPlaced(in: store)
        copy.positions = copy.positions.map { position in
            guard isPlaced, let position else { return nil }
            return position < branch.shared ? position : moved(position)
        }
        copy.log = (head.count, head.root)
        if let position = try LedgerSnapshot(store: store).merge(of: root, size: count),
            position >= branch.shared,
            let shown = try store.disclosure(of: position, withText: false)
        {
            copy.naming = Naming(position: position, root: branch.root, shown: shown)
        }
        return copy
    }
}

// MARK: Proofs

extension KeptBranch {
    /// The root over its first events; `nil` where there are fewer, or the log is not the one of
    /// which it is a branch.
    package func root(at size: UInt64, over store: any EventStore) throws(StoreError) -> Digest? {
        guard size <= count, shared <= (try store.head().count) else { return nil }
        if size <= shared { return try store.root(at: size) }
        guard var tree = try KeptBranch.frontier(of: store, at: shared) else { return nil }
        for leaf in leaves.prefix(Int(size - shared)) { tree.append(leafHash: leaf) }
        return tree.root
    }

    /// Whether it is what it says: its leaves, behind those of the log, give its root.
    package func isWhole(over store: any EventStore) throws(StoreError) -> Bool {
        try root(at: count, over: store) == root
    }

    /// The leaf of one of its events, and the hashes that lead from there to its root; `nil` where
    /// it has no such event.
    ///
    /// - Complexity: O(*m*) hashes in its events, and O(log² *n*) of the log.
    package func inclusion(
        of position: UInt64, over store: any EventStore
    ) throws(StoreError) -> (leaf: Digest, hashes: [Digest])? {
        guard position < count, shared <= (try store.head().count) else { return nil }
        let leaf = try subtree(position, 0, store)
        let hashes = try MerkleProof.inclusionProof(
            index: position, treeSize: count
        ) { (start, level) throws(StoreError) in try subtree(start, level, store) }
        return hashes.map { (leaf, $0) }
    }

    /// The hash of an event's leaf behind the shared ones.
    package func leaf(of position: UInt64) -> Digest? {
        guard position >= shared, position < count else { return nil }
        return leaves[Int(position - shared)]
    }

    /// Where some of its events stand in the log; `nil` for each that was set aside, and for what
    /// only signed. Leaves are held against the root; positions are what who kept them says.
    package func positions(
        of events: Range<UInt64>, in store: any EventStore
    ) throws(StoreError) -> [UInt64?] {
        let isPlaced = try isPlaced(in: store)
        return events.map { event in
            if event < shared { return event }
            guard isPlaced, event < count else { return nil }
            return positions[Int(event - shared)].flatMap { $0 < log.count ? $0 : nil }
        }
    }

    /// Whether the log that took its place is there: a crash may leave what is of another one, and
    /// a log may be put back.
    package func isPlaced(in store: any EventStore) throws(StoreError) -> Bool {
        guard log.count <= (try store.head().count) else { return false }
        return try store.root(at: log.count) == log.root
    }

    /// A hash over where its events stand.
    package var placing: Digest {
        var bytes: [UInt8] = []
        for value in [shared] + positions.map({ $0 ?? .max }) {
            KeptBranch.append(value, to: &bytes)
        }
        return SHA256.hash(bytes)
    }

    private func subtree(
        _ start: UInt64, _ level: Int, _ store: any EventStore
    ) throws(StoreError) -> Digest {
        let end = start + 1 << UInt64(level)
        if start >= shared {
            return SHA256.root(leaves[Int(start - shared)..<Int(end - shared)])
        }
        if end > shared {
            let half: UInt64 = 1 << UInt64(level - 1)
            return SHA256.node(
                try subtree(start, level - 1, store), try subtree(start + half, level - 1, store))
        }
        // The first leaf of a subtree at the end of a tree: its siblings are to its right.
        guard let (leaf, hashes) = try store.inclusion(of: start, in: end) else {
            throw .log(.replaced(file: "log"))
        }
        return hashes.prefix(level).reduce(leaf) { SHA256.node($0, $1) }
    }

    /// The right edge of the tree over the first events of a log; `nil` where there are fewer.
    private static func frontier(
        of store: any EventStore, at size: UInt64
    ) throws(StoreError) -> MerkleFrontier? {
        var tree = MerkleFrontier()
        guard size > 0, let (leaf, hashes) = try store.inclusion(of: size - 1, in: size) else {
            return nil
        }
        // The siblings of the last leaf are full subtrees, the smallest first.
        var rest = size
        for sibling in hashes.reversed() {
            let level = 63 - (rest - 1).leadingZeroBitCount
            guard tree.append(subtree: sibling, level: level) else { return nil }
            rest -= 1 << UInt64(level)
        }
        tree.append(leafHash: leaf)
        return tree
    }
}

// MARK: Bytes

extension KeptBranch {
    private static let head = "ledger-branch@v1"
    private static let entryBytes = 40

    /// The bytes.
    package var bytes: [UInt8] {
        var body: [UInt8] = []
        body.reserveCapacity(leaves.count * KeptBranch.entryBytes)
        for (leaf, position) in zip(leaves, positions) {
            body += leaf.bytes
            KeptBranch.append(position ?? .max, to: &body)
        }
        let named = naming.map { naming in
            "named \(naming.position) \(naming.root.base64) "
                + "\(Base64.encode(naming.shown.bytes))\n"
        }
        let signed = note.map { "signed \(Base64.encode($0))\n" }
        let text = """
            \(KeptBranch.head)
            shared \(shared)
            events \(count)
            root \(root.base64)
            log \(log.count) \(log.root.base64)
            \(named ?? "")\(signed ?? "")sum \(CRC32C.checksum(body))


            """
        return Array(text.utf8) + body
    }

    private static func append(_ value: UInt64, to bytes: inout [UInt8]) {
        for shift in stride(from: UInt64(0), to: 64, by: 8) {
            bytes.append(UInt8(truncatingIfNeeded: value >> shift))
        }
    }

    /// A branch from its bytes; `nil` for what is none, or damaged.
    package init?(_ bytes: [UInt8]) {
        let blank = bytes.indices.first { index in
            index > 0 && bytes[index] == 0x0A && bytes[index - 1] == 0x0A
        }
        guard let blank, let text = String(validating: bytes[..<(blank - 1)], as: UTF8.self)
        else { return nil }
        var lines = text.split(separator: "\n", omittingEmptySubsequences: false)[...]
        guard lines.popFirst().map(String.init) == KeptBranch.head else { return nil }
        func take(_ name: String, _ count: Int) -> [Substring]? {
            guard let words = lines.first?.split(separator: " "), words.count == count + 1,
                words[0] == name
            else { return nil }
            lines.removeFirst()
            return Array(words.dropFirst())
        }
        guard let shared = take("shared", 1).flatMap({ UInt64($0[0]) }), shared > 0,
            let count = take("events", 1).flatMap({ UInt64($0[0]) }), count >= shared,
            count <= UInt64(Int64.max),
            let root = take("root", 1).flatMap({ Digest(base64: String($0[0])) }),
            let end = take("log", 2), let events = UInt64(end[0]),
            let endRoot = Digest(base64: String(end[1]))
        else { return nil }
        if let named = take("named", 3) {
            guard let position = UInt64(named[0]), let root = Digest(base64: String(named[1])),
                let shown = Base64.decode(named[2]).flatMap({ LeafDisclosure($0) })
            else { return nil }
            naming = Naming(position: position, root: root, shown: shown)
        } else {
            naming = nil
        }
        if let signed = take("signed", 1) {
            guard let bytes = Base64.decode(signed[0]) else { return nil }
            note = bytes
        } else {
            note = nil
        }
        let body = bytes[(blank + 1)...]
        guard let sum = take("sum", 1).flatMap({ UInt32($0[0]) }), lines.isEmpty,
            UInt64(body.count / KeptBranch.entryBytes) == count - shared,
            body.count % KeptBranch.entryBytes == 0, CRC32C.checksum(Array(body)) == sum
        else { return nil }
        (self.shared, self.root, log) = (shared, root, (events, endRoot))
        (leaves, positions) = ([], [])
        for start in stride(from: body.startIndex, to: body.endIndex, by: KeptBranch.entryBytes) {
            guard let leaf = Digest(bytes, start..<(start + 32)) else { return nil }
            leaves.append(leaf)
            let value = bytes[(start + 32)..<(start + KeptBranch.entryBytes)].reversed()
                .reduce(UInt64(0)) { $0 << 8 | UInt64($1) }
            positions.append(value == .max ? nil : value)
        }
    }
}
