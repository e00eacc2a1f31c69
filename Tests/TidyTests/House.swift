/// What the house rules say, as data. `Rules*.swift` says how they are checked.
enum House {
    static let columnsMax = 100
    static let functionLinesMax = 70
    static let fileLinesMax = 400
    /// Swift files in one folder.
    static let roomFilesMax = 25

    /// Tables written by a program may be as long as they are.
    static func isTable(_ path: String) -> Bool { path.hasSuffix("+Table.swift") }

    /// The files that may say `unsafe` and import C: one thing each, with a proof at every use.
    static let fence: Set<String> = [
        "Sources/EventLog/Bytes/CRC32C.swift",
        "Sources/EventLog/Storage/DiskStorage+Lock.swift",
        "Sources/EventLog/Storage/DiskStorage.swift",
        "Sources/EventLog/Bytes/LZ4.swift",
        "Sources/EventLog/Bytes/RawBytes.swift",
        "Sources/EventLog/Bytes/SHA256.swift",
    ]

    /// Whether a file is in the fence; what touches the platform is named so.
    static func isFenced(_ path: String) -> Bool {
        fence.contains(path) || path.hasSuffix("+Platform.swift")
    }

    /// C modules; the fence alone imports them.
    static let cModules: Set<String> = [
        "CConformances", "CLZ4", "CPQ", "Darwin", "CSQLite", "CSodium", "Glibc", "Musl",
    ]

    /// The modules of the package, lowest first. Each may import those before it.
    static let layers = [
        "CConformances", "CLZ4", "EventLog", "Ledger", "Interchange", "ReadModels", "Application",
        "LedgerCLI",
        "LedgerProgram", "Dashboard", "LedgerServe", "SharedLog", "LedgerRemote", "LedgerTesting",
    ]

    /// What a module may import from outside the package, beside C modules in the fence.
    static let outside: [String: Set<String>] = [
        "EventLog": ["Dispatch", "Synchronization"],
        "Ledger": ["Swift", "Synchronization"],
        "Interchange": ["Synchronization"],
        "Application": ["FoundationEssentials", "Synchronization"],
        "LedgerCLI": ["ArgumentParser", "FoundationEssentials", "Synchronization"],
        "Dashboard": [
            "HTTPTypes", "Hummingbird", "HummingbirdCore", "Logging", "NIOCore", "NIOHTTP1",
            "NIOPosix", "ServiceLifecycle", "Synchronization",
        ],
        "LedgerRemote": ["Foundation"],
        "LedgerServe": ["Foundation"],
        "SharedLog": ["Dispatch", "Synchronization"],
        "LedgerTesting": ["Synchronization", "Testing"],
    ]

    /// The libraries, with how many public declarations each has at most, and how many public types
    /// that no example names.
    static let libraries = [
        (name: "EventLog", publicMost: 285, unshownMost: 0),
        (name: "Ledger", publicMost: 1_008, unshownMost: 0),
        (name: "ReadModels", publicMost: 128, unshownMost: 0),
        (name: "LedgerTesting", publicMost: 45, unshownMost: 0),
    ]

    /// What the package's folder holds, beside names that begin with a dot.
    static let topLevel: Set<String> = [
        "CHANGELOG.md", "CONTRIBUTING.md", "Fixtures", "LICENSE", "Package.resolved",
        "Package.swift", "README.md", "Sources", "Tests", "tools",
    ]

