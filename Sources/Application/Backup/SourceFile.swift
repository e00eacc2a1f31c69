internal import EventLog

/// Where a clone comes from: `source.json` in the ledger's folder.
///
/// ```json
/// { "shared" : 128, "source" : "/media/stick/ledger" }
/// ```
package struct SourceFile: Codable, Hashable, Sendable {
    static let name = "source.json"

    /// The folder or the bundle, as an absolute path, or the address `ssh://…`.
    package var source: String
    /// How many events both are known to begin with.
    package var shared: UInt64

    /// The source of a ledger; `nil` for one that is no clone.
    ///
    /// - Throws: ``ApplicationError/settings(_:)`` for a file that is damaged.
    package static func read(from folder: String) throws(ApplicationError) -> SourceFile? {
        let path = "\(folder)/\(name)"
        guard let bytes = try Files.read(path) else { return nil }
        guard let file = try? JSONCoding.decode(SourceFile.self, from: bytes) else {
            throw .settings(.damaged(path: path, field: ""))
        }
        return file
    }

    /// Remembers how many events both begin with, where it is the source that was met.
    package static func note(
        _ source: String, shared: UInt64, in folder: String
    ) throws(ApplicationError) {
        guard var file = try read(from: folder), file.source == source, file.shared != shared
        else { return }
        file.shared = shared
        try file.write(to: folder)
    }

    func write(to folder: String) throws(ApplicationError) {
        try Files.replace(
            "\(folder)/\(SourceFile.name)", in: folder, with: JSONCoding.encodePretty(self))
    }
}
