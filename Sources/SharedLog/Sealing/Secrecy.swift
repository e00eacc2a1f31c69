/// What a server does not see of a ledger.
package enum Secrecy: String, CaseIterable, Hashable, Sendable {
    /// No word: texts, what hides them in their hashes, and the names of devices.
    case text
    /// Nothing but sizes, ids, hashes, and when it was recorded.
    case all

    var code: UInt8 { self == .text ? 1 : 2 }

    init?(code: UInt8) {
        switch code {
        case 1: self = .text
        case 2: self = .all
        default: return nil
        }
    }
}
