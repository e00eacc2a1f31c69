package import EventLog

/// What became of a commit that another branch of a log has.
package struct MergedCommit: Hashable, Sendable {
    /// What may become of it.
    package enum Outcome: Hashable, Sendable {
        /// It stands at these positions now.
        case taken(Range<UInt64>)
        /// It stands here, too.
        case here
        /// It says what was said here, or an earlier merge dealt with it.
        case known
        /// It was not taken in.
        case aside(MergeObstacle)
    }

    /// Whether it stands behind the others now.
    package var isTaken: Bool { if case .taken = outcome { true } else { false } }

    /// How many of its events stand behind the others now.
    var takenCount: Int {
        if case .taken(let positions) = outcome { positions.count } else { 0 }
    }

    /// Its id.
    package let id: CommitID
    /// Its positions in the branch it comes from.
    package let origin: Range<UInt64>
    /// What became of it.
    package let outcome: Outcome
    /// The events of it that were not taken in, by their index, and why: of a batch only those that
    /// contradict what stands here, of other commits all or none.
    package let aside: [Int: MergeObstacle]
    /// The events of it that were taken in without their text, by their index, and the event that
    /// erases what was said of the same thing.
    package let dropped: [Int: UInt64]

    init(
        id: CommitID, origin: Range<UInt64>, outcome: Outcome, aside: [Int: MergeObstacle] = [:],
        dropped: [Int: UInt64] = [:]
    ) {
        self.id = id
        self.origin = origin
        self.outcome = outcome
        self.aside = aside
        self.dropped = dropped
    }

    /// Whether some of its events stand behind the others now, or were there, and some do not.
    package var isParted: Bool { !aside.isEmpty && aside.count < origin.count }
}

/// Why a commit of another branch is not taken in.
package enum MergeObstacle: Hashable, Sendable {
    /// The event at a position says something else of the same thing.
    case otherwise(UInt64)
    /// It goes on from what was not taken in.
    case baseless
    /// It closes books: that pins a root of the branch it comes from.
    case closing
    /// An account has the name already.
    case nameTaken(UInt64)
    /// Its idempotency key stands for something else here.
    case keyTaken(UInt64)
    /// It would break a rule of the ledger.
    case rule(LedgerRule)
    /// Tasks would wait for each other in a ring.
    case ring
    /// It holds for the other ledger alone.
    case foreign
}

extension MergeObstacle {
    /// A word for programs.
    package var code: String {
        switch self {
        case .rule(let rule): "rule.\(rule.rawValue)"
        case .otherwise: "otherwise"
        case .baseless: "baseless"
        case .closing: "closing"
        case .nameTaken: "nameTaken"
        case .keyTaken: "keyTaken"
        case .ring: "ring"
        case .foreign: "foreign"
        }
    }

    /// The event that says otherwise; `nil` where none does.
    package var position: UInt64? {
        switch self {
        case .otherwise(let position), .nameTaken(let position), .keyTaken(let position): position
        case .baseless, .closing, .rule, .ring, .foreign: nil
        }
    }
}

/// What has to be done so that one copy of a ledger has all that another one has.
package struct MergePlan: Sendable {
    /// What there may be to do.
    package enum Step: Sendable {
        /// Mine has all that theirs has.
        case nothing
        /// Theirs has all that mine has: it is taken as it is.
        case adopt
        /// Each has what the other has not.
        case merge(BranchMerge)
    }

    /// How many events both begin with.
    package let shared: UInt64
    /// What there is to do.
    package let step: Step
    /// The positions, in theirs, of the commits that come into mine.
    package let came: [Range<UInt64>]
    /// How many events of those come in.
    package let eventsCame: Int
    /// Whether what mine has behind the shared events gets other positions.
    package let isMoved: Bool
    /// Where the events of mine stand then.
    let positions: MovedPositions
    /// Whether something comes in that an undo of the merge takes back.
    package var isUndoable = true
    /// The commits of the branch that stays as it is that lose text, because the other one erases
    /// it.
    package var lost: [LostText] = []
    /// The entries and tasks that mine has behind the shared events and that get another position,
    /// in the order in which they came.
    package var entries: [MovedEntry] = []

    /// Where an event of mine stands then; `nil` where it was set aside.
    package func position(of position: UInt64) -> UInt64? { positions[position] }

    /// There is nothing to do.
    static func nothing(shared: UInt64) -> MergePlan {
        MergePlan(
            shared: shared, step: .nothing, came: [], eventsCame: 0, isMoved: false,
            positions: MovedPositions(shared: .max))
    }
}
