/// Which statements a server has prepared for a connection: it parses and plans them once.
///
/// A pool in transaction mode may lead each statement to another connection of the server, which
/// has others prepared or none. Then none is prepared any more, and each stands for itself.
struct PreparedStatements {
    /// Longer ones are for many rows, of which there are seldom as many again.
    private static let bytesMax = 2_000

    /// The names of those that were asked; `nil` for one that is not prepared yet.
    private var names: [String: String?] = [:]
    private var isGivenUp = false

    /// How a statement is asked.
    enum Way: Hashable {
        /// As it is.
        case plain
        /// By this name, under which it has to be prepared first.
        case preparing(String)
        /// By this name.
        case prepared(String)
    }

    /// How a statement is asked now; it is prepared when it is asked for the second time.
    mutating func way(of statement: String) -> Way {
        if isGivenUp || statement.utf8.count > PreparedStatements.bytesMax { return .plain }
        guard let known = names[statement] else {
            names[statement] = .some(nil)
            return .plain
        }
        return known.map { .prepared($0) } ?? .preparing(PreparedStatements.name(of: statement))
    }

    /// The server has prepared a statement.
    mutating func note(_ statement: String, as name: String) { names[statement] = name }

    /// The server, or what stands before it, does not do it.
    mutating func giveUp() {
        isGivenUp = true
        names = [:]
    }

    /// A name that tells a statement from all others, of other programs as well: in a pool another
    /// one may have left its own behind. It is FNV-1a.
    private static func name(of statement: String) -> String {
        var hash: UInt64 = 0xcbf2_9ce4_8422_2325
        for byte in statement.utf8 { hash = (hash ^ UInt64(byte)) &* 0x100_0000_01b3 }
        return "ledger_" + String(hash, radix: 16)
    }
}
