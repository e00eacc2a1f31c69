/// Events of the log, newest first.
public struct LogPage: Codable, Hashable, Sendable {
    /// The events.
    public let rows: [LogRow]
    /// Whether there are older ones that pass.
    public let more: Bool
    /// How many newer ones were passed over; `nil` for none, and then left out of JSON.
    public let skipped: Int?
    /// The position of the last event that was taken in.
    public let position: UInt64
    /// The root over all events up to and including it, lower-case hex.
    public let root: String
}

/// An event as the log shows it; flat.
public struct LogRow: Codable, Hashable, Sendable {
    /// Its position.
    public let position: UInt64
    /// Wall clock as given, RFC 3339 in UTC.
    public let recordedAt: Timestamp
    /// Name of the acting person; empty when not known.
    public let actor: String
    /// What it speaks of: `line`, `task`, `account`, `ledger`, `person`, `settings`, `currency`,
    /// `batch`, `category`, `statement`, `commit`, `schema`; of a custom event what the log
    /// declares; `event` where this program does not know its type.
    public let thing: String
    /// What happened to it, such as `added`, `amended` or `voided`; the number of a type that this
    /// program does not know.
    public let deed: String
    /// The position of the creation of the entity; `nil` where there is none, and then left out of
    /// JSON.
    public let id: UInt64?
    /// What the entity was called then: title, name, or file.
    public let title: String
    /// The day for which the line counts from then on; `nil` for other entities, and then left out
    /// of JSON.
    public let day: Day?
    /// What changed; everything that was said where something was recorded.
    public let changes: [FieldChange]
    /// Why; empty when not said.
    public let reason: String
    /// The position of the first event of the commit.
    public let commit: UInt64
    /// The position of the event that opened the batch; `nil` outside batches, and then left out of
    /// JSON.
    public let batch: UInt64?
}

/// Which events of the log are wanted; all that is given must hold.
public struct LogFilter: Hashable, Sendable {
    /// The types; empty for all, where there are no ``customTypes`` either.
    public var types: Set<EventType> = []
    /// The numbers of custom types that are wanted, too.
    public var customTypes: Set<UInt16> = []
    /// Of events about files only those that did one of these; empty for all.
    public var fileDeeds: Set<FileDeed> = []
    /// Positions of persons who recorded them; empty for all.
    public var actors: Set<UInt64> = []
    /// The position of the event that opened their batch.
    public var batch: UInt64?
    /// The first moment, by the log clock.
    public var since: Timestamp?
    /// The moment behind the last one, by the log clock.
    public var until: Timestamp?
    /// Texts that must all occur in what an event says, in any case.
    public var words: [String] = []
    /// Positions.
    public var positions: Range<UInt64> = 0..<(.max)

    /// Every event.
    public init() {}
}
