/// Commits of a copy that are not believed.
package struct DoubtfulCommits: Hashable, Sendable {
    /// One of them.
    package struct Commit: Hashable, Sendable {
        /// The position of its first event, in its copy.
        package let position: UInt64
        /// Whether it is one of the other copy.
        package let isTheirs: Bool
        /// Why, for programs.
        package let why: String
        /// The device that signed it; empty where none did.
        package let device: String
    }

    /// How many there are.
    package let count: Int
    /// The first of them, at most ten.
    package let first: [Commit]
    /// The keys of devices that nobody here has added, as they are added.
    package let unknown: [String]
}
