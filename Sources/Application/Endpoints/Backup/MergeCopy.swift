internal import EventLog
package import Ledger

/// Takes in what another copy of the ledger has and this one has not.
package enum MergeCopy: Endpoint {
    /// Which copy.
    package struct Input: Codable, Sendable {
        /// Its folder, or a bundle of it; `-` is the standard input; the source of which this
        /// ledger is a clone when left out.
        package var other: String?
        /// What it is called in messages, such as `ssh://host/books`; left out for its path.
        package var called: String?
        /// Whether the other copy takes in the result, too; left out for no.
        package var both: Bool?
        /// Whether nothing is written; left out for no.
        package var dryRun: Bool?
        /// Whether the clock is believed, however far from the last event it is; left out for no.
        package var acceptClock: Bool?

        /// A request.
        package init(
            other: String? = nil, called: String? = nil, both: Bool? = nil, dryRun: Bool? = nil,
            acceptClock: Bool? = nil
        ) {
            self.other = other
            self.called = called
            self.both = both
            self.dryRun = dryRun
            self.acceptClock = acceptClock
        }
    }

    /// What was taken in.
    package struct Output: Codable, Hashable, Sendable {
        /// What was done.
        package enum Result: String, Codable, Hashable, Sendable {
            /// Nothing: all of it was here.
            case nothing
            /// The other copy had all that this one had: it stands in its place.
            case adopted
            /// What both had was put together.
            case merged
        }

        /// A commit that was set aside, or a batch of which some events were; or one that came in
        /// without its text.
        package struct Aside: Codable, Hashable, Sendable {
            /// Why a commit came in without its text.
            package static let erased = "erased"
            /// Why a commit that stands as it was lost its text.
            package static let lost = "lost"

            /// What it did; its id is that in its own copy.
            package let commit: CommitRow
            /// Whether it was recorded here; else in the other copy.
            package let isOurs: Bool
            /// Why, for programs; of several events why the first one was. `erased`: it came in
            /// without its text. `lost`: it stands, and an erasure that came in takes its text.
            package let why: String
            /// The event that says otherwise, or erases; left out where none does.
            package let by: UInt64?
            /// The first of the events that were set aside; left out where all of them were.
            package let events: [Event]?
            /// How many events were set aside; left out where all of them were.
            package let count: Int?
            /// What it speaks of, as that stands in the log that stays; left out where nothing of
            /// that kind does.
            package var entry: StandingEntry?
            /// What the event said that says otherwise; left out where none does.
            package var against: LogRow?
        }

        /// An entry or a task that has another id.
        package struct Moved: Codable, Hashable, Sendable {
            /// What its id was.
            package let was: UInt64
            /// What it is.
            package let now: UInt64
            /// What it is called.
            package let title: String
        }

        /// An event of a batch that was set aside.
        package struct Event: Codable, Hashable, Sendable {
            /// What it says, in words.
            package let says: String
            /// Why, for programs.
            package let why: String
            /// The event that says otherwise; left out where none does.
            package let by: UInt64?
        }

        /// The folder of the other copy.
        package let other: String
        /// What was done.
        package let result: Result
        /// How many events both copies begin with.
        package let shared: UInt64
        /// Commits of the other copy that came in.
        package let commits: Int
        /// Events of the other copy that came in.
        package let events: Int
        /// The first of those commits; the ids are those in the other copy.
        package let came: [CommitRow]
        /// What was not taken in, or not with its text.
        package let aside: [Aside]
        /// Whether things that were recorded here behind the shared events have other ids now.
        package let moved: Bool
        /// The last of the entries and tasks that this device recorded and that have another id,
        /// newest first; left out for none.
        package let ids: [Moved]?
        /// How many there are; left out for none.
        package let idCount: Int?
        /// The position of the last event.
        package let position: UInt64
        /// The root over all events, lower-case hex.
        package let root: String
        /// The position of the event that tells of the merge, which an undo takes back as one; left
        /// out where nothing was put together.
        package let merge: UInt64?
        /// What the other copy takes in; left out where it takes in nothing.
        package var there: There?
        /// How many events a bundle for the other copy can go on from; 0 where it has to have all;
        /// left out where the other one is a folder.
        package var usable: UInt64?
        /// Files of entries and tasks that neither copy has as they were; left out for none.
        package var missingFiles: [BrokenFile]?
        /// `true` when nothing was written; else left out.
        package let dryRun: Bool?

        /// What the other copy takes in of this one.
        package struct There: Codable, Hashable, Sendable {
            /// Commits that come in there.
            package let commits: Int
            /// Events that come in there.
            package let events: Int
            /// The first of those commits; the ids are those in this copy.
            package let came: [CommitRow]
            /// Whether things that were recorded there have other ids then.
            package let moved: Bool
        }
    }

    package static let path = "merge"
    package static let summary = "take in what another copy of the ledger has"
    package static let needs: Set<Permission> = Set(Permission.allCases)

    package static func run(
        _ input: Input, in env: Environment
    ) throws(ApplicationError) -> Output {
        let saved = try mappingError(ApplicationError.store, env.home.saved.open())
        guard let mine = saved as? FileEventStore else { throw .noLedger(home: env.home.place) }
        let (path, isSource) = try other(input, env)
        let copy = try OtherCopy(path, called: input.called, beside: mine, in: env.home.place, env)
        if copy.isBundle, input.both == true, input.called == nil {
            throw .merge(path: path, .onlyFile)
        }
        if !copy.isBundle, input.both == true {
            try env.check(needs, inFolder: path, called: copy.name)
        }
        try env.beginRecording()
        let env = env.with { $0.acceptsClock = $0.acceptsClock || input.acceptClock == true }
        if env.isDryRun || input.dryRun == true {
            let merger = try CopyMerger(copy.name, mine, copy.store, env, isRehearsal: true)
            var done = try merger.rehearsed()
            if input.both == true { done.there = try there(copy, at: path, mine, env) }
            return done
        }
        // Before either copy is written, both have to be able to take in what the other one has.
        // Of a bundle somebody else takes the result to where it came from.
        var there: Output.There?
        if input.both == true {
            _ = try CopyMerger(copy.name, mine, copy.store, env, isRehearsal: true)
            there = try Self.there(copy, at: path, mine, env)
        }
        var done = try merged(copy.name, mine, copy.store, env, copy.bundled)
        if copy.isBundle {
            done.there = there
            let result = try mappingError(ApplicationError.store, env.home.saved.open())
            done.usable = try mappingError(ApplicationError.store) { () throws(StoreError) in
                try (result as? FileEventStore)?.usable(with: copy.store)
            }
        } else if input.both == true {
            do throws(ApplicationError) {
                let result = try OtherCopy(env.home.place, beside: copy.store, in: path, env)
                done.there = Output.There(
                    try merged(env.home.place, copy.store, result.store, env.signing(over: path)))
            } catch { throw .merge(path: path, .onlyHere) }
        }
        done.missingFiles = try env.takeFiles(of: copy, at: path)
        if !copy.isBundle, input.both == true {
            _ = try env.with { $0.home = FileHome(path) }.takeFiles(from: env.home.saved)
        }
        if isSource || input.called != nil, let shared = done.usable {
            try SourceFile.note(input.called ?? path, shared: shared, in: env.home.place)
        }
        return done
    }

    /// The other copy, and whether it is the source of this one.
    private static func other(
        _ input: Input, _ env: Environment
    ) throws(ApplicationError) -> (path: String, isSource: Bool) {
        if let other = input.other { return (other, false) }
        guard let source = try SourceFile.read(from: env.home.place)?.source else {
            throw .merge(path: env.home.place, .noSource)
        }
        if source.hasPrefix("ssh:") { throw .merge(path: source, .badAddress) }
        return (source, true)
    }

    /// What the other copy takes in of this one; a folder only of what it believes.
    private static func there(
        _ copy: OtherCopy, at path: String, _ mine: FileEventStore, _ env: Environment
    ) throws(ApplicationError) -> Output.There? {
        let place = env.home.place
        if copy.isBundle {
            return try CopyMerger(place, copy.store, mine, env, isRehearsal: true).there()
        }
        let there = env.signing(over: path)
        do throws(ApplicationError) {
            return try CopyMerger(place, copy.store, mine, there, isRehearsal: true).there()
        } catch .merge(_, .doubtful(var commits)) {
            let device = try? there.ownDevice(of: there.home.saved.folder)
            commits.taker = DoubtfulCommits.Taker(path: path, signsHere: device != nil)
            throw .merge(path: place, .doubtful(commits))
        } catch .merge(_, .shared(let devices, _)) {
            throw .merge(path: place, .shared(devices: devices, taker: path))
        } catch { throw error }
    }

    /// Takes in what the other copy has, while nobody else writes here.
    private static func merged(
        _ path: String, _ mine: FileEventStore, _ theirs: FileEventStore, _ env: Environment,
        _ bundled: BundleFiles? = nil
    ) throws(ApplicationError) -> Output {
        let first = try CopyMerger(path, mine, theirs, env, bundled: bundled)
        if first.isDone { return try first.merged() }
        let reservation = try mappingError(ApplicationError.store, mine.reserve())
        defer {
            reservation.release()
            env.home.saved.refresh()
        }
        return try CopyMerger(path, mine, theirs, env, bundled: bundled).merged()
    }
}

extension MergeCopy.Output.There {
    /// What the other copy says of itself; `nil` where it had everything.
    init?(_ output: MergeCopy.Output) {
        if output.result == .nothing { return nil }
        self.init(
            commits: output.commits, events: output.events, came: output.came,
            moved: output.moved)
    }
}

extension Environment {
    /// The same over the folder of another copy, in which the device of this one signs.
    fileprivate func signing(over path: String) -> Environment {
        over(path).with { $0.signingHome = home }
    }
}
