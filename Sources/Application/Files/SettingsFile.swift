internal import EventLog
internal import Ledger

/// The settings of a person on a device: `settings.json` in the ledger's folder.
///
/// ```json
/// {
///   "defaults" : { "currency" : "EUR", "weekStart" : "monday", "zone" : "Europe/Berlin" },
///   "device" : "0123456789abcdef",
///   "user" : 1,
///   "version" : 1
/// }
/// ```
///
/// Contexts of tasks and weights of urgency are there where some were set. What this program does
/// not know is kept when the file is written anew.
package struct SettingsFile: Hashable, Sendable {
    static let name = "settings.json"
    /// The version that this program writes. A file without one is older and has the same fields.
    static let version = 1

    /// First half of the ids of commits made here.
    var device: UInt64
    /// What new ledgers begin with.
    var defaults = Defaults()
    /// The acting person, by position; `nil` for the owner.
    var user: UInt64?
    /// The words of each context of tasks, by its name.
    var contexts: [String: [String]] = [:]
    /// The context in which tasks are looked at; `nil` for none.
    var context: String?
    /// By what some reasons count for how much tasks press, as decimals.
    var urgency: [String: String] = [:]
    /// All that the file said.
    private var members: [String: AnyJSON] = [:]

    /// Settings of a new device.
    init(device: UInt64) { self.device = device }

    /// The settings in a folder; `nil` when there are none.
    static func read(from folder: String) throws(ApplicationError) -> SettingsFile? {
        let path = "\(folder)/\(name)"
        guard let bytes = try Files.read(path) else { return nil }
        return try mappingError(ApplicationError.settings, SettingsFile(bytes, path: path))
    }

    /// Settings as they are in a file; `path` is for messages.
    package init(_ bytes: [UInt8], path: String) throws(SettingsError) {
        guard let members = try? JSONCoding.decode([String: AnyJSON].self, from: bytes) else {
            throw .damaged(path: path, field: "")
        }
        let version = members["version"] ?? .integer(0)
        guard let number = version.integer, number >= 0 else {
            throw .damaged(path: path, field: "version")
        }
        if number > SettingsFile.version {
            throw .newerVersion(
                path: path, found: Int(clamping: number), supported: SettingsFile.version)
        }
        guard let text = members["device"]?.string, text.utf8.count == 16,
            let device = UInt64(text, radix: 16)
        else { throw .damaged(path: path, field: "device") }
        self.device = device
        self.members = members
        switch members["user"] ?? .null {
        case .null: user = nil
        case .integer(let position) where position >= 0: user = UInt64(position)
        default: throw .damaged(path: path, field: "user")
        }
        for (name, words) in (members["contexts"] ?? .null).object ?? [:] {
            guard case .array(let list) = words else { continue }
            let words = list.compactMap(\.string)
            if !words.isEmpty { contexts[name] = words }
        }
        context = (members["context"] ?? .null).string
        urgency = ((members["urgency"] ?? .null).object ?? [:]).compactMapValues(\.string)
        guard let given = (members["defaults"] ?? .object([:])).object else {
            throw .damaged(path: path, field: "defaults")
        }
        for (key, field) in SettingsFile.defaultsFields {
            switch given[key] ?? .null {
            case .null: break
            case .string(let text): defaults[keyPath: field] = text
            default: throw .damaged(path: path, field: "defaults.\(key)")
            }
        }
    }

    /// Writes the settings into a folder, all or nothing.
    func write(to folder: String) throws(ApplicationError) {
        try Files.replace("\(folder)/\(SettingsFile.name)", in: folder, with: bytes)
    }

    /// The file.
    var bytes: [UInt8] {
        var members = members
        members["version"] = .integer(Int64(SettingsFile.version))
        let digits = String(device, radix: 16)
        members["device"] = .string(String(repeating: "0", count: 16 - digits.count) + digits)
        members["user"] = user.map { .integer(Int64(clamping: $0)) } ?? .null
        var given = members["defaults"]?.object ?? [:]
        for (key, field) in SettingsFile.defaultsFields {
            given[key] = defaults[keyPath: field].map { .string($0) }
        }
        members["defaults"] = .object(given)
        members["urgency"] =
            urgency.isEmpty ? nil : .object(urgency.mapValues { .string($0) })
        members["context"] = context.map { .string($0) }
        members["contexts"] =
            contexts.isEmpty
            ? nil : .object(contexts.mapValues { .array($0.map { .string($0) }) })
        return JSONCoding.encodePretty(members)
    }

    private static var defaultsFields: [(String, WritableKeyPath<Defaults, String?>)] {
        [
            ("currency", \.currency), ("zone", \.zone), ("weekStart", \.weekStart),
            ("owner", \.owner),
        ]
    }
}

/// What a session leaves to the next one but nobody sets: `state.json` in the ledger's folder.
struct StateFile: Codable, Hashable, Sendable {
    static let name = "state.json"

    /// The ids of the last list that was shown.
    var lastList: [UInt64]

    /// The state in a folder; an empty one when there is none, or none that can be read: it is
    /// worth no error.
    static func read(from folder: String) -> StateFile {
        let bytes = (try? Files.read("\(folder)/\(name)")) ?? nil
        let state = bytes.flatMap { try? JSONCoding.decode(StateFile.self, from: $0) }
        return state ?? StateFile(lastList: [])
    }

    /// Writes the state into a folder, all or nothing.
    func write(to folder: String) throws(ApplicationError) {
        try Files.replace(
            "\(folder)/\(StateFile.name)", in: folder, with: JSONCoding.encode(self),
            isHint: true)
    }
}
