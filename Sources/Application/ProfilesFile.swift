package import Interchange

/// The profiles of bank files that a person saved: `profiles.json` in the ledger's folder.
///
/// ```json
/// {
///   "profiles" : [
///     {
///       "header" : [ "Datum", "Bedrag", "Naam" ],
///       "name" : "bunq",
///       "options" : { "account" : "=bunq", "sign" : "account" }
///     }
///   ],
///   "version" : 1
/// }
/// ```
///
/// What this program does not know, in the file, in a profile or in its options, is kept when the
/// file is written anew.
package struct ProfilesFile: Hashable, Sendable {
    /// The name of the file.
    package static let name = "profiles.json"
    /// The version that this program writes. A file without one is older and has the same fields.
    package static let version = 1

    /// The profiles, in the order of the file; no two have the same name.
    package private(set) var profiles: [CSVProfile] = []
    /// All that the file said.
    private var members: [String: AnyJSON] = [:]
    /// All that it said of each profile.
    private var sources: [String: [String: AnyJSON]] = [:]

    /// A file without profiles.
    package init() {}

    /// The profiles in a folder; none when there is no file.
    package static func read(from folder: String) throws(ApplicationError) -> ProfilesFile {
        let path = "\(folder)/\(name)"
        guard let bytes = try Files.read(path) else { return ProfilesFile() }
        do throws(SettingsError) { return try ProfilesFile(bytes, path: path) } catch {
            throw .settings(error)
        }
    }

    /// Profiles as they stand in a file; `path` is for messages.
    package init(_ bytes: [UInt8], path: String) throws(SettingsError) {
        guard let members = try? JSONCoding.decode([String: AnyJSON].self, from: bytes) else {
            throw .damaged(path: path, field: "")
        }
        guard let number = (members["version"] ?? .integer(0)).integer, number >= 0 else {
            throw .damaged(path: path, field: "version")
        }
        if number > ProfilesFile.version {
            throw .newerVersion(
                path: path, found: Int(clamping: number), supported: ProfilesFile.version)
        }
        guard case .array(let objects) = members["profiles"] ?? .array([]) else {
            throw .damaged(path: path, field: "profiles")
        }
        for (index, object) in objects.enumerated() {
            guard let source = object.object,
                let profile = try? JSONCoding.decode(
                    CSVProfile.self, from: JSONCoding.encode(object)),
                sources[profile.name] == nil
            else { throw .damaged(path: path, field: "profiles[\(index)]") }
            profiles.append(profile)
            sources[profile.name] = source
        }
        self.members = members
    }

    /// The profile of a name; `nil` for none.
    package func profile(named name: String) -> CSVProfile? {
        profiles.first { $0.name == name }
    }

    /// Adds a profile, or replaces the one of its name.
    package mutating func save(_ profile: CSVProfile) {
        if let index = profiles.firstIndex(where: { $0.name == profile.name }) {
            profiles[index] = profile
        } else {
            profiles.append(profile)
        }
    }

    /// Removes a profile.
    package mutating func remove(_ name: String) {
        profiles.removeAll { $0.name == name }
        sources[name] = nil
    }

    /// Writes the profiles into a folder, all or nothing.
    package func write(to folder: String) throws(ApplicationError) {
        try Files.replace("\(folder)/\(ProfilesFile.name)", in: folder, with: bytes)
    }

    /// The file.
    package var bytes: [UInt8] {
        var members = members
        members["version"] = .integer(Int64(ProfilesFile.version))
        members["profiles"] = .array(profiles.map { .object(object(of: $0)) })
        return JSONCoding.encodePretty(members)
    }

    private func object(of profile: CSVProfile) -> [String: AnyJSON] {
        var object = sources[profile.name] ?? [:]
        var options = object["options"]?.object ?? [:]
        for key in CSVImportOptions.CodingKeys.allCases { options[key.rawValue] = nil }
        let bytes = JSONCoding.encode(profile.options)
        let given = (try? JSONCoding.decode([String: AnyJSON].self, from: bytes)) ?? [:]
        // What is empty was not given.
        for (key, value) in given where value != .array([]) { options[key] = value }
        object["name"] = .string(profile.name)
        object["header"] = .array(profile.header.map { .string($0) })
        object["options"] = .object(options)
        return object
    }
}
