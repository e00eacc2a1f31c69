package import EventLog
package import Ledger

/// The dependencies of a request; no state of its own.
///
/// Another environment is a changed copy, made with ``with(_:)``; to go back is to return. What is
/// built on the leaves are functions in extensions, so what is missing does not compile.
package struct Environment: Sendable {
    /// Where the ledger is.
    package var home: any LedgerHome
    /// The wall clock.
    package var now: @Sendable () -> Timestamp
    /// A clock that never goes back, to measure with.
    package var uptime: @Sendable () -> Duration
    /// Ids unlike any other of the ledger.
    package var newCommitID: @Sendable () -> CommitID
    /// Makes this many random bytes.
    package var randomBytes: @Sendable (Int) -> [UInt8]
    /// Where salts come from.
    package var makeSeed: SeedSource
    /// Called now and then by what takes long, with the number of events so far.
    package var progress: @Sendable (UInt64) -> Void
    /// Called when something was recorded for good, or rehearsed: whatever goes wrong later, it is
    /// there.
    package var recorded: @Sendable (WrittenCommit) -> Void
    /// Called before work of which the end is known, with the number of events that there are.
    package var expect: @Sendable (UInt64) -> Void
    /// The acting person, by position; `nil` for the owner.
    package var user: UInt64?
    /// What the caller may do.
    package var access: Access
    /// What new ledgers begin with.
    package var defaults: Defaults
    /// The ids of the last list that was shown, for `.3`.
    package var lastList: [UInt64]
    /// By what each reason counts for how much tasks press.
    package var weights: PressureWeights
    /// Where the past ends that is looked at; `nil` for the present.
    package var asOf: AsOf?
    /// Whether the log is damaged behind what is looked at: nothing is signed of it, for what it
    /// said last is not known.
    var isDamaged = false
    /// Whether ``now`` is believed, however far from the last event it is.
    package var acceptsClock = false
    /// Whether ``now`` was typed, and is ahead of the device's own clock: then it is asked about in
    /// a ledger without entries, too.
    package var isClockTyped = false
    /// Why lines of closed periods may be changed; `nil` where they must not.
    package var correction: String?
    /// Whether somebody still waits for the answer; `nil` where the caller waits anyway.
    package var gate: CallGate?
    /// Whether every event that is read was hashed for this very request; `nil` where reports say
    /// nothing of it, nor of kinds that they leave out, as they did before they knew.
    package var hashed: Bool? = false
    /// The idempotency key of the request: the same key with the same content writes once.
    package var key: String?
    /// Whether something may be recorded in a log, asked of the one that it would be appended to:
    /// a merge may have put another in its place since the request was looked at; `nil` for any.
    package var mayAppend: (@Sendable (any EventStore) -> Bool)?
    /// Who is asked before something is recorded, and told afterwards; `nil` for nobody.
    package var hooks: Hooks?
    /// The folder of the keys of this machine's devices; `nil` where there is none.
    package var deviceKeys: String?
    /// The copy whose device signs; that of ``home`` where left out.
    package var signingHome: (any LedgerHome)?
    /// Whether what is signed goes nowhere, so that no number of this device's is used up.
    var rehearsesSigning = false
    /// The key of a device that is only rehearsed; `nil` for none.
    var rehearsedDevice: NoteSigner?
    /// What the calls of one page found out already; `nil` where each finds it out.
    package var memo: PageMemo?
    /// What is kept of the log from one request to the next; `nil` where nothing is.
    package var folds: KeptFolds?
    /// What the call was granted; `nil` outside of calls.
    package var grant: Grant?
    /// Whether nothing is kept that is written; ``dryRun()`` makes it so.
    package private(set) var isDryRun = false

    /// An environment.
    package init(
        home: any LedgerHome, now: @escaping @Sendable () -> Timestamp,
        uptime: @escaping @Sendable () -> Duration,
        newCommitID: @escaping @Sendable () -> CommitID,
        randomBytes: @escaping @Sendable (Int) -> [UInt8],
        makeSeed: @escaping SeedSource = Seeds.random, user: UInt64? = nil,
        access: Access = .full, defaults: Defaults = Defaults(), lastList: [UInt64] = [],
        weights: PressureWeights = PressureWeights()
    ) {
        self.home = home
        self.now = now
        self.uptime = uptime
        self.newCommitID = newCommitID
        self.randomBytes = randomBytes
        self.makeSeed = makeSeed
        self.progress = { _ in }
        self.recorded = { _ in }
        self.expect = { _ in }
        self.user = user
        self.access = access
        self.defaults = defaults
        self.lastList = lastList
        self.weights = weights
    }

    /// A changed copy.
    package func with(_ change: (inout Environment) -> Void) -> Environment {
        var copy = self
        change(&copy)
        return copy
    }

    /// A copy in which what is written goes nowhere; the ledger is seen as it is at the first look.
    package func dryRun() -> Environment {
        drafted(on: DraftHome(over: home, makeSeed: makeSeed))
    }

    /// A copy in which what is written goes to a draft, and what that has is there already.
    package func drafted(on draft: DraftHome) -> Environment {
        with { copy in
            copy.home = draft
            copy.isDryRun = true
            copy.memo = nil
        }
    }
}

/// What new ledgers of a person begin with; `nil` for what the program chooses.
package struct Defaults: Codable, Hashable, Sendable {
    /// Code of the currency.
    package var currency: String?
    /// IANA name of the zone.
    package var zone: String?
    /// English name of the day on which weeks start.
    package var weekStart: String?
    /// The person's name.
    package var owner: String?

    /// Defaults.
    package init(
        currency: String? = nil, zone: String? = nil, weekStart: String? = nil,
        owner: String? = nil
    ) {
        self.currency = currency
        self.zone = zone
        self.weekStart = weekStart
        self.owner = owner
    }
}
