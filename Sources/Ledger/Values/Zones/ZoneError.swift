/// Why a time zone cannot be used.
public enum ZoneError: Error, Sendable, Hashable {
    /// No time zone has this name; the suggestions are spelt like it, nearest first.
    case unknownName(String, suggestions: [String])

    /// The machine has no time zone files in any of the searched folders; the system package that
    /// brings them is `package`.
    case dataMissing(name: String, searched: [String], package: String)

    /// The file of the zone is cut short or breaks RFC 9636 at a byte offset.
    case damaged(name: String, offset: Int)
}
