package import EventLog

/// An event of a commit of another branch of the log, which a merge did not take in, because what
/// stands here says otherwise. What it said is kept, for whoever decides: of each event of the
/// commit in one of these, in order, in a commit of who recorded it.
public struct CommitSetAside: Hashable, Sendable {
    /// The id of the commit, 16 bytes.
    public var commit: [UInt8]
    /// What it spoke of, where that stands in the log, or where it is kept if it was set aside,
    /// too; `nil` for something that it brought.
    public var target: Reference?
    /// Why it was not taken in; erasable.
    public var reason: String
    /// What it said, in words; erasable.
    public var content: String
    /// Whether the content goes on from the event before, because it is long; the target is that
    /// event's first piece then.
    public var goesOn: Bool

    /// The idempotency key of what somebody records to decide: it names the commit and the event,
    /// and on all devices one decision stands. A key stays when text is erased, and tells none.
    ///
    /// - Parameter number: How many events of the commit were set aside before this one.
    public func answerKey(_ number: Int) -> String { "\(keyStart)\(number)" }

    /// The same as earlier programs made it, of what was said.
    var earlierAnswerKey: String {
        "\(keyStart)\(SHA256.hash(Array(content.utf8)).hex.prefix(8))"
    }

    private var keyStart: String {
        "\(OwnKey.decision.rawValue)\(FieldValue.bytes(commit).text(in: .bytes))-"
    }

    /// What says of something that was set aside that what stands is kept. It adds no word to what
    /// was set aside, and no commit has its id.
    ///
    /// - Parameters:
    ///   - key: The key under which it is recorded.
    ///   - position: Where the event stands that keeps what was set aside.
    package func answer(under key: String, at position: UInt64) -> CommitSetAside {
        CommitSetAside(
            commit: Array(SHA256.hash(Array(key.utf8)).bytes.prefix(CommitID.byteCount)),
            target: .position(position), reason: "kept", goesOn: true)
    }

    /// A commit that was set aside.
    package init(
        commit: [UInt8], target: Reference? = nil, reason: String, content: String = "",
        goesOn: Bool = false
    ) {
        self.commit = commit
        self.target = target
        self.reason = reason
        self.content = content
        self.goesOn = goesOn
    }
}

/// Another branch of the log was taken in: its commits stand before this event, but for those that
/// were set aside or say what was said here, too.
public struct BranchMerged: Hashable, Sendable {
    /// The position of the last event that both branches have.
    public var shared: UInt64
    /// The root of the branch that was taken in, 32 bytes.
    public var root: [UInt8]
    /// The `size` of the branch, all of its events; how many `events` it had behind the shared ones
    /// without signatures, how many `commits` were taken in, of how many something
    /// was set `aside`, and in how many commits that is `kept`. Where the branch was that of who
    /// merged, how many commits of the other one `came`.
    public var counts: [String: Int64]
    /// The ids of commits of which nothing had to be taken in, 16 bytes each; and, where the branch
    /// was that of who merged, of those of the other one that say what it says.
    public var known: [[UInt8]]

    /// A merge.
    package init(
        shared: UInt64, root: [UInt8], counts: [String: Int64], known: [[UInt8]] = []
    ) {
        self.shared = shared
        self.root = root
        self.counts = counts
        self.known = known
    }
}

extension BranchMerged {
    /// Whether it names a branch by its root and its size.
    package func names(_ root: Digest, of size: UInt64) -> Bool {
        self.root == root.bytes && counts[BranchMerge.sizeCount] == Int64(exactly: size)
    }
}

extension EventDeclaration {
    // An undo of its commit takes back what came in.
    static let commitSetAside = EventDeclaration(
        .commitSetAside, "commit", "set-aside", Event.commitSetAside, isCritical: false,
        [.needed(.digest), .maybe(.target), .maybe(.mode), .maybe(.note)], .reason,
        undoneBy: .notNeeded,
        changesFigures: false, rights: .all)

    static let branchMerged = EventDeclaration(
        .branchMerged, "branch", "merged", Event.branchMerged, isCritical: false,
        [.needed(.root), .needed(.pinned), .maybe(.counts), .maybe(.digest)],
        undoneBy: .notNeeded, changesFigures: false, rights: .all)
}

extension CommitSetAside: RowContent {
    func write(to writer: inout RowWriter) {
        writer.add(target, in: .target)
        writer.add(commit, in: .digest)
        if goesOn { writer.add(1, in: .mode) }
        writer.add(text: content, in: .note)
        writer.add(text: reason, in: .reason)
    }

    init(from reader: RowReader) throws(StoreError) {
        commit = try reader.required(.digest, reader.bytes)
        if commit.count != CommitID.byteCount { throw reader.undecodable(.digest) }
        target = try reader.reference(.target)
        let mode: UInt8 = try reader.integer(.mode) ?? 0
        if mode > 1 { throw reader.undecodable(.mode) }
        goesOn = mode == 1
        content = try reader.text(.note)
        reason = try reader.text(.reason)
    }
}

extension BranchMerged: RowContent {
    func write(to writer: inout RowWriter) {
        if !counts.isEmpty { writer.add(BatchCounts.bytes(counts), in: .counts) }
        if !known.isEmpty { writer.add(known.flatMap(\.self), in: .digest) }
        writer.add(root, in: .root)
        writer.add(shared, in: .pinned)
    }

    init(from reader: RowReader) throws(StoreError) {
        root = try reader.required(.root, reader.bytes)
        if root.count != 32 { throw reader.undecodable(.root) }
        shared = try reader.required(.pinned, reader.integer)
        if shared >= reader.position { throw reader.undecodable(.pinned) }
        counts = [:]
        if let bytes = try reader.bytes(.counts) {
            guard let decoded = BatchCounts.decoded(bytes) else {
                throw reader.undecodable(.counts)
            }
            counts = decoded
        }
        let ids = try reader.bytes(.digest) ?? []
        if ids.count % CommitID.byteCount != 0 { throw reader.undecodable(.digest) }
        known = stride(from: 0, to: ids.count, by: CommitID.byteCount).map {
            Array(ids[$0..<$0 + CommitID.byteCount])
        }
    }
}
