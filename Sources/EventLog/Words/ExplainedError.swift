/// An error in words for people and in a word for programs. What may help is known to the program
/// that shows it.
public protocol ExplainedError: Error, CustomStringConvertible {
    /// What went wrong and where, one sentence without an end mark; further lines are indented.
    var description: String { get }
    /// What happened in one word, such as `keyConflict`: the case.
    var code: String { get }
    /// What a program that ends with the error says by its exit code.
    var exitClass: ExitClass { get }
}

extension ExplainedError {
    /// The name of the case; only for one that carries something.
    package var caseWithValue: String { Mirror(reflecting: self).children.first?.label ?? "" }
}

/// What an error means for a program that called this one: its exit code.
public enum ExitClass: Int32, Codable, Hashable, Sendable {
    /// Refused, ambiguous, in conflict, denied.
    case refused = 1
    /// Not understood, or no such name.
    case usage = 2
    /// Damage, a file that cannot be read or written, no ledger, a newer format.
    case damage = 3
}
