internal import Interchange

/// What of the last time a file lacks: tasks that both sides had, and what was written into it.
struct SyncLoss {
    /// What counts for what the file lacks, where it lacks so much that it may be a mistake.
    enum Choice: String, CaseIterable {
        /// The file is right: what it lacks is gone.
        case gone
        /// What it lacks is written into it again.
        case again
    }

    /// Of fewer tasks than these more than half may be gone.
    private static let openMin = 10
    /// What Taskwarrior reckons anew for each export.
    private static let reckoned: Set<String> = ["id", "urgency"]

    private let kept: SyncState?
    private let theirs: TaskSide
    /// The pieces of the file, by what recognises them.
    private let pieces: [String: [UInt8]]

    init(_ kept: SyncState?, _ theirs: TaskSide) {
        (self.kept, self.theirs) = (kept, theirs)
        pieces = Dictionary(
            theirs.records.map { ($0.identity, theirs.file.piece($0.ordinal)) },
            uniquingKeysWith: { first, _ in first })
    }

    /// How many tasks were written into the file the last time, where it is as if nobody had ever
    /// read that: each of them is as it was before, or is not there; 0 where one is otherwise.
    var unreadCount: Int {
        let sent = kept?.sent ?? []
        return sent.allSatisfy(isAsBefore) ? sent.count : 0
    }

    private func isAsBefore(_ sent: SyncState.Sent) -> Bool {
        switch (sent.piece, pieces[sent.identity]) {
        case (nil, nil): true
        case (let old?, let new?): SyncLoss.said(Array(old.utf8)) == SyncLoss.said(new)
        default: false
        }
    }

    private static func said(_ piece: [UInt8]) -> [String: AnyJSON]? {
        JSONCoding.value(piece)?.object?.filter { !reckoned.contains($0.key) }
    }

    /// Refuses to drop what a file may lack by mistake.
    func check(_ sync: TaskSync) throws(ApplicationError) {
        let unread = unreadCount
        if unread > 0 { throw .neverImported(unread) }
        let (gone, open) = (sync.goneCount, sync.knownOpenCount)
        let isMost = open >= SyncLoss.openMin && gone * 2 > open
        if gone > 0, theirs.records.isEmpty || isMost { throw .tasksGone(gone, of: open) }
    }

    /// What both sides said, without what the file lacks, and with what was written into it as it
    /// was before: all of that goes out again.
    func before(
        _ before: TaskSide?, _ format: TaskFormat, _ reader: TaskValueReader
    ) throws(ApplicationError) -> TaskSide? {
        guard let before else { return nil }
        let isUnread = unreadCount > 0
        let sent = Dictionary(
            (isUnread ? kept?.sent ?? [] : []).map { ($0.identity, $0.piece) },
            uniquingKeysWith: { first, _ in first })
        var left: [[UInt8]] = []
        for record in before.records {
            if let old = sent[record.identity] {
                if let old { left.append(Array(old.utf8)) }
            } else if pieces[record.identity] != nil {
                left.append(before.file.piece(record.ordinal))
            }
        }
        let text = left.isEmpty ? [] : TaskFile([], format).changed([:], adding: left)
        return try TaskSide(text, format, reader)
    }
}
