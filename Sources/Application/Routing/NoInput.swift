/// Nothing to say.
package struct NoInput: Codable, Hashable, Sendable {
    /// A request.
    package init() {}
}
