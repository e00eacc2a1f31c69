package import EventLog
package import Ledger
internal import Synchronization

/// Where a ledger is, or may come to be.
package protocol LedgerHome: Sendable {
    /// Its place, for messages.
    var place: String { get }

    /// The folder in which other files may be kept; `nil` where nothing is.
    var folder: String? { get }

    /// The device's secret; `nil` where there is none.
    var deviceSecret: [UInt8]? { get }

    /// The home that keeps what is written: below a draft the one that it was laid over.
    var saved: any LedgerHome { get }

    /// The log, opened once and then always the same; `nil` when there is none.
    func open() throws(StoreError) -> (any EventStore)?

    /// The log, made where there is none.
    ///
    /// - Parameters:
    ///   - id: 16 bytes that distinguish the log's files from any other's.
    ///   - makeSeed: Where salts come from.
    func create(id: CommitID, makeSeed: @escaping SeedSource) throws(StoreError) -> any EventStore

    /// Lets the next opening find the log that stands in the place of the one that was opened, such
    /// as after a merge: for what lasts longer than a request.
    func refresh()

    /// The bytes of a file that is kept beside the log; `nil` when there is none.
    func file(_ name: String) throws(ApplicationError) -> [UInt8]?

    /// Keeps a file beside the log, instead of the one of its name, all or nothing.
    func keep(_ bytes: [UInt8], as name: String) throws(ApplicationError)
}

extension LedgerHome {
    package var folder: String? { nil }
    package var saved: any LedgerHome { self }
    package var deviceSecret: [UInt8]? { DeviceHash.noSecret }
    package func refresh() {}
}

/// A ledger in a folder; its log lies in `log` below.
package final class FileHome: LedgerHome {
    /// The folder.
    package let place: String
    private let store = Mutex<(any EventStore)?>(nil)
    private let secret: @Sendable () -> [UInt8]?

    /// The ledger of a folder; nothing is touched yet.
    ///
    /// - Parameter secret: The device's secret, asked for where files that follow from the log are
    ///   used; `nil` where there is none, so that they are made anew.
    package init(
        _ folder: String,
        secret: @escaping @Sendable () -> [UInt8]? = { DeviceHash.noSecret }
    ) {
        place = folder
        self.secret = secret
    }

    package var deviceSecret: [UInt8]? { secret() }

    package var folder: String? { place }

    private var logFolder: String { "\(place)/log" }

    package func open() throws(StoreError) -> (any EventStore)? {
        try store.withLock { (store) throws(StoreError) in
            if let store { return store }
            do throws(StoreError) {
                let opened = try FileEventStore(at: logFolder, creating: nil, secret: secret)
                store = opened
                return opened
            } catch .log(.missing) {
                return nil
            } catch {
                throw error
            }
        }
    }

    package func create(
        id: CommitID, makeSeed: @escaping SeedSource
    ) throws(StoreError) -> any EventStore {
        if let there = try open() { return there }
        return try store.withLock { (store) throws(StoreError) in
            let made: FileEventStore
            do throws(StoreError) {
                made = try FileEventStore(
                    at: logFolder, creating: id, secret: secret, makeSeed: makeSeed)
            } catch .log(.exists) {
                // Someone else was faster.
                made = try FileEventStore(
                    at: logFolder, creating: nil, secret: secret, makeSeed: makeSeed)
            } catch {
                throw error
            }
            store = made
            return made
        }
    }

    package func refresh() {
        store.withLock { store in
            if (store as? FileEventStore)?.isAt(logFolder) == false { store = nil }
        }
    }

    package func file(_ name: String) throws(ApplicationError) -> [UInt8]? {
        try Files.read("\(place)/\(name)")
    }

    package func keep(_ bytes: [UInt8], as name: String) throws(ApplicationError) {
        // A name may lead through one folder of the ledger's.
        let path = "\(place)/\(name)"
        let folder = path[..<(path.lastIndex(of: "/") ?? path.endIndex)]
        if folder.count > place.count, !Places.isFolder(place) { throw .noLedger(home: place) }
        try Files.replace(path, in: String(folder), with: bytes)
    }
}

/// A ledger in memory: for tests and drafts.
package final class MemoryHome: LedgerHome {
    package let place: String
    private let store: Mutex<(any EventStore)?>
    private let kept = Mutex<[String: [UInt8]]>([:])

    /// A place with a store, or without one.
    package init(_ store: (any EventStore)? = nil, place: String = "memory") {
        self.place = place
        self.store = Mutex(store)
    }

    package func open() -> (any EventStore)? { store.withLock { $0 } }

    package func create(id: CommitID, makeSeed: @escaping SeedSource) -> any EventStore {
        store.withLock { store in
            let made = store ?? MemoryEventStore(makeSeed: makeSeed)
            store = made
            return made
        }
    }

    package func file(_ name: String) -> [UInt8]? { kept.withLock { $0[name] } }

    package func keep(_ bytes: [UInt8], as name: String) {
        kept.withLock { $0[name] = bytes }
    }
}

/// A draft laid over a ledger: what is written can be read, but goes nowhere.
package final class DraftHome: LedgerHome {
    private let base: any LedgerHome
    private let makeSeed: SeedSource
    private let draft = Mutex<(any EventStore)?>(nil)
    private let kept = Mutex<[String: [UInt8]]>([:])

    /// A draft; it begins with the first look.
    ///
    /// - Parameter makeSeed: Where the salts of blocks come from that the ledger has not begun.
    package init(over base: any LedgerHome, makeSeed: @escaping SeedSource) {
        self.base = base
        self.makeSeed = makeSeed
    }

    package var place: String { base.place }
    package var saved: any LedgerHome { base.saved }
    package var deviceSecret: [UInt8]? { base.deviceSecret }

    package func open() throws(StoreError) -> (any EventStore)? {
        try draft.withLock { (draft) throws(StoreError) in
            if let draft { return draft }
            guard let store = try base.open() else { return nil }
            let overlay = try OverlayEventStore(over: store, makeSeed: makeSeed)
            draft = overlay
            return overlay
        }
    }

    package func create(
        id: CommitID, makeSeed: @escaping SeedSource
    ) throws(StoreError) -> any EventStore {
        if let there = try open() { return there }
        return draft.withLock { draft in
            let made = MemoryEventStore(makeSeed: makeSeed)
            draft = made
            return made
        }
    }

    package func file(_ name: String) throws(ApplicationError) -> [UInt8]? {
        if let bytes = kept.withLock({ $0[name] }) { return bytes }
        return try base.file(name)
    }

    package func keep(_ bytes: [UInt8], as name: String) {
        kept.withLock { $0[name] = bytes }
    }
}
