internal import EventLog

/// A device may sign what it records: from the first of these events on the ledger is shared, and
/// every commit is signed. A later one for the same key gives the device another name.
public struct DeviceAdded: Hashable, Sendable {
    /// What it is called: a fact that stays.
    public var name: String
    /// Its public key (Ed25519, RFC 8032), 32 bytes.
    public var key: [UInt8]
    /// The public key of the device that says so, and signs the commit; that of the device itself
    /// where it only says that it is there.
    public var by: [UInt8]
    /// The root over all events before, 32 bytes, where that vouches for what was not signed.
    public var root: [UInt8]?

    /// A device.
    package init(name: String, key: [UInt8], by: [UInt8], root: [UInt8]? = nil) {
        self.name = name
        self.key = key
        self.by = by
        self.root = root
    }
}

/// What a device signs from now on is not believed any more.
public struct DeviceRevoked: Hashable, Sendable {
    /// Its public key, 32 bytes.
    public var key: [UInt8]
    /// The public key of the device that says so, and signs the commit.
    public var by: [UInt8]
    /// Up to which of its numbers all was known that it had signed: that stays believed.
    public var signed: Int64
    /// Why; erasable, may be empty.
    public var reason: String

    /// A device that is not believed any more.
    package init(key: [UInt8], by: [UInt8], signed: Int64, reason: String = "") {
        self.key = key
        self.by = by
        self.signed = signed
        self.reason = reason
    }
}

/// A device signs the events of the commit of which this is the last event: their content digest,
/// which does not depend on where the commit stands (`Audit.md` of EventLog).
public struct CommitSigned: Hashable, Sendable {
    /// The public key, 32 bytes.
    public var key: [UInt8]
    /// The signature, 64 bytes.
    public var signature: [UInt8]
    /// The how manieth commit it is that the device signs, from 1; a device that stopped in the
    /// middle leaves a number out, and none has two commits.
    public var number: Int64

    /// A signature.
    package init(key: [UInt8], signature: [UInt8], number: Int64) {
        self.key = key
        self.signature = signature
        self.number = number
    }
}

/// The device that signs this commit vouches for others as they stand in this log: a merge gave
/// them other references, or left out what stands elsewhere, or nobody had signed them.
public struct CommitsVouched: Hashable, Sendable {
    /// A commit as it is here.
    public struct Commit: Hashable, Sendable {
        /// Its id, 16 bytes.
        public var id: [UInt8]
        /// Its content digest, 32 bytes.
        public var digest: [UInt8]

        /// A commit.
        public init(id: [UInt8], digest: [UInt8]) {
            self.id = id
            self.digest = digest
        }
    }

    /// The commits, at most ``most``.
    public var commits: [Commit]

    /// So many have room in an event.
    package static let most = 1_300

    /// Some commits.
    package init(_ commits: [Commit]) { self.commits = commits }

    /// As many events as it takes for some commits; none for none.
    package static func events(_ commits: [Commit]) -> [Event] {
        stride(from: 0, to: commits.count, by: most).map { start in
            .commitsVouched(CommitsVouched(Array(commits[start...].prefix(most))))
        }
    }
}

extension EventDeclaration {
    static let deviceAdded = EventDeclaration(
        .deviceAdded, "device", "added", Event.deviceAdded,
        [.needed(.name), .needed(.digest), .maybe(.root)],
        undoneBy: .impossible, changesFigures: false, rights: .all)

    static let deviceRevoked = EventDeclaration(
        .deviceRevoked, "device", "revoked", Event.deviceRevoked, isCritical: false,
        [.needed(.counts), .needed(.digest)], .reason,
        undoneBy: .impossible, changesFigures: false, rights: .all)

    static let commitSigned = EventDeclaration(
        .commitSigned, "commit", "signed", Event.commitSigned, isCritical: false,
        [.needed(.counts), .needed(.digest)],
        undoneBy: .notNeeded, changesFigures: false, rights: nil)

    static let commitsVouched = EventDeclaration(
        .commitsVouched, "commit", "vouched", Event.commitsVouched, isCritical: false,
        [.needed(.digest)],
        undoneBy: .notNeeded, changesFigures: false, rights: .all)
}

/// How many bytes things have.
private enum Bytes {
    static let key = 32
    static let signature = 64
    static let digest = 32
    static let signed = "signed"
}

extension RowReader {
    /// So many bytes of a column, and those that follow.
    fileprivate func halves(
        of column: ColumnID, _ first: Int, _ second: Int
    ) throws(StoreError) -> (first: [UInt8], second: [UInt8]) {
        let bytes = try required(column, self.bytes)
        if bytes.count != first + second { throw undecodable(column) }
        return (Array(bytes.prefix(first)), Array(bytes.suffix(second)))
    }

    /// The number of commits that a device signed.
    fileprivate func signedCount() throws(StoreError) -> Int64 {
        guard let counts = BatchCounts.decoded(try required(.counts, bytes)), counts.count == 1,
            let count = counts[Bytes.signed], count >= 0
        else { throw undecodable(.counts) }
        return count
    }
}

extension DeviceAdded: RowContent {
    func write(to writer: inout RowWriter) {
        writer.add(fact: name, in: .name)
        writer.add(key + by, in: .digest)
        if let root { writer.add(root, in: .root) }
    }

    init(from reader: RowReader) throws(StoreError) {
        name = try reader.required(.name, reader.string)
        (key, by) = try reader.halves(of: .digest, Bytes.key, Bytes.key)
        root = try reader.bytes(.root)
        if let root, root.count != Bytes.digest { throw reader.undecodable(.root) }
    }
}

extension DeviceRevoked: RowContent {
    func write(to writer: inout RowWriter) {
        writer.add(BatchCounts.bytes([Bytes.signed: signed]), in: .counts)
        writer.add(key + by, in: .digest)
        writer.add(text: reason, in: .reason)
    }

    init(from reader: RowReader) throws(StoreError) {
        signed = try reader.signedCount()
        (key, by) = try reader.halves(of: .digest, Bytes.key, Bytes.key)
        reason = try reader.text(.reason)
    }
}

extension CommitSigned: RowContent {
    func write(to writer: inout RowWriter) {
        writer.add(BatchCounts.bytes([Bytes.signed: number]), in: .counts)
        writer.add(key + signature, in: .digest)
    }

    init(from reader: RowReader) throws(StoreError) {
        number = try reader.signedCount()
        (key, signature) = try reader.halves(of: .digest, Bytes.key, Bytes.signature)
    }
}

extension CommitsVouched: RowContent {
    func write(to writer: inout RowWriter) {
        writer.add(commits.flatMap { $0.id + $0.digest }, in: .digest)
    }

    init(from reader: RowReader) throws(StoreError) {
        let bytes = try reader.required(.digest, reader.bytes)
        let size = CommitID.byteCount + Bytes.digest
        if bytes.count % size != 0 { throw reader.undecodable(.digest) }
        commits = stride(from: 0, to: bytes.count, by: size).map { start in
            let middle = start + CommitID.byteCount
            return Commit(
                id: Array(bytes[start..<middle]), digest: Array(bytes[middle..<start + size]))
        }
    }
}

extension [Event] {
    /// Whether one of them adds a device.
    ///
    /// - Complexity: O(*n*)
    package var addDevice: Bool {
        contains { if case .deviceAdded = $0 { true } else { false } }
    }
}
