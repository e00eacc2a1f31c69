/// A commit or a batch, as someone chooses what to undo.
package struct CommitRow: Codable, Hashable, Sendable {
    /// What was done, by what most of its events are.
    package enum Action: String, Codable, Hashable, Sendable {
        case opened
        case added
        case amended
        case voided
        case restored
        case imported
        case taskAdded
        case taskEdited
        case taskCompleted
        case taskReopened
        case taskRescheduled
        case taskDropped
        case taskTimed
        case taskLinked
        case taskStarted
        case taskStopped
        case taskFinished
        case taskValued
        case taskAttributeDeclared
        case accountOpened
        case accountChanged
        case settingsChanged
        case currencyDeclared
        case categoryRenamed
        case personAdded
        case statementAsserted
        case statementWithdrawn
        case booksClosed
        case booksReopened
        case textErased
        case personChanged
        case unitAdded
        case unitChanged
        case membershipSet
        case membershipEnded
        case rightsGranted
        case rightsRevoked
        case budgetSet
        case budgetEnded
        case budgetWithdrawn
        case budgetRestored
        case repeatAdded
        case repeatSkipped
        case repeatWithdrawn
        case repeatRestored
        case priceSet
        case priceWithdrawn
        case priceRestored
        case fileAttached
        case fileDetached
        case fileRenamed
        case branchMerged
        case commitSetAside
        case lineMarked
        case accountTyped
        case goalSet
        case deviceAdded
        case deviceRevoked
        case undone
        case redone
        case other
    }

    /// The position of its first event: what names it.
    package let id: UInt64
    /// Wall clock as given, RFC 3339 in UTC; of a batch, when its last commit was made.
    package let recordedAt: Timestamp
    /// Name of the acting person; empty when not known.
    package let actor: String
    /// What was done.
    package let action: Action
    /// The title of the first entity of which it speaks, or the name of the file.
    package internal(set) var title: String
    /// What the first file is called that it attached, detached or renamed; `nil` for none and
    /// where that was erased, and then left out of JSON.
    package internal(set) var file: String?
    /// The amount of the first line, decimal; empty without lines.
    package let amount: String
    /// Code of its currency; empty without lines.
    package let currency: String
    /// How many events say what was done.
    package let things: Int
    /// How many events there are.
    package let events: UInt64
    /// The position of the event that opened the batch; `nil` outside batches, and then left out of
    /// JSON.
    package let batch: UInt64?
    /// The commits that it takes back, by their first positions; empty when it is no undo.
    package let undoes: [UInt64]
    /// `true` where taking it back would need text that was erased, or it erased text itself; else
    /// left out. Only lists of what can be undone say so.
    package internal(set) var erased: Bool?
    /// `true` where what it changed was taken back since, so that nothing of it is left to take
    /// back; else left out. Only lists of what can be undone say so.
    package internal(set) var gone: Bool?

    /// The same without the words that it has of what the commit speaks of.
    package var withoutWords: CommitRow {
        var row = self
        (row.title, row.file) = ("", nil)
        return row
    }
}

/// Commits and batches, newest first.
package struct CommitList: Codable, Hashable, Sendable {
    /// The commits.
    package let rows: [CommitRow]
    /// The position of the last event that was taken in.
    package let position: UInt64
    /// The root over all events up to and including it, lower-case hex.
    package let root: String

    /// A list.
    package init(rows: [CommitRow], position: UInt64, root: String) {
        self.rows = rows
        self.position = position
        self.root = root
    }
}

/// One field of an entity that an undo changes; flat.
package struct UndoChange: Codable, Hashable, Sendable {
    /// The position of the entity's creation; of settings and categories that of the change.
    package let id: UInt64
    /// `line`, `task`, `account`, `statement`, `settings`, `category`, `closing`, `budget`,
    /// `repeat`, `person`, `unit`, `membership` or `rights`.
    package let type: String
    /// What it is called now; may be empty.
    package let title: String
    /// The amount of a line as it is now, decimal; empty for anything else.
    package let amount: String
    /// Code of its currency; empty for anything else.
    package let currency: String
    /// Which field, as in ``FieldChange``; of an account also `name`, `opening`, `closed`; of a
    /// statement `withdrawn`; of settings `currency`, `zone`, `weekStart`; of a person `name`,
    /// `post`, `picture`, `contact`; of a unit `name`, `parent`, `closed`; of a membership
    /// `member`, `post`; of rights each of them.
    package let field: String
    /// What it is now; `nil` for none, and then left out of JSON.
    package let was: String?
    /// What it becomes; `nil` for none, and then left out of JSON.
    package let now: String?
}

