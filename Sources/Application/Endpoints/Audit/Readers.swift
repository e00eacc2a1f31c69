internal import EventLog
internal import Ledger

/// Keeps how far a reader came, once it has dealt with what it read.
package enum KeepPlace: Endpoint {
    /// Whose place, and which: what the reading said.
    package struct Input: Codable, Hashable, Sendable {
        /// The reader's name.
        package var name: String
        /// How many events it had had before.
        package var from: UInt64
        /// How many it has had now.
        package var events: UInt64
        /// The root over them, lower-case hex.
        package var root: String

        /// A request.
        package init(name: String, from: UInt64, events: UInt64, root: String) {
            self.name = name
            self.from = from
            self.events = events
            self.root = root
        }
    }

    /// Where the reader goes on.
    package typealias Output = ReaderRow

    package static let path = "reader/keep"
    package static let summary = "keep how far a reader of the log came"
    package static let needs: Set<Permission> = [.read, .write]

    package static func run(
        _ input: Input, in env: Environment
    ) throws(ApplicationError) -> Output {
        let store = try env.store()
        let files = ReaderFiles(env.home)
        guard let root = Digest(hex: input.root) else {
            throw .badChoice(field: "root", input.root, allowed: ["64 hexadecimal digits"])
        }
        let kept = try files.place(of: input.name)?.count ?? 0
        guard kept == input.from else {
            throw .reader(input.name, .moved(from: input.from, now: kept))
        }
        let place = ReaderPlace(count: input.events, root: root)
        try files.hold(place, of: input.name, against: store)
        try env.beginRecording()
        try files.keep(place, of: input.name)
        return try ReaderRow(input.name, place, store)
    }
}

/// Says behind which event a reader goes on, whatever it read.
package enum MoveReader: Endpoint {
    /// Which reader, and where it goes on.
    package struct Input: Codable, Hashable, Sendable {
        /// The reader's name; a new one is made.
        package var name: String
        /// The position of the event that it reads next; left out for what is recorded from now on.
        package var from: UInt64?
        /// Whether nothing is written; left out for no.
        package var dryRun: Bool?

        /// A request.
        package init(name: String, from: UInt64? = nil, dryRun: Bool? = nil) {
            self.name = name
            self.from = from
            self.dryRun = dryRun
        }
    }

    /// Where it goes on.
    package typealias Output = ReaderRow

    package static let path = "reader/move"
    package static let summary = "say where a reader of the log goes on"
    package static let needs: Set<Permission> = [.read, .write]

    package static func run(
        _ input: Input, in env: Environment
    ) throws(ApplicationError) -> Output {
        let store = try env.store()
        let (place, head) = try mappingError(ApplicationError.store) { () throws(StoreError) in
            let head = try store.head()
            return (try store.place(behind: input.from ?? head.count), head)
        }
        guard let place else {
            throw .beyondEnd(position: input.from ?? 0, last: head.count - 1)
        }
        if input.dryRun != true { try env.beginRecording() }
        let env = input.dryRun == true ? env.dryRun() : env
        try ReaderFiles(env.home).keep(place, of: input.name)
        return try ReaderRow(input.name, place, store)
    }
}

/// Lists those who read the log under a name.
package enum ListReaders: Endpoint {
    package typealias Input = NoInput

    /// The readers.
    package struct Output: Codable, Hashable, Sendable {
        /// Each with how far it came, by name.
        package let rows: [ReaderRow]
        /// The position of the last event of the log.
        package let position: UInt64
        /// The root over all events, lower-case hex.
        package let root: String
    }

    package static let path = "reader/list"
    package static let summary = "list the readers of the log and how far they came"
    package static let needs: Set<Permission> = [.read]

    package static func run(
        _ input: Input, in env: Environment
    ) throws(ApplicationError) -> Output {
        let store = try env.store()
        let files = ReaderFiles(env.home)
        var rows: [ReaderRow] = []
        for name in files.names {
            if let row = try files.row(name, store) { rows.append(row) }
        }
        let head = try mappingError(ApplicationError.store, store.head())
        return Output(rows: rows, position: head.count - 1, root: head.root.hex)
    }
}

/// Forgets a reader; one of the same name begins with the first event.
package enum RemoveReader: Endpoint {
    /// Which one.
    package struct Input: Codable, Hashable, Sendable {
        /// Its name.
        package var name: String
        /// Whether nothing is written; left out for no.
        package var dryRun: Bool?

        /// A request.
        package init(name: String, dryRun: Bool? = nil) {
            self.name = name
            self.dryRun = dryRun
        }
    }

    /// How far it had come.
    package typealias Output = ReaderRow

    package static let path = "reader/remove"
    package static let summary = "forget a reader of the log"
    package static let needs: Set<Permission> = [.read, .write]

    package static func run(
        _ input: Input, in env: Environment
    ) throws(ApplicationError) -> Output {
        let store = try env.store()
        let files = ReaderFiles(env.home)
        guard let row = try files.row(input.name, store) else {
            throw .reader(input.name, .unknown(known: files.names))
        }
        if input.dryRun != true {
            try env.beginRecording()
            try files.remove(input.name)
        }
        return row
    }
}

/// A reader of the log.
package struct ReaderRow: Codable, Hashable, Sendable {
    /// Whether it can go on.
    package enum State: String, Codable, Sendable {
        /// It goes on.
        case ready
        /// The log has fewer events than it has had.
        case cut
        /// The events that it has had are not those of the log.
        case replaced
        /// What the file of its place holds is no place, or cannot be read.
        case damaged
    }

    /// Its name.
    package let name: String
    /// How many events it has had: the position of the one that it reads next; 0 where that is
    /// not known.
    package let events: UInt64
    /// How many there are that it has not had.
    package let behind: UInt64
    /// Whether it can go on.
    package let state: State
    /// The root over the events that it has had, lower-case hex; empty where it is not known.
    package let root: String

    /// One whose place is damaged.
    fileprivate init(damaged name: String, _ store: any EventStore) throws(ApplicationError) {
        self.name = name
        events = 0
        root = ""
        behind = try mappingError(ApplicationError.store, store.head().count)
        state = .damaged
    }

    init(
        _ name: String, _ place: ReaderPlace, _ store: any EventStore
    ) throws(ApplicationError) {
        self.name = name
        events = place.count
        root = place.root.hex
        let count = try mappingError(ApplicationError.store, store.head().count)
        behind = count - min(count, place.count)
        do throws(ReaderError) {
            try store.hold(place)
            state = .ready
        } catch {
            switch error {
            case .store(let error): throw .store(error)
            case .cut: state = .cut
            default: state = .replaced
            }
        }
    }
}

extension ReaderFiles {
    /// A reader, also one whose place is damaged or cannot be read; `nil` where none is kept.
    fileprivate func row(
        _ name: String, _ store: any EventStore
    ) throws(ApplicationError) -> ReaderRow? {
        let place: ReaderPlace?
        do throws(ApplicationError) { place = try self.place(of: name) } catch {
            switch error {
            case .reader(_, .damaged), .file: return try ReaderRow(damaged: name, store)
            default: throw error
            }
        }
        guard let place else { return nil }
        return try ReaderRow(name, place, store)
    }
}
