/// Events of the log, newest first.
package struct LogPage: Codable, Hashable, Sendable {
    /// The events.
    package let rows: [LogRow]
    /// Whether there are older ones that pass.
    package let more: Bool
    /// How many newer ones were passed over; `nil` for none, and then left out of JSON.
    package let skipped: Int?
    /// The position of the last event that was taken in.
    package let position: UInt64
    /// The root over all events up to and including it, lower-case hex.
    package let root: String

    /// The same without its events, for those that are put out one part behind the other; there
    /// are no older ones then.
    package var empty: LogPage {
        LogPage(rows: [], more: false, skipped: skipped, position: position, root: root)
    }
}

/// An event as the log shows it; flat.
package struct LogRow: Codable, Hashable, Sendable {
    /// Its position.
    package let position: UInt64
    /// Wall clock as given, RFC 3339 in UTC.
    package let recordedAt: Timestamp
    /// Name of the acting person; empty when not known.
    package let actor: String
    /// What it speaks of: `line`, `task`, `account`, `ledger`, `person`, `settings`, `currency`,
    /// `batch`, `category`, `statement`, `commit`, `schema`; of a custom event what the log
    /// declares; `event` where this program does not know its type.
    package let thing: String
    /// What happened to it, such as `added`, `amended` or `voided`; the number of a type that this
    /// program does not know.
    package let deed: String
    /// The position of the creation of the entity; `nil` where there is none, and then left out of
    /// JSON.
    package let id: UInt64?
    /// What the entity was called then: title, name, or file.
    package let title: String
    /// The day for which the line counts from then on; `nil` for other entities, and then left out
    /// of JSON.
    package let day: Day?
    /// What changed; everything that was said where something was recorded.
    package let changes: [FieldChange]
    /// Why; empty when not said.
    package let reason: String
    /// The position of the first event of the commit.
    package let commit: UInt64
    /// The position of the event that opened the batch; `nil` outside batches, and then left out of
    /// JSON.
    package let batch: UInt64?
    /// The position of the event that told the rule of what comes again for which the commit was
    /// made; `nil` for none, and then left out of JSON.
    package let rule: UInt64?
    /// The day on which the rule expected it.
    package let ruleDay: Day?
}

/// Which events of the log are wanted; all that is given must hold.
package struct LogFilter: Hashable, Sendable {
    /// The types; empty for all, where there are no ``customTypes`` either.
    package var types: Set<EventType> = []
    /// The numbers of custom types that are wanted, too.
    package var customTypes: Set<UInt16> = []
    /// Of events about files only those that did one of these; empty for all.
    package var fileDeeds: Set<FileDeed> = []
    /// Positions of persons who recorded them; empty for all.
    package var actors: Set<UInt64> = []
    /// The position of the event that opened their batch.
    package var batch: UInt64?
    /// The first moment, by the log clock.
    package var since: Timestamp?
    /// The moment behind the last one, by the log clock.
    package var until: Timestamp?
    /// Texts that must all occur in what an event says, in any case.
    package var words: [String] = []
    /// Positions.
    package var positions: Range<UInt64> = 0..<(.max)

    /// Every event.
    package init() {}
}
