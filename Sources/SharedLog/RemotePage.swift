/// Some commits of a remote, one behind the other.
package struct RemotePage: Sendable {
    /// The commits; none at the end.
    package internal(set) var commits: [RemoteCommit]
    /// Whether nothing stood behind them when they were read.
    package internal(set) var isLast: Bool

    /// How many bytes of facts and texts they have.
    var bytes: Int {
        commits.reduce(0) { $0 + $1.body.count + ($1.texts?.count ?? 0) }
    }
}
