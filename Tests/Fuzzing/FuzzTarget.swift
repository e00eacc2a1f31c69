/// A decoder that is fed with bytes that nobody wrote on purpose.
///
/// Each is run by `tools/fuzz` under libFuzzer with the address sanitizer, and by `FuzzTests` over
/// its seeds, what is kept in `Fixtures/fuzz`, and seeded changes of both.
public enum FuzzTarget: String, CaseIterable, Sendable {
    /// A segment file: header, head slots and frames.
    case segment
    /// Frames behind a sound header.
    case frames
    /// A body of rows or a section in a frame that is sound otherwise.
    case framed
    /// The body of a frame of rows, alone.
    case rows
    /// One section of a frame of columns, alone.
    case section
    /// The cache of a segment's idempotency keys.
    case keys
    /// A block of LZ4.
    case lz4
    /// A Merkle proof.
    case proof
    /// A signed note, a checkpoint, a receipt, a proof, and what one shows of an event.
    case note
    /// A file of events.
    case events
    /// A statement in CSV.
    case csv
    /// A journal of hledger or beancount.
    case journal
    /// Tasks of Taskwarrior, todo.txt or a calendar.
    case tasks
    /// Amounts, dates, deadlines, periods, queries and paths as people type them.
    case phrase
    /// A time zone file.
    case zone
    /// Settings and profiles.
    case settings

    /// The most bytes of an input.
    public var bytesMax: Int {
        switch self {
        case .segment, .frames, .framed, .events: 8_192
        case .zone, .settings: 4_096
        case .rows, .section, .keys, .lz4, .proof, .note: 2_048
        case .csv, .journal, .tasks: 1_024
        case .phrase: 256
        }
    }

    /// Hands bytes to the decoder.
    ///
    /// - Parameter checks: What is looked at, where there are several things.
    /// - Throws: ``FuzzFinding`` when what came out contradicts itself. Whatever the decoder
    ///   refuses is as it should be.
    public func run(_ bytes: [UInt8], _ checks: FuzzChecks = .all) throws(FuzzFinding) {
        switch self {
        case .segment: try LogInputs.segment(bytes, checks)
        case .frames: try LogInputs.frames(bytes, checks)
        case .framed: try LogInputs.framed(bytes, checks)
        case .rows: try PartInputs.rows(bytes)
        case .section: try PartInputs.section(bytes)
        case .keys: try KeyInputs.keys(bytes, checks)
        case .lz4: try PlainInputs.lz4(bytes)
        case .proof: try PlainInputs.proof(bytes)
        case .note: try NoteInputs.note(bytes)
        case .events: try EventFileInputs.events(bytes)
        case .csv: try TextInputs.csv(bytes, checks)
        case .journal: try FileInputs.journal(bytes)
        case .tasks: try FileInputs.tasks(bytes)
        case .phrase: try TextInputs.phrase(bytes)
        case .zone: TextInputs.zone(bytes)
        case .settings: TextInputs.settings(bytes, checks)
        }
    }

    /// Inputs that are sound, made by the program itself.
    public var seeds: [[UInt8]] {
        switch self {
        case .segment: LogInputs.segmentSeeds
        case .frames: LogInputs.frameSeeds
        case .framed: LogInputs.framedSeeds
        case .rows: PartInputs.rowSeeds
        case .section: PartInputs.sectionSeeds
        case .keys: KeyInputs.seeds
        case .lz4: PlainInputs.lz4Seeds
        case .proof: PlainInputs.proofSeeds
        case .note: NoteInputs.seeds
        case .events: EventFileInputs.seeds
        case .csv: TextInputs.csvSeeds
        case .journal: FileInputs.journalSeeds
        case .tasks: FileInputs.taskSeeds
        case .phrase: TextInputs.phraseSeeds
        case .zone: TextInputs.zoneSeeds
        case .settings: TextInputs.settingsSeeds
        }
    }
}

/// What is done with what was made of an input.
public struct FuzzChecks: OptionSet, Sendable {
    /// A bit for each.
    public let rawValue: Int

    /// Checks by their bits.
    public init(rawValue: Int) { self.rawValue = rawValue }

    /// All events are read.
    public static let reading = FuzzChecks(rawValue: 1)
    /// Everything is hashed, and what is sound is sealed.
    public static let verifying = FuzzChecks(rawValue: 2)
    /// Two folds are held against each other.
    public static let folding = FuzzChecks(rawValue: 4)
    /// Everything.
    public static let all: FuzzChecks = [.reading, .verifying, .folding]

    /// One of them, which the bytes choose: a fuzzer that tries everything with every input gets to
    /// a third of the inputs.
    public static func one(for bytes: [UInt8]) -> FuzzChecks {
        let sum = bytes.reduce(UInt32(0)) { $0 &* 31 &+ UInt32($1) }
        return [.reading, .verifying, .folding][Int(sum % 3)]
    }
}

/// Something that must not be, whatever the input.
public struct FuzzFinding: Error, Hashable, CustomStringConvertible {
    /// What was expected.
    public let description: String

    init(_ description: String) { self.description = description }
}
