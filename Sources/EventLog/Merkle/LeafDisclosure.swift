/// What a stranger needs to compute the leaf of one event: what of it is hashed, its text shown or
/// hidden.
///
/// ```
/// disclosure := length:u16   leaf input   shown
/// shown      := nothing, or   salt: 32 bytes   text columns
/// ```
///
/// The leaf input ends with C = SHA-256(salt ‖ text columns); see ``Leaf``. The salt is 32 bytes
/// that nobody can guess, so C alone tells nothing of the text.
public struct LeafDisclosure: Hashable, Sendable {
    /// What is hashed: type, facts, commit and C.
    public let input: [UInt8]
    /// The salt and the text columns; `nil` where the text stays hidden or was erased.
    public let text: (salt: [UInt8], fields: [UInt8])?

    /// What is hashed of an event; `nil` of one that is too large.
    ///
    /// - Parameters:
    ///   - row: The event, links resolved.
    ///   - header: Its commit.
    ///   - position: Its position, not before the commit's first.
    ///   - seed: The seed of the block `position / 4096`; see ``BlockSeed``.
    ///   - withText: Whether the text is shown.
    package init?(
        _ row: Row, _ header: CommitHeader, position: UInt64, seed: [UInt8], withText: Bool
    ) {
        var inputs = LeafInputs()
        inputs.begin(header)
        guard (try? inputs.append(row, index: position &- header.firstPosition)) != nil else {
            return nil
        }
        let parts = inputs.parts(at: 0)
        let fields = Array(inputs.bytes[parts.text])
        let remains = inputs.remains(at: 0)
        let salt = remains?.salt ?? Leaf.salt(of: position, seed: seed)
        input =
            Array(
                inputs.bytes[
                    parts.facts.lowerBound..<(parts.text.lowerBound - 2 * Digest.byteCount)])
            + (remains?.commitment ?? SHA256.hash(salt, fields).bytes)
        text = withText && remains?.commitment == nil ? (salt, fields) : nil
    }

    /// A disclosure from its bytes; `nil` for what is none.
    public init?(_ bytes: [UInt8]) {
        guard bytes.count >= 2 else { return nil }
        let length = Int(bytes[0]) | Int(bytes[1]) << 8
        guard length > Digest.byteCount, bytes.count >= 2 + length else { return nil }
        input = Array(bytes[2..<(2 + length)])
        let rest = bytes[(2 + length)...]
        if rest.isEmpty {
            text = nil
            return
        }
        guard rest.count >= Digest.byteCount,
            rest.count <= Digest.byteCount + Limit.textBytesMax
        else { return nil }
        text = (Array(rest.prefix(Digest.byteCount)), Array(rest.dropFirst(Digest.byteCount)))
    }

    /// The bytes.
    public var bytes: [UInt8] {
        [UInt8(truncatingIfNeeded: input.count), UInt8(truncatingIfNeeded: input.count >> 8)]
            + input + (text.map { $0.salt + $0.fields } ?? [])
    }

    /// The hash of the leaf; `nil` where the text that is shown is not that of the event.
    public var leaf: Digest? {
        if let text, SHA256.hash(text.salt, text.fields).bytes != input.suffix(Digest.byteCount) {
            return nil
        }
        return SHA256.leaf(input)
    }

    /// Whether two disclosures have the same bytes.
    public static func == (left: LeafDisclosure, right: LeafDisclosure) -> Bool {
        left.bytes == right.bytes
    }

    /// Feeds the bytes into a hasher.
    public func hash(into hasher: inout Hasher) { hasher.combine(bytes) }
}
