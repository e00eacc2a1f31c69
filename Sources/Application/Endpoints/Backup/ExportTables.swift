internal import EventLog
internal import Ledger
internal import ReadModels

/// Writes the tables that SQL sees into a database file of its own.
package enum ExportTables: Endpoint {
    /// Where to.
    package struct Input: Codable, Hashable, Sendable {
        /// The file; one that is there is replaced when the new one is whole.
        package var path: String

        /// A request.
        package init(path: String) { self.path = path }
    }

    /// A table that was written.
    package struct Table: Codable, Hashable, Sendable {
        /// What SQL calls it.
        package let name: String
        /// How many rows it has.
        package let rows: UInt64
    }

    /// What was written.
    package struct Output: Codable, Hashable, Sendable {
        /// The file.
        package let path: String
        /// The tables, in the order in which they are in it.
        package let tables: [Table]
        /// The position of the last event that was taken in.
        package let position: UInt64
        /// The root over all events up to and including it, lower-case hex.
        package let root: String
    }

    package static let path = "tables/export"
    package static let summary = "write the tables that SQL sees to a SQLite file"
    package static let needs: Set<Permission> = [.read]

    package static func run(
        _ input: Input, in env: Environment
    ) throws(ApplicationError) -> Output {
        if input.path.isEmpty { throw .badInput(path: path, field: "path", .missing) }
        // A link is followed; what is no file, such as a pipe or a device, is left alone.
        let isThere = Places.mode(input.path) != nil
        let target = isThere ? Places.resolved(input.path) : input.path
        if isThere, !Places.isFile(target) {
            throw .file(path: input.path, code: 17)
        }
        // SQLite reads names that begin so as addresses.
        let part = (target.hasPrefix("file:") ? "./" : "") + target + ".unfinished"
        if let home = env.home.folder, Places.isPart(target, of: home) {
            throw .file(path: input.path, code: 17)
        }
        let folder = POSIX.folder(of: part)
        if !Places.isFolder(folder) { throw .file(path: folder, code: 2) }
        try? Places.removeFile(part)
        // As secret as the ledger from the first byte on.
        do throws(FileFailure) { try POSIX.make(part, with: []) } catch {
            throw .file(path: error.path, code: error.code)
        }
        let models = try env.models()
        let store = try env.store()
        let head = try mappingError(ApplicationError.store, store.head())
        do throws(ApplicationError) {
            let counts = try mappingError(ApplicationError.tables, models.export(to: part))
            try Places.move(part, to: target)
            return Output(
                path: input.path,
                tables: counts.map { Table(name: $0.table, rows: $0.rows) },
                position: head.count > 0 ? head.count - 1 : 0, root: head.root.hex)
        } catch {
            try? Places.removeFile(part)
            throw error
        }
    }
}
