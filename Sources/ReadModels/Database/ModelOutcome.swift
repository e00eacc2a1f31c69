/// What was done to a projection.
public struct ModelOutcome: Codable, Hashable, Sendable {
    /// Why all rows were made anew.
    public enum Cause: String, Codable, Hashable, Sendable {
        /// It was asked for.
        case asked
        /// There were none.
        case missing
        /// The database was damaged, or not one of this program.
        case damaged
        /// They reflect another log, or events that the log does not have any more.
        case diverged
        /// Text was erased since that they may hold.
        case erased
    }

    /// The projection.
    public let name: String
    /// Why all rows were made anew; `nil` where events were added at most.
    public let cause: Cause?
    /// How many events were taken in.
    public let events: UInt64
    /// How long it took.
    public let seconds: Double
    /// Why its rows do not mean what they would if they were made now; `nil` where they do.
    public let outdated: ModelOutdated?
    /// The position of the last event that its rows reflect.
    public let position: UInt64
}

/// Why the rows of a projection wait for an upgrade.
public enum ModelOutdated: String, Codable, Hashable, Sendable {
    /// Names or settings have changed: the rows go on with the old ones.
    case names
    /// Another version of the program made them: they stay as they are.
    case program
}
