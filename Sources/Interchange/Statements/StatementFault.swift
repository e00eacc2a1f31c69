/// Why a file of a ``StatementFormat`` cannot be read as a whole.
package enum StatementFault: Hashable, Sendable {
    /// It ends before it is whole; what should have come.
    case cut(String)
    /// An element ends, or a field begins, that nothing began.
    case misplaced(String)
    /// What cannot be: a mark that is never closed, an entity that nobody defined.
    case malformed(String)
    /// A name, a text, or the depth of elements is beyond a limit; of what.
    case tooLong(String)
    /// The parts of a transaction are not its amount together.
    case unlikeParts(String)
    /// It holds no statement of an account.
    case noStatement
}
