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
        /// Whether it stands in the copy of that device, as far as anybody knows.
        package let isOfItsDevice: Bool
        /// Another commit with its number; `nil` for none.
        package var copy: Copy?
    }

    /// A commit that has the number of another one.
    package struct Copy: Hashable, Sendable {
        /// The number among those that the device signed.
        package let number: Int64
        /// The position of its first event, in its copy.
        package let position: UInt64
        /// Whether it is one of the other copy.
        package let isTheirs: Bool
    }

    /// The other copy of a merge of both, where that is the one that does not believe them.
    package struct Taker: Hashable, Sendable {
        /// Its folder.
        package let path: String
        /// Whether the key of its device is on this machine.
        package let signsHere: Bool
    }

    /// How many there are.
    package let count: Int
    /// The first of them, at most ten.
    package let first: [Commit]
    /// The keys of devices that nobody here has added, as they are added.
    package let unknown: [String]
    /// Who does not believe them; `nil` for the copy that merges.
    package var taker: Taker?
}
