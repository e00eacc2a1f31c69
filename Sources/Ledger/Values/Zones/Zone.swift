/// A time zone of the IANA database: which local clock goes with which instant.
///
/// `UTC` (and `Etc/UTC`) always works; every other zone is read from the TZif files of the system
/// (RFC 9636), and if they are missing that is an error, never UTC.
public struct Zone: Sendable {
    /// The IANA name, `Europe/Berlin`.
    public let name: String

    let table: ZoneTable

    /// Coordinated Universal Time, without any file.
    public static let utc = Zone(name: "UTC", table: ZoneTable(constantOffset: 0))

    /// The zone of an IANA name, read from `$TZDIR`, else from the folders where systems keep
    /// zone files. Upper and lower case matter. Throws `ZoneError`.
    public init(name: String) throws(ZoneError) {
        try self.init(name: name, folders: ZoneFiles.folders())
    }

    /// A zone from the bytes of a TZif file, versions 1 to 4; throws `ZoneError.damaged`.
    public init(name: String, tzif bytes: [UInt8]) throws(ZoneError) {
        self.init(name: name, table: try ZoneTable(tzif: bytes, name: name))
    }

    /// The same from folders of one's own.
    package init(name: String, folders: [String]) throws(ZoneError) {
        if name == "UTC" || name == "Etc/UTC" {
            self.init(name: name, table: Zone.utc.table)
            return
        }
        guard let bytes = ZoneFiles.file(named: name, folders: folders) else {
            let known = ZoneFiles.knownNames(folders: folders)
            guard known.isEmpty else {
                throw .unknownName(name, suggestions: Spelling.nearest(to: name, among: known))
            }
            throw .dataMissing(name: name, searched: folders, package: "tzdata")
        }
        try self.init(name: name, tzif: bytes)
    }

    private init(name: String, table: ZoneTable) {
        self.name = name
        self.table = table
    }

    /// The zone that the system is set to, by `$TZ`, `/etc/localtime` or `/etc/timezone`; nil if
    /// none of them names a zone whose file can be read.
    public static var system: Zone? {
        for name in ZoneFiles.systemNames() {
            if let zone = try? Zone(name: name) { return zone }
        }
        return nil
    }

    /// The version of the system's time zone data, such as `2026a`; `nil` where it is not told.
    package static var dataVersion: String? { ZoneFiles.version(folders: ZoneFiles.folders()) }

    /// Names of the zones that the system has, in the order of its list; empty without one.
    package static var knownNames: [String] {
        ZoneFiles.knownNames(folders: ZoneFiles.folders())
    }
}

extension Zone: Hashable {
    /// True if name and rules are the same.
    public static func == (left: Zone, right: Zone) -> Bool {
        left.name == right.name && left.table == right.table
    }

    /// Hashes the name.
    public func hash(into hasher: inout Hasher) {
        hasher.combine(name)
    }
}

extension Zone: CustomStringConvertible {
    /// The name.
    public var description: String { name }
}

extension Zone: Codable {
    /// Decodes a name and reads the zone of it; throws `ZoneError`.
    public init(from decoder: any Decoder) throws {
        try self.init(name: decoder.singleValueContainer().decode(String.self))
    }

    /// Encodes the name.
    public func encode(to encoder: any Encoder) throws {
        var container = encoder.singleValueContainer()
        try container.encode(name)
    }
}
