internal import EventLog
internal import Ledger

/// A proof that a branch had an event which a merge replaced, to be checked without the log.
///
/// ```
/// ledger-branch-proof@v1
/// branch number base64      how many events the branch had, and the root over them
/// index number              where the event stood
/// leaf base64               its hash; of further branches `extra base64`, what is hashed of it
/// base64                    0 or more hashes, from the leaf upwards
/// …                         such a part for each further branch, whose event names the root before
///
/// a proof of the log (c2sp.org/tlog-proof) for the event that names the last root; where none
/// does, a signed note by which the owner of a key vouches for it:
///
/// ledger-branch@v1
/// name                      what the ledger is called
/// number base64             how many events the last branch had, and its root
/// number base64             the log in its place: how many events it had then, and its root
/// ```
struct BranchProof: Hashable, Sendable {
    /// An event of a branch.
    struct Part: Hashable, Sendable {
        let size: UInt64
        let root: Digest
        let index: UInt64
        let leaf: Digest
        /// What is hashed of the event; `nil` where that is not shown.
        let shown: LeafDisclosure?
        let hashes: [Digest]
    }

    private static let head = "ledger-branch-proof@v1"

    let branches: [Part]
    /// A proof of the log, or a note by which a key vouches.
    let end: [UInt8]

    /// The proof as it is written.
    var text: String {
        let parts = branches.map { part in
            "branch \(part.size) \(part.root.base64)\nindex \(part.index)\n"
                + (part.shown.map { "extra \(Base64.encode($0.bytes))\n" }
                    ?? "leaf \(part.leaf.base64)\n")
                + part.hashes.map { "\($0.base64)\n" }.joined()
        }
        return "\(BranchProof.head)\n\(parts.joined())\n"
            + String(decoding: end, as: UTF8.self)
    }
}

extension LeafDisclosure {
    /// Whether it is of an event that tells of a merge and names a branch by its root and its size.
    ///
    /// - Parameter position: Where the event stands.
    func names(branch root: Digest, of size: UInt64, at position: UInt64) -> Bool {
        let end = input.count - Digest.byteCount
        guard end >= 3, let fields = FieldCoding.fields(input, 3..<end) else { return false }
        let row = Row(
            type: UInt16(input[1]) | UInt16(input[2]) << 8, schema: input[0], isCritical: false,
            fields: fields.filter { $0.column.kind != .commit })
        guard case .branchMerged(let merge)? = try? Event(row: row, at: position) else {
            return false
        }
        return merge.names(root, of: size)
    }
}
