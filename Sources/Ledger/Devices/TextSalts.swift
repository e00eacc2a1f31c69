package import EventLog

/// Where the salts of the texts of a commit come from.
package enum TextSalts: Sendable {
    /// From the log, for the position at which each comes to stand.
    case ofLog
    /// From these bytes: what is hashed of a text does not depend on where it stands.
    case made([UInt8])
    /// From where the events stood before, by index: a salt, or what an erasure left.
    case kept([Int: Field])

    /// Whether the log makes none.
    var areOwn: Bool { if case .ofLog = self { false } else { true } }

    /// An event with its salt.
    func salted(_ row: Row, at index: Int) -> Row {
        var row = row
        if let field = field(at: index, hasText: row.hasText) { row[field.column] = field.value }
        return row
    }

    /// Gives an event its salt.
    func salt(_ event: inout EncodedEvent, at index: Int) {
        if let field = field(at: index, hasText: event.hasText) { event.leave(field) }
    }

    /// The salt of an event, or what an erasure left.
    private func field(at index: Int, hasText: Bool) -> Field? {
        switch self {
        case .ofLog: nil
        case .made(let seed):
            hasText ? Field(.salt, .bytes(Leaf.salt(of: UInt64(index), seed: seed))) : nil
        case .kept(let kept): kept[index]
        }
    }
}
