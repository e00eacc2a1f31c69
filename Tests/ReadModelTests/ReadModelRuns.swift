import Foundation
import Ledger
import ReadModels
import Support
import Testing

/// A new folder, removed with the value.
final class Folder: Sendable {
    let path: String

    init() throws {
        let url = FileManager.default.temporaryDirectory
            .appending(path: "models-test-\(UUID().uuidString)")
        try FileManager.default.createDirectory(at: url, withIntermediateDirectories: true)
        path = url.path
    }

    deinit { TestFolder.remove(path) }

    var database: String { "\(path)/\(ModelDatabase.fileName)" }
}

extension ModelDatabase {
    /// The read models of a store in a folder, which lives as long; a clock that stands still.
    init(
        _ folder: Folder?, _ store: any EventStore,
        models: [any ReadModel.Type] = ModelCatalog.all
    ) {
        self.init(
            folder: folder?.path, models: models, store: store,
            now: {
                withExtendedLifetime(folder) {
                    Timestamp(millisecondsSince1970: 1_768_478_400_000)
                }
            }, uptime: { .zero })
    }

    /// Switches whatever is outdated.
    func upgrade() throws {
        _ = try prepareUpgrade()
        _ = try acceptUpgrade()
    }

    /// The rows of a statement, cells joined by `|`.
    func rows(_ sql: String) throws -> [String] {
        try query(sql).rows.map { $0.map(\.text).joined(separator: "|") }
    }

    /// Every row of every table of the projections, of one table not.
    func everything(but optional: String? = nil) throws -> [String: [String]] {
        var all: [String: [String]] = [:]
        for table in ModelCatalog.all.flatMap({ $0.tables }) where table.name != optional {
            let key = table.key.joined(separator: ", ")
            all[table.name] = try rows("SELECT * FROM \(table.name) ORDER BY \(key)")
        }
        return all
    }
}
