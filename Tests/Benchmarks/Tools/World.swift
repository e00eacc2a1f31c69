internal import EventLog
internal import Ledger

/// What a case runs on: records, the ledgers made of them, and where all of it lies.
///
/// A ledger is made once and kept. It is made by another process, so that the memory which that
/// takes is not held against the case.
package struct World: Sendable {
    /// How the hot columns of a ledger stand on disk.
    package enum Hot: String, CaseIterable, Sendable {
        case usual, raw, compressed
    }

    /// How many records, or where they are.
    package var source: any RecordSource
    /// Where ledgers and files are kept.
    package var folder: String
    /// How often a case is measured.
    package var rounds: Int
    /// The program `ledger`; `nil` when it was not built.
    package var program: String?
    /// How many commits of one event stand unsealed at the end of a ledger: one more seals.
    package var tail = 65_535
    /// How many commits of one event a ledger of nothing else has at most.
    package var singlesMax = 1_000_000
    /// Whether instructions are counted beside milliseconds, where valgrind is there.
    package var countsInstructions = false
    /// Whether a ledger of a billion events stays when it was measured.
    package var keepsAll = false
    /// Makes something: in this process, or in another one.
    package var make: @Sendable (World, Product) throws -> Void = { try $1.make(in: $0) }

    /// Records and a folder for what is made of them.
    package init(
        source: any RecordSource, folder: String, rounds: Int = 5, program: String? = nil
    ) {
        self.source = source
        self.folder = folder
        self.rounds = rounds
        self.program = program
    }

    /// How many events a ledger of all records has.
    package var eventCount: Int { source.count + Loader.opening }

    /// The folder of a ledger, made if need be: what `LEDGER_HOME` says.
    func home(_ recipe: Recipe = Recipe()) throws -> String {
        let place = "\(folder)/\(recipe.name)"
        if !Files.exists("\(place)/whole") { try make(self, .ledger(recipe)) }
        return place
    }

    /// A ledger, made if need be.
    func store(_ recipe: Recipe = Recipe()) throws -> FileEventStore {
        try FileEventStore.open(at: "\(try home(recipe))/log")
    }

    /// A world of so many made-up records, kept beside this one.
    package func generated(_ count: Int) -> World {
        var other = self
        other.source = Generator(count: count)
        let parent = folder.split(separator: "/", omittingEmptySubsequences: false).dropLast()
        other.folder = (parent + ["\(other.eventCount)"]).joined(separator: "/")
        return other
    }

    /// A folder for one run; the caller removes it.
    func scratch() throws -> String { try Files.temporaryFolder(in: folder) }

    /// The records as a file, written if need be.
    func eventsFile() throws -> String {
        if let file = source as? EventsFile { return file.path }
        let path = "\(folder)/events.csv"
        if !Files.exists(path) {
            try Files.makeFolder(folder)
            try make(self, .file(.events, path))
        }
        return path
    }

    /// The program, or an error that says how it is built.
    func ledgerProgram() throws -> String {
        guard let program, Files.isExecutable(program) else {
            throw BenchError("the program ledger is not there; run tools/ledger --version")
        }
        return program
    }
}

/// What a ledger is made of beside its records.
package struct Recipe: Hashable, Sendable {
    /// How the hot columns stand on disk.
    package var hot = World.Hot.usual
    /// How many events a commit has.
    package var commitEvents = 10_000
    /// Commits of one expense each that are appended at the end, and not sealed.
    package var tail = 0

    package init(hot: World.Hot = .usual, commitEvents: Int = 10_000, tail: Int = 0) {
        self.hot = hot
        self.commitEvents = commitEvents
        self.tail = tail
    }

    /// The name of the ledger's folder.
    package var name: String { "ledger-\(hot.rawValue)-\(commitEvents)-\(tail)" }

    /// Makes the ledger.
    package func make(in world: World) throws {
        let place = "\(world.folder)/\(name)"
        Files.remove(place)
        try Files.makeFolder(place)
        // A sync for each of many commits takes its time on a disk.
        let isSlow = tail > 0 || commitEvents < 100
        let memory = isSlow && Files.exists("/dev/shm") ? "/dev/shm" : nil
        let scratch = try memory.map { try Files.temporaryFolder(in: $0) }
        defer { if let scratch { Files.remove(scratch) } }
        let path = "\(scratch ?? place)/log"
        if tail > 0 {
            // The ledger without a tail is made once, whatever tails are appended to it.
            var base = self
            base.tail = 0
            _ = try Child.run(["/bin/cp", "-r", "\(try world.home(base))/log", path])
        } else {
            let store = FileEventStore(
                try Log.create(
                    in: try DiskStorage.create(path: path), id: CommitID(high: 2, low: 2),
                    options: options))
            try Loader.load(world.source, into: store, commitEvents: commitEvents)
            if commitEvents > 1 { _ = try store.seal() }
        }
        let store = FileEventStore(
            try Log.open(in: try DiskStorage(path: path), options: options))
        try Tail(count: tail, from: world.source.count).append(to: store)
        if scratch != nil { _ = try Child.run(["/bin/cp", "-r", path, place]) }
        try Files.write("", to: "\(place)/whole")
    }

    /// Of a log that seals by itself, or never.
    private var options: Log.Options {
        var options = Log.Options()
        if commitEvents == 1 || tail > 0 { options.sealEvents = .max }
        switch hot {
        case .usual: break
        case .raw: options.hotCodec = .raw
        case .compressed: options.hotCodec = .compressed
        }
        return options
    }
}

/// Expenses that are appended one by one.
struct Tail {
    /// How many.
    let count: Int
    /// How many records the ledger was made of.
    let from: Int

    /// The n-th commit.
    func commit(_ index: Int) -> NewCommit {
        let seconds = Generator.start + Int64(3_660 * 86_400 + index)
        let currency = Currency.iso("EUR") ?? Currency.isoAll[0]
        let facts = LineFacts(
            kind: .expense, amount: Money(minor: Int64(100 + index % 900), currency: currency),
            day: Day(daysSince1970: Int32(seconds / 86_400)),
            category: try? CategoryPath("food:coffee"))
        let details = LineDetails(
            time: TimeOfDay(secondsSinceMidnight: Int(seconds % 86_400)), title: "Coffee Bar")
        return NewCommit(
            id: CommitID(high: 3, low: UInt64(from + index)),
            recordedAt: Timestamp(millisecondsSince1970: seconds * 1_000), actor: .position(1),
            events: [.lineAdded(LineAdded(facts: facts, details: details))])
    }

    func append(to store: any EventStore) throws {
        for index in 0..<count { _ = try store.append(commit(index), expecting: nil) }
    }
}
