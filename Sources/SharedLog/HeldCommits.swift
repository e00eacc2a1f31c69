internal import EventLog
internal import Ledger

/// Commits of a remote that were looked at before any of them is taken: what is taken then is the
/// same, and no more.
package struct HeldCommits {
    /// So many bytes of what was looked at are kept for who takes it next.
    private static let keptBytes = 64 << 20

    private let seq: Int64
    /// The root behind each commit.
    private var roots: [Digest] = []
    /// The first pages.
    private(set) var pages: [RemotePage] = []
    /// Why what comes behind them cannot be taken; `nil` where nothing does.
    private(set) var failure: SharedLogError?

    /// - Parameter seq: The number of the commit before them.
    init(behind seq: Int64) { self.seq = seq }

    /// Looks at all that a remote has behind the end of a log.
    ///
    /// - Returns: What is to be held against the devices of the log.
    mutating func look(
        at remote: RemoteLog, _ replica: Replica
    ) throws(SharedLogError) -> IncomingCommits {
        var check = try replica.check(behind: seq)
        var commits = IncomingCommits(behind: replica.store)
        var bytes = 0
        while failure == nil {
            let page: RemotePage
            do throws(SharedLogError) { page = try remote.page(behind: check.end.seq) } catch {
                guard case .damaged = error else { throw error }
                failure = error
                break
            }
            for commit in page.commits {
                let draft: CommitDraft
                do throws(SharedLogError) {
                    draft = try check.take(commit) { _ in [] }.draft
                } catch {
                    failure = error
                    break
                }
                try mappingError(
                    SharedLogError.store,
                    commits.take(
                        draft, at: commit.firstEvent, root: commit.root, seeds: check.begun))
                roots.append(commit.root)
                bytes += commit.bytes.body.count + (commit.bytes.texts?.count ?? 0)
            }
            _ = check.takeBegun()
            if bytes <= HeldCommits.keptBytes { pages.append(page) }
            if page.isLast { break }
        }
        return commits
    }

    /// What of a page was looked at.
    ///
    /// - Throws: ``SharedLogError/damaged(seq:_:)`` for another commit than that.
    func part(of page: RemotePage) throws(SharedLogError) -> RemotePage {
        var part = RemotePage(commits: [], isLast: page.isLast)
        for commit in page.commits {
            // What does not follow at all is refused by what takes it.
            if commit.seq > seq {
                let number = commit.seq - seq
                if number > Int64(roots.count) {
                    part.isLast = true
                    break
                }
                guard roots[Int(number) - 1] == commit.root else {
                    throw .damaged(seq: commit.seq, .root)
                }
            }
            part.commits.append(commit)
        }
        return part
    }
}
