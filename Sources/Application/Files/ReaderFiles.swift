internal import EventLog
internal import Ledger

/// The places of those who read the log under a name: `readers` in the ledger's folder, a file
/// each, for its owner only. They belong to this device: no copy of the ledger takes them along.
///
/// ```
/// readers/mailer.place       how many events it has had, and the root over them
/// ```
struct ReaderFiles {
    /// The name of the folder.
    static let folder = "readers"
    private static let ending = ".place"
    /// The longest name.
    static let nameMax = 64

    private let home: any LedgerHome

    init(_ home: any LedgerHome) { self.home = home }

    /// The names of all readers, ascending.
    var names: [String] {
        guard let place = home.saved.folder else { return [] }
        return Places.names(in: "\(place)/\(ReaderFiles.folder)")
            .filter { $0.hasSuffix(ReaderFiles.ending) }
            .map { String($0.dropLast(ReaderFiles.ending.count)) }
            .filter(ReaderFiles.isName).sorted()
    }

    /// The place of a reader; `nil` where none is kept.
    ///
    /// - Throws: ``ReaderFault/badName``, ``ReaderFault/damaged(path:)``.
    func place(of name: String) throws(ApplicationError) -> ReaderPlace? {
        let file = try file(of: name)
        guard let bytes = try home.file(file) else { return nil }
        guard let place = ReaderPlace(parsing: bytes) else {
            throw .reader(name, .damaged(path: "\(home.place)/\(file)"))
        }
        return place
    }

    /// Keeps a place, durable when this returns.
    func keep(_ place: ReaderPlace, of name: String) throws(ApplicationError) {
        try home.keep(place.bytes, as: try file(of: name))
    }

    /// Forgets a reader, for good when this returns.
    func remove(_ name: String) throws(ApplicationError) {
        let file = try file(of: name)
        guard let place = home.folder else { return }
        try Places.removeFile("\(place)/\(file)")
        if Places.isFolder("\(place)/\(ReaderFiles.folder)") {
            try Files.syncFolder("\(place)/\(ReaderFiles.folder)")
        }
    }

    /// Holds the place of a reader against the log.
    func hold(
        _ place: ReaderPlace, of name: String, against store: any EventStore
    ) throws(ApplicationError) {
        do throws(ReaderError) { try store.hold(place) } catch {
            switch error {
            case .store(let error): throw .store(error)
            case .cut(let events, let read): throw .reader(name, .cut(events: events, read: read))
            default: throw .reader(name, .replaced(read: place.count))
            }
        }
    }

    private func file(of name: String) throws(ApplicationError) -> String {
        guard ReaderFiles.isName(name) else { throw .reader(name, .badName) }
        return "\(ReaderFiles.folder)/\(name)\(ReaderFiles.ending)"
    }

    /// Letters, digits, `-`, `_` and `.`, the first no point.
    private static func isName(_ text: String) -> Bool {
        let known = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789-_."
        return !text.isEmpty && text.utf8.count <= nameMax && text.first != "."
            && text.utf8.allSatisfy(known.utf8.contains)
    }
}

/// Why somebody who reads the log under a name does not go on.
package enum ReaderFault: Error, Hashable, Sendable {
    /// Not a name of letters, digits, `-`, `_` and `.`.
    case badName
    /// There is no such reader.
    case unknown(known: [String])
    /// The log has fewer events than were read of it.
    case cut(events: UInt64, read: UInt64)
    /// The first events of the log, so many, are not those that were read.
    case replaced(read: UInt64)
    /// The place was moved while something was read from the one before.
    case moved(from: UInt64, now: UInt64)
    /// The file of the place has something else in it.
    case damaged(path: String)
}