/// Why something cannot be undone: a field does not hold any more what it was made.
public struct UndoConflict: Codable, Hashable, Sendable {
    /// The position of the entity's creation; of settings and categories that of the change.
    public let id: UInt64
    /// `line`, `task`, `account`, `statement`, `settings`, `category`, `closing`, `budget`,
    /// `repeat`, `person`, `unit`, `membership` or `rights`.
    public let type: String
    /// What it is called now; may be empty.
    public let title: String
    /// Which field; see ``UndoChange/field``, `merged` for two categories that became one,
    /// `erased` for text that nothing brings back, and `figures` of a closing whose days changed
    /// while the books were open.
    public let field: String
    /// What it was made by what is to be undone; `nil` for none, and then left out of JSON.
    public let set: String?
    /// What it is; `nil` for none, and then left out of JSON.
    public let now: String?
    /// The position of the event that changed it since; of erased text that of the version that
    /// had it.
    public let by: UInt64

    /// The ``field`` where taking something back would need text that was erased.
    static let erasedField = "erased"
    /// The field of two categories that have become one.
    package static let mergedField = "merged"
    /// The field of a closing that would pin what is not there any more.
    package static let figuresField = "figures"

    /// A conflict.
    package init(
        id: UInt64, type: String, title: String, field: String, set: String?, now: String?,
        by: UInt64
    ) {
        self.id = id
        self.type = type
        self.title = title
        self.field = field
        self.set = set
        self.now = now
        self.by = by
    }
}

/// Why a commit has no inverse.
public enum NotUndoable: String, Codable, Hashable, Sendable {
    /// It opened the ledger.
    case opening
    /// It only added persons, who stay known.
    case person
    /// It only declared currencies, which stay known.
    case currency
    /// It only declared attributes of tasks, which stay known.
    case attribute
    /// It erased text, which nothing brings back.
    case erasure
    /// It tells of a merge, and what that took in is not to be told from the rest any more.
    case merge
    /// It changed nothing.
    case nothing
}

/// What an undo or a redo did.
package struct UndoReceipt: Codable, Hashable, Sendable {
    /// The position of its first event.
    package let id: UInt64
    /// The position of its last event.
    package let position: UInt64
    /// The root over all events up to and including it, lower-case hex.
    package let root: String
    /// The commits and batches that it takes back, newest first; no more than were asked for.
    package let undone: [CommitRow]
    /// How many commits and batches there are in all.
    package let undoneCount: Int
    /// What changed, in the order of entities; no more than were asked for.
    package let changes: [UndoChange]
    /// How many changes there are in all.
    package let changesCount: Int
    /// What was changed since and was left as it is.
    package let skipped: [UndoConflict]
    /// What the person should know.
    package let notes: [DecisionNote]
    /// `true` when nothing was kept, so that position and root are what they would have been; else
    /// left out.
    package let dryRun: Bool?

    /// The receipt of a plan that was written.
    ///
    /// - Parameters:
    ///   - undone: What ``UndoPlan/commits`` did, in groups.
    ///   - isShown: Whether it says what changed; else how much only.
    package init(
        _ plan: UndoPlan, undone: [CommitRow], undoneCount: Int, at positions: Range<UInt64>,
        root: String, isDryRun: Bool, isShown: Bool = true
    ) {
        id = positions.lowerBound
        position = positions.upperBound - 1
        self.root = root
        self.undone = undone
        self.undoneCount = undoneCount
        changes = isShown ? plan.changes : []
        changesCount = plan.changesCount
        skipped = isShown ? plan.conflicts : []
        notes = isShown ? plan.notes : []
        dryRun = isDryRun ? true : nil
    }
}
