/// Why rules cannot be kept or applied.
package enum RuleError: Error, Hashable, Sendable {
    /// No rule is called so; all that there are.
    case unknown(String, known: [String])
    /// There are no rules.
    case noRules
    /// A rule without terms would find every line.
    case noTerms(String)
    /// A rule changes nothing.
    case noChange(String)
    /// The rule is there already.
    case exists(String)
}
