/// What became of a damaged ledger: exactly what is missing, and what stands in its place.
package struct SalvageAccount: Codable, Hashable, Sendable {
    /// Events that cannot be read, one behind the other in one file.
    package struct Missing: Codable, Hashable, Sendable {
        /// The first position.
        package let first: UInt64
        /// The last one.
        package let last: UInt64
        /// How many.
        package let events: UInt64
        /// The file in which they stood.
        package let file: String
        /// Where they stood in it, in bytes.
        package let offset: UInt64
        /// How many bytes; 0 where there is no such file.
        package let bytes: UInt64
        /// What is wrong there: `noFile`, `zeros`, `details` for events that say too little without
        /// their details, or what a check found.
        package let reason: String
    }

    /// Events that can be read, and do not give the root that is stored with them: one of them is
    /// not what was recorded, or the root is not. They are kept as they are read.
    package struct Differing: Codable, Hashable, Sendable {
        /// The first position.
        package let first: UInt64
        /// The last one.
        package let last: UInt64
        /// How many.
        package let events: UInt64
        /// The file in which they stand.
        package let file: String
        /// Where their frame starts in it, in bytes.
        package let offset: UInt64
    }

    /// Events of which a part cannot be read.
    package struct Partial: Codable, Hashable, Sendable {
        /// The first position.
        package let first: UInt64
        /// The last one.
        package let last: UInt64
        /// How many.
        package let events: UInt64
        /// `text`: titles, notes, tags, reasons, names of persons and files. `details`: times,
        /// payers, external ids and other facts that no report adds up.
        package let lost: String
    }

    /// A commit of which some events are lost; the others are kept.
    package struct Commit: Codable, Hashable, Sendable {
        /// The position of its first event.
        package let first: UInt64
        /// Its id, lower-case hex.
        package let id: String
        /// When it was made.
        package let recordedAt: Timestamp
        /// How many events are kept.
        package let kept: UInt64
        /// How many are lost, as far as is known.
        package let lost: UInt64
    }

    /// Something lost that events speak of which are kept.
    package struct Named: Codable, Hashable, Sendable {
        /// Its position.
        package let position: UInt64
        /// What it was: `line`, `version`, `task`, `account`, `person`, `ledger`, `entry`, `batch`,
        /// `statement` or `commit`.
        package let what: String
        /// How many events speak of it.
        package let events: UInt64
        /// The first of them; its own position for what every ledger has.
        package let first: UInt64
        /// `rebuilt` from what that event says; `made` with a name of the program's, where
        /// nothing is known; `lost` where the place stays empty.
        package let became: String
    }

    /// Something wrong with a file.
    package struct File: Codable, Hashable, Sendable {
        /// The file; one of a backup with its folder.
        package let file: String
        /// What is wrong.
        package let fault: String
    }

    /// Events of the new ledger, the lost ones included.
    package var events: UInt64 = 0
    /// Events that were kept as they were read.
    package var kept: UInt64 = 0
    /// Events that are lost; what was rebuilt or made stands in the place of some of them.
    package var lost: UInt64 = 0
    /// Events that were rebuilt or made anew.
    package var rebuilt: UInt64 = 0
    /// Events behind the end that belong to a commit without its end, and were left out: nobody was
    /// told that they are saved.
    package var unfinished: UInt64 = 0
    /// Whether it is known how many events there were.
    package var isEndKnown = true
    /// How many events from the first on give the root that was stored behind them: each of them
    /// can still be proved.
    package var proved: UInt64 = 0
    /// The root over these, lower-case hex; the same in both ledgers.
    package var provedRoot = ""
    /// The position of the last event.
    package var position: UInt64 = 0
    /// The root over all events, lower-case hex; unlike before unless all are proved.
    package var root = ""
    /// What cannot be read.
    package var missing: [Missing] = []
    /// What can be read, and not proved.
    package var differing: [Differing] = []
    /// What can be read in part.
    package var partial: [Partial] = []
    /// Commits of which a part is lost.
    package var commits: [Commit] = []
    /// Lost entities that others speak of.
    package var named: [Named] = []
    /// What is wrong with files.
    package var files: [File] = []
}
