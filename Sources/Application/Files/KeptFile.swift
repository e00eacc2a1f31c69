internal import EventLog

/// Things that a person saved under names, such as `profiles.json` in the ledger's folder.
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
/// What this program does not know, in the file, in an item or in its details, is kept when the
/// file is written anew.
package struct KeptFile<Item: KeptItem>: Hashable, Sendable {
    /// The version that this program writes. A file without one is older and has the same fields.
    private static var version: Int { 1 }

    /// The items, in the order of the file; no two have the same name.
    package private(set) var items: [Item] = []
    /// All that the file said.
    private var members: [String: AnyJSON] = [:]
    /// All that it said of each item.
    private var sources: [String: [String: AnyJSON]] = [:]

    /// A file without items.
    package init() {}

    /// Items as they are in a file; `path` is for messages.
    package init(_ bytes: [UInt8], path: String) throws(SettingsError) {
        guard let members = try? JSONCoding.decode([String: AnyJSON].self, from: bytes) else {
            throw .damaged(path: path, field: "")
        }
        guard let number = (members["version"] ?? .integer(0)).integer, number >= 0 else {
            throw .damaged(path: path, field: "version")
        }
        if number > KeptFile.version {
            throw .newerVersion(
                path: path, found: Int(clamping: number), supported: KeptFile.version)
        }
        let list = Item.listName
        guard case .array(let objects) = members[list] ?? .array([]) else {
            throw .damaged(path: path, field: list)
        }
        for (index, object) in objects.enumerated() {
            guard let source = object.object,
                let item = try? JSONCoding.decode(Item.self, from: JSONCoding.encode(object)),
                sources[item.name] == nil
            else { throw .damaged(path: path, field: "\(list)[\(index)]") }
            items.append(item)
            sources[item.name] = source
        }
        self.members = members
    }

    /// The item of a name; `nil` for none.
    package subscript(name: String) -> Item? { items.first { $0.name == name } }

    /// The item of a name.
    ///
    /// - Throws: What the kind of items says of a name that is not there.
    func named(_ name: String) throws(ApplicationError) -> Item {
        guard let item = self[name] else { throw Item.unknown(name, known: items.map(\.name)) }
        return item
    }

    /// Adds an item, or replaces the one of its name.
    package mutating func save(_ item: Item) {
        if let index = items.firstIndex(where: { $0.name == item.name }) {
            items[index] = item
        } else {
            items.append(item)
        }
    }

    /// Removes an item.
    package mutating func remove(_ name: String) {
        items.removeAll { $0.name == name }
        sources[name] = nil
    }

    /// The file.
    package var bytes: [UInt8] {
        var members = members
        members["version"] = .integer(Int64(KeptFile.version))
        members[Item.listName] = .array(items.map { .object(object(of: $0)) })
        return JSONCoding.encodePretty(members)
    }

    private func object(of item: Item) -> [String: AnyJSON] {
        var object = sources[item.name] ?? [:]
        var details = object[Item.detailsName]?.object ?? [:]
        for name in Item.detailNames { details[name] = nil }
        let bytes = JSONCoding.encode(item)
        let given = (try? JSONCoding.decode([String: AnyJSON].self, from: bytes)) ?? [:]
        // What is empty was not given.
        for (name, value) in given[Item.detailsName]?.object ?? [:] where value != .array([]) {
            details[name] = value
        }
        object.merge(given) { $1 }
        object[Item.detailsName] = .object(details)
        return object
    }
}

/// Something that people save under a name of its own, beside the ledger.
package protocol KeptItem: Codable, Hashable, Sendable {
    /// The file in which all of its kind are.
    static var fileName: String { get }
    /// The member of that file which has them.
    static var listName: String { get }
    /// The member of an item that holds what was said, by name.
    static var detailsName: String { get }
    /// What this program knows of those details.
    static var detailNames: [String] { get }
    /// What the requests about them are called from outside, such as `profile`.
    static var path: String { get }
    /// What they are, for lists of requests, such as `the saved profiles of bank files`.
    static var words: String { get }
    /// Why one of a name that is not there cannot be used.
    static func unknown(_ name: String, known: [String]) -> ApplicationError
    /// What identifies it.
    var name: String { get }
    /// What people wrote into it, its name included: an erasure takes the item where these have
    /// the text.
    var texts: [String] { get }
    /// What in it names a thing of the ledger or a column of a file: an erasure leaves it.
    var names: [String] { get }
}

extension LedgerHome {
    /// What is kept of a kind; nothing when there is no file.
    package func kept<Item: KeptItem>(
        _ kind: Item.Type = Item.self
    ) throws(ApplicationError) -> KeptFile<Item> {
        guard let bytes = try file(Item.fileName) else { return KeptFile() }
        return try mappingError(
            ApplicationError.settings, KeptFile(bytes, path: "\(place)/\(Item.fileName)"))
    }

    /// Keeps items instead of those that are there, all or nothing.
    package func keep<Item: KeptItem>(_ file: KeptFile<Item>) throws(ApplicationError) {
        try keep(file.bytes, as: Item.fileName)
    }
}
