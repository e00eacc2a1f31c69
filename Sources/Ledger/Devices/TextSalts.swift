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
        switch self {
        case .ofLog: break
        case .made(let seed):
            guard row.hasText else { break }
            row[.salt] = .bytes(Leaf.salt(of: UInt64(index), seed: seed))
        case .kept(let kept):
            if let field = kept[index] { row[field.column] = field.value }
        }
        return row
    }
}
