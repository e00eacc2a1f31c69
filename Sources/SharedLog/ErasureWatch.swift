internal import EventLog
internal import Ledger

/// The erasures of a log, and the events without text that none of them accounts for.
///
/// An erasure is an event like others, behind what it takes: of a commit whose texts are gone only
/// what comes behind it says whether they were to go.
struct ErasureWatch: Sendable {
    /// Behind what position the last erasure of a thing stands.
    private var things: [UInt64: UInt64] = [:]
    /// The same of persons, the text of whose commits goes.
    private var recorders: [UInt64: UInt64] = [:]
    /// What is spoken of by what merges set aside; what goes on from it names that.
    private var asides: [UInt64: UInt64] = [:]

    /// The types of the events that tell of them.
    private static let types = [
        EventType.commitSetAside.rawValue, EventType.textErased.rawValue,
    ]

    /// Remembers the erasures of a commit; what was looked ahead at may come again in its turn.
    mutating func note(_ rows: [Row], from first: UInt64) {
        for index in rows.indices where ErasureWatch.types.contains(rows[index].type) {
            let row = rows[index]
            if row.type == EventType.commitSetAside.rawValue, row[.mode] == nil {
                let target = row[.target]?.integer.flatMap(UInt64.init(exactly:))
                asides[first + UInt64(index)] = target
            }
            guard row.type == EventType.textErased.rawValue else { continue }
            guard let target = row[.erased]?.integer.flatMap(UInt64.init(exactly:)) else {
                continue
            }
            let position = first + UInt64(index)
            things[target] = max(things[target] ?? 0, position)
            if row[.isRecorder] != nil {
                recorders[target] = max(recorders[target] ?? 0, position)
            }
        }
    }

    /// An event whose text is gone.
    struct Gone: Hashable, Sendable {
        /// The number of its commit.
        let seq: Int64
        let position: UInt64
        fileprivate let target: UInt64?
        fileprivate let actor: UInt64?
    }

    /// The events of a commit whose text is gone.
    static func gone(_ draft: CommitDraft, of seq: Int64, from first: UInt64) -> [Gone] {
        draft.rows.indices.filter { draft.rows[$0].isErased }.map { index in
            let row = draft.rows[index]
            return Gone(
                seq: seq, position: first + UInt64(index),
                target: row[.target]?.integer.flatMap(UInt64.init(exactly:)), actor: draft.actor)
        }
    }

    /// Whether an erasure behind an event accounts for it; see
    /// ``LedgerSnapshot/events(of:)``.
    func explains(_ event: Gone) -> Bool {
        func isBehind(_ end: UInt64?) -> Bool { end.map { $0 > event.position } ?? false }
        return isBehind(things[event.position])
            || isBehind(event.target.flatMap { things[$0] })
            || isBehind(event.target.flatMap { asides[$0] }.flatMap { things[$0] })
            || isBehind(event.actor.flatMap { recorders[$0] })
    }
}

/// Looks ahead in a remote's log for the erasures of texts that are gone.
struct ErasureScout {
    /// So many bytes of what was looked at are kept for who takes it next.
    private static let keptBytes = 64 << 20

    private let remote: RemoteLog
    private var watch = ErasureWatch()
    /// Holds what was looked at against its roots, up to where that was.
    private var check: CommitCheck?
    /// Pages that were looked at, in order.
    private var pages: ArraySlice<RemotePage> = []
    private var bytes = 0

    /// - Parameter pages: What was looked at before of what comes.
    init(_ remote: RemoteLog, _ pages: [RemotePage] = []) {
        self.remote = remote
        self.pages = pages[...]
        bytes = pages.reduce(0) { $0 + $1.bytes }
    }

    /// Whether the commits behind one were looked at.
    func knows(behind seq: Int64) -> Bool {
        pages.contains { $0.commits.first?.seq == seq &+ 1 }
    }

    /// The commits behind one that were looked at; `nil` where that were none.
    mutating func takePage(behind seq: Int64) -> RemotePage? {
        while let page = pages.popFirst() {
            bytes = pages.isEmpty ? 0 : bytes - page.bytes
            if page.commits.first?.seq == seq + 1 { return page }
        }
        return nil
    }

    /// Makes sure that the texts that a commit lacks were erased; asked of each commit in turn.
    ///
    /// - Parameters:
    ///   - end: What has taken the commit.
    ///   - rest: What is known to stand behind it.
    /// - Throws: ``SharedLogError/textsGone(seq:event:)``.
    mutating func hold(
        _ draft: CommitDraft, from first: UInt64, behind end: CommitCheck,
        _ rest: ArraySlice<RemoteCommit>
    ) throws(SharedLogError) {
        watch.note(draft.rows, from: first)
        let gone = ErasureWatch.gone(draft, of: end.end.seq, from: first)
        var open = gone.filter { !watch.explains($0) }
        if open.isEmpty { return }
        var scout: CommitCheck
        if let check, check.end.seq > end.end.seq {
            scout = check
        } else {
            scout = end
            try look(at: Array(rest), &scout)
            open = open.filter { !watch.explains($0) }
        }
        while !open.isEmpty {
            let page = try remote.page(behind: scout.end.seq)
            try look(at: page.commits, &scout)
            open = open.filter { !watch.explains($0) }
            // Behind what was not kept nothing is: who comes there fetches it.
            bytes += page.bytes
            if bytes <= ErasureScout.keptBytes { pages.append(page) }
            if page.isLast { break }
        }
        check = scout
        if let first = open.first {
            throw .textsGone(seq: first.seq, event: first.position)
        }
    }

    private mutating func look(
        at page: [RemoteCommit], _ scout: inout CommitCheck
    ) throws(SharedLogError) {
        for commit in page {
            let seen = try scout.take(commit) { _ in [] }.draft
            watch.note(seen.rows, from: commit.firstEvent)
        }
        _ = scout.takeBegun()
    }
}
