/// Why something is no attribute of tasks, or no value of one.
public enum TaskAttributeFault: Hashable, Sendable {
    /// Not a name.
    case name(String)
    /// A word for something that every task has.
    case taken(String)
    /// Declared already, with another kind or other choices.
    case known(String, TodoAttributeKind)
    /// Nothing is declared so; those that are.
    case unknown(String, known: [String])
    /// Not a value of its kind.
    case value(String, TodoAttributeKind)
    /// None of the texts that it may hold.
    case choice(String, String, allowed: [String])
}