    /// Words that are not used, and where.
    static let bans: [Ban] = [
        Ban("fatalError(", use: "a thrown error, or precondition for a programmer's slip"),
        Ban("try!", use: "try, and say what the error means"),
        Ban("@testable", use: "package access"),
        Ban("MemoryLayout<Int>", use: "a type of explicit width"),
        Ban("Int.self", under: ["Sources/EventLog/"], use: "a type of explicit width"),
        Ban("Double", under: ["Sources/Ledger/Values/"], use: "integers of minor units"),
        Ban("Float", under: ["Sources/Ledger/Values/"], use: "integers of minor units"),
        Ban(
            "print(",
            under: ["EventLog", "Ledger", "Interchange", "Application"].map { "Sources/\($0)/" },
            use: "a value that the program prints"
        ),
        Ban("FIXME", in: .comments, use: "the repair"),
        Ban("TODO", in: .comments, use: "the work, or an issue"),
        Ban("XXX:", in: .comments, use: "a sentence that says what is wrong"),
        Ban("end of day", in: .comments, use: "start of the next day: periods are half-open"),
        Ban(
            "end of day",
            in: .strings,
            under: ["Sources/"],
            use: "start of the next day: periods are half-open"
        ),
    ]

    /// Names that were given up for the terms of the field; see Glossary.md.
    static let retired: [String: String] = [
        "Asked": "PermissionRequest",
        "BackwardWalk": "BackwardScanner",
        "Books": "LedgerSnapshot",
        "CellTerms": "PostingReader",
        "Chart": "ReferenceData",
        "CommitResolution": "ReferenceResolver",
        "EventPick": "ScanRequest",
        "EventSpan": "FrameInfo",
        "EventTail": "InMemoryLog",
        "FoldSpace": "ScratchBuffers",
        "FrameWalk": "FrameScanner",
        "HotKey": "GroupKey",
        "KeyCover": "IndexedRange",
        "KeyDoubt": "KeyIndexInvalid",
        "KeyLook": "KeyLookup",
        "KeyNumbers": "KeyInterner",
        "LineTally": "LineCounts",
        "LogEnd": "AppendedTail",
        "LogRemains": "DamagedLogScan",
        "LogTip": "TailState",
        "PassingFile": "TemporaryFile",
        "PatientFile": "BestEffortFile",
        "PickedEvents": "ScanResult",
        "PeopleThing": "PeopleEntity",
        "Pot": "AccountCurrency",
        "Posix": "POSIX",
        "RangeWalk": "RangeScanner",
        "RareUndo": "ReferenceDataUndo",
        "RecordedEvents": "LastCommit",
        "Recorder": "CommandHandler",
        "RemainsFile": "DamagedSegment",
        "RowBytes": "EventEncoder",
        "RowColumns": "RowTransposer",
        "SectionPieces": "SectionByteUsage",
        "SystemFile": "POSIX",
        "UndoHindrance": "NotUndoable",
        "UndoMarks": "UndoIndex",
        "UndoneThing": "UndoneEntity",
        "Unwindable": "Revertible",
        "Unwinding": "Reversion",
        "WalkMark": "SkipEntry",
        "WalkMarks": "SkipIndex",
        "Written": "WriteReceipt",
        "liftBooks": "mappingError",
        "liftModels": "mappingError",
        "rarePositions": "referencePositions",
        "readRareEvents": "readReferenceEvents",
        "saysDamage": "isCorruption",
    ]

    /// Of ``retired`` those that are English words, too: comments may say them.
    static let plainWords: Set<String> = ["Asked", "Books", "Chart", "Pot", "Recorder", "Written"]

    /// Folders of one machine; a path that starts with one is nobody else's.
    static let machineFolders = ["Users", "home", "root", "tmp", "work"]

    /// Where packages come from is the business of whoever builds.
    static let registryWords = ["pypi", "npmjs", "crates.io", "deb.debian", "archive.ubuntu"]
}

/// A word that is not used, and what is used instead.
struct Ban {
    var word: String
    var layer: SwiftText.Layer
    var folders: [String]
    var replacement: String

    init(
        _ word: String,
        in layer: SwiftText.Layer = .code,
        under folders: [String] = ["Sources/", "Tests/"],
        use replacement: String
    ) {
        self.word = word
        self.layer = layer
        self.folders = folders
        self.replacement = replacement
    }
}
