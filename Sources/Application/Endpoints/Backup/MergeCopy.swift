internal import EventLog
package import Ledger

/// Takes in what another copy of the ledger has and this one has not.
package enum MergeCopy: Endpoint {
    /// Which copy.
    package struct Input: Codable, Sendable {
        /// Its folder.
        package var other: String
        /// Whether the other copy takes in the result, too; left out for no.
        package var both: Bool?
        /// Whether nothing is written; left out for no.
        package var dryRun: Bool?
        /// Whether the clock is believed, however far from the last event it is; left out for no.
        package var acceptClock: Bool?

        /// A request.
        package init(
            other: String, both: Bool? = nil, dryRun: Bool? = nil, acceptClock: Bool? = nil
        ) {
            self.other = other
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

        /// A commit that was set aside.
        package struct Aside: Codable, Hashable, Sendable {
            /// What it did; its id is that in its own copy.
            package let commit: CommitRow
            /// Whether it was recorded here; else in the other copy.
            package let isOurs: Bool
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
        /// What was not taken in.
        package let aside: [Aside]
        /// Whether things that were recorded here behind the shared events have other ids now.
        package let moved: Bool
        /// The position of the last event.
        package let position: UInt64
        /// The root over all events, lower-case hex.
        package let root: String
        /// `true` when nothing was written; else left out.
        package let dryRun: Bool?
    }

    package static let path = "merge"
    package static let summary = "take in what another copy of the ledger has"
    package static let needs: Set<Permission> = Set(Permission.allCases)

    package static func run(
        _ input: Input, in env: Environment
    ) throws(ApplicationError) -> Output {
        let saved = try mappingError(ApplicationError.store, env.home.saved.open())
        guard let mine = saved as? FileEventStore else { throw .noLedger(home: env.home.place) }
        let theirs = try opened(input.other, beside: env.home.place)
        try env.beginRecording()
        let env = env.with { $0.acceptsClock = $0.acceptsClock || input.acceptClock == true }
        if env.isDryRun || input.dryRun == true {
            return try CopyMerger(input.other, mine, theirs, env, isRehearsal: true)
                .rehearsed()
        }
        let done = try merged(input.other, mine, theirs, env)
        if input.both == true {
            let there = env.with { $0.home = FileHome(input.other) }
            do throws(ApplicationError) {
                let result = try opened(env.home.place, beside: input.other)
                _ = try merged(env.home.place, theirs, result, there)
            } catch { throw .merge(path: input.other, .onlyHere) }
        }
        return done
    }

    /// Takes in what the other copy has, while nobody else writes here.
    private static func merged(
        _ path: String, _ mine: FileEventStore, _ theirs: FileEventStore, _ env: Environment
    ) throws(ApplicationError) -> Output {
        let first = try CopyMerger(path, mine, theirs, env)
        if first.isDone { return try first.merged() }
        let reservation = try mappingError(ApplicationError.store, mine.reserve())
        defer {
            reservation.release()
            env.home.saved.refresh()
        }
        return try CopyMerger(path, mine, theirs, env).merged()
    }

    private static func opened(
        _ path: String, beside home: String
    ) throws(ApplicationError) -> FileEventStore {
        guard !Places.lies(path, in: home), !Places.lies(home, in: path) else {
            throw .merge(path: path, .same)
        }
        do throws(StoreError) {
            let store = try FileEventStore.open(at: "\(path)/log")
            // All of it is hashed: what comes in is whole.
            _ = try store.verify()
            return store
        } catch .log(.missing) {
            throw .merge(path: path, .noLedger)
        } catch .log(let error) { throw .merge(path: path, .unreadable(error)) } catch {
            throw .store(error)
        }
    }
}
