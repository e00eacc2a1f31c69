internal import EventLog
package import Ledger

/// Lets files belong to an entry or a task: receipts, contracts, pictures.
package enum AttachFiles: KeyedEndpoint {
    /// A file: its bytes, or where it lies.
    package struct File: Codable, Hashable, Sendable {
        /// Where it lies; `nil` where its bytes are given.
        package var path: String?
        /// Its bytes; `nil` where a path is given.
        package var bytes: FileBytes?
        /// What it is called; `nil` for the last part of its path.
        package var name: String?

        /// A file.
        package init(path: String? = nil, bytes: FileBytes? = nil, name: String? = nil) {
            (self.path, self.bytes, self.name) = (path, bytes, name)
        }
    }

    /// Which files, and of what.
    package struct Input: Codable, Hashable, Sendable {
        /// `1042`, `#1042`, `.3` or a word of a title: an entry or a task.
        package var id: String
        /// One or more.
        package var files: [File]

        /// A request.
        package init(id: String, files: [File]) { (self.id, self.files) = (id, files) }
    }

    /// What was written; the id is that of the entry or the task.
    package typealias Output = WriteReceipt

    package static let path = "attach"
    package static let summary = "let files belong to an entry or a task"
    package static let needs: Set<Permission> = [.read, .write]

    package static func run(
        _ input: Input, in env: Environment
    ) throws(ApplicationError) -> Output {
        var read: [(file: FilesToAttach.File, bytes: [UInt8])] = []
        for file in input.files { read.append(try self.read(file, of: input.id)) }
        var id: UInt64?
        var isMended = false
        var added: [String] = []
        // What is refused, or was recorded before, leaves no file behind.
        defer { if !env.isDryRun { env.removeFiles(added) } }
        let recorded: CommandOutcome
        do throws(ApplicationError) {
            recorded = try env.record { snapshot, env throws(ApplicationError) in
                let target = try env.id(input.id, in: snapshot, type: nil, live: true)
                id = target
                let files = AttachmentFiles(env.home)
                let there = Set(try snapshot.files(of: target).map(\.content))
                for (file, bytes) in read where there.contains(file.content) {
                    if try files.bytes(file.content) != nil { continue }
                    try files.keep(bytes)
                    isMended = true
                }
                let command = Command.attach(FilesToAttach(read.map(\.file), of: target))
                _ = try snapshot.decision(command)
                for (file, bytes) in read {
                    if !files.has(file.content) { added.append(file.content) }
                    try files.keep(bytes)
                }
                return command
            }
        } catch {
            guard isMended, case .decision(.nothingChanged) = error, let id else { throw error }
            let snapshot = try env.snapshot()
            let head = try mappingError(ApplicationError.store, snapshot.head())
            return WriteReceipt(
                id: id, position: head.count - 1, root: head.root.hex,
                dryRun: env.isDryRun ? true : nil)
        }
        // An erasure may have taken the same file away meanwhile.
        let files = AttachmentFiles(env.home)
        for (file, bytes) in read where !env.isDryRun {
            if !files.has(file.content) { try files.keep(bytes) }
        }
        return recorded.written(id)
    }

    /// Bytes of a name, at most: what file systems take.
    private static let nameBytesMax = 255

    /// A name without what none may have.
    private static func possible(_ name: String) -> String {
        var (possible, bytes) = ("", 0)
        for letter in name where letter.unicodeScalars.allSatisfy({ !isControl($0) }) {
            bytes += letter.utf8.count
            if bytes > nameBytesMax { break }
            possible.append(letter)
        }
        return possible
    }

    private static func isControl(_ scalar: Unicode.Scalar) -> Bool {
        [.control, .lineSeparator, .paragraphSeparator].contains(scalar.properties.generalCategory)
    }

    private static func read(
        _ file: File, of id: String
    ) throws(ApplicationError) -> (file: FilesToAttach.File, bytes: [UInt8]) {
        var bytes = file.bytes?.bytes
        if let path = file.path {
            guard let found = try Files.read(path) else { throw .file(path: path, code: 2) }
            bytes = found
        }
        guard let bytes else { throw .badInput(path: path, field: "files", .missing) }
        if bytes.count > AttachmentFiles.bytesMax {
            throw .attachment(.tooLarge(path: file.path ?? file.name ?? "", bytes: bytes.count))
        }
        let last = file.path?.split(separator: "/").last.map(String.init)
        let name = file.name ?? last ?? ""
        let possible = possible(name)
        if possible != name {
            throw .attachment(
                .badName(
                    id: id, path: file.path ?? "", name: name,
                    possible: possible.isEmpty ? "file" : possible))
        }
        return (FilesToAttach.File(name, content: AttachmentFiles.content(bytes)), bytes)
    }
}

/// Lets files belong to an entry or a task no more; an undo brings them back.
package enum DetachFiles: KeyedEndpoint {
    /// Which files, and of what.
    package struct Input: Codable, Hashable, Sendable {
        /// `1042`, `#1042`, `.3` or a word of a title: an entry or a task.
        package var id: String
        /// What they are called, or how their hashes begin; all of them when left out.
        package var files: [String]?

        /// A request.
        package init(id: String, files: [String]? = nil) { (self.id, self.files) = (id, files) }
    }

    /// What was written; the id is that of the entry or the task.
    package typealias Output = WriteReceipt

    package static let path = "detach"
    package static let summary = "let files belong to an entry or a task no more"
    package static let needs: Set<Permission> = [.read, .write]

    package static func run(
        _ input: Input, in env: Environment
    ) throws(ApplicationError) -> Output {
        var id: UInt64?
        let recorded = try env.record { snapshot, env throws(ApplicationError) in
            let target = try env.id(input.id, in: snapshot, type: nil, live: true)
            var files = try snapshot.files(of: target)
            if let names = input.files {
                let there = files
                files = try names.map { name throws(ApplicationError) in
                    try there.file(name, of: target)
                }
            }
            if files.isEmpty { throw .attachment(.unknown(id: target, name: "", known: [])) }
            id = target
            return .attach(FilesToAttach(files, of: target, ends: true))
        }
        return recorded.written(id)
    }
}

/// Lists the files that belong to entries and tasks.
package enum ListAttachments: Endpoint {
    /// Of what.
    package struct Input: Codable, Hashable, Sendable {
        /// `1042`, `#1042`, `.3` or a word of a title: an entry or a task; all when left out.
        package var id: String?

        /// A request.
        package init(id: String? = nil) { self.id = id }
    }

    /// Files.
    package struct Output: Codable, Hashable, Sendable {
        /// A file of an entry or a task; flat.
        package struct Row: Codable, Hashable, Sendable {
            /// The position of the entry's first line, or of the task.
            package let id: UInt64
            /// What the file is called; may be empty.
            package let name: String
            /// The SHA-256 of its bytes, lower-case hex.
            package let content: String
            /// How many bytes it has; `nil` where it is missing or was changed, and then left out
            /// of JSON.
            package let bytes: Int?
            /// Whether it is not there; `false`, and then left out of JSON, else.
            package let isMissing: Bool?
        }

        /// In the order in which they came.
        package let rows: [Row]
        /// The position of the last event that was taken in.
        package let position: UInt64
        /// The root over all events up to and including it, lower-case hex.
        package let root: String
    }

    package static let path = "attachments"
    package static let summary = "list the files of entries and tasks"
    package static let needs: Set<Permission> = [.read]

    package static func run(
        _ input: Input, in env: Environment
    ) throws(ApplicationError) -> Output {
        let snapshot = try env.snapshot()
        let target = try input.id.map { id throws(ApplicationError) in
            try snapshot.owner(of: env.id(id, in: snapshot, type: nil, live: true))
        }
        let all = try mappingError(ApplicationError.store, snapshot.attachments()).files
        let files = AttachmentFiles(env.home)
        var rows: [Output.Row] = []
        for (_, file) in all {
            guard let id = file.target.position, target == nil || id == target else { continue }
            rows.append(
                Output.Row(
                    id: id, name: file.fileName, content: file.content,
                    bytes: try files.bytes(file.content)?.count,
                    isMissing: files.has(file.content) ? nil : true))
        }
        let head = try mappingError(ApplicationError.store, snapshot.head())
        return Output(rows: rows, position: snapshot.count - 1, root: head.root.hex)
    }
}

/// Reads a file of an entry or a task.
package enum ReadAttachment: Endpoint {
    /// Which one.
    package struct Input: Codable, Hashable, Sendable {
        /// `1042`, `#1042`, `.3` or a word of a title: an entry or a task.
        package var id: String
        /// What it is called, or how its hash begins; of one file it may be left out.
        package var file: String?

        /// A request.
        package init(id: String, file: String? = nil) { (self.id, self.file) = (id, file) }
    }

    /// A file.
    package struct Output: Codable, Hashable, Sendable {
        /// What it is called; may be empty.
        package let name: String
        /// The SHA-256 of its bytes, lower-case hex.
        package let content: String
        /// Its bytes.
        package let bytes: FileBytes
    }

    package static let path = "attachment"
    package static let summary = "read a file of an entry or a task"
    package static let needs: Set<Permission> = [.read]

    package static func run(
        _ input: Input, in env: Environment
    ) throws(ApplicationError) -> Output {
        let snapshot = try env.snapshot()
        let id = try env.id(input.id, in: snapshot, type: nil, live: true)
        let there = try snapshot.files(of: id)
        let file: FilesToAttach.File
        if let name = input.file {
            file = try there.file(name, of: id)
        } else {
            guard there.count == 1 else {
                throw .attachment(.unknown(id: id, name: "", known: there.told))
            }
            file = there[0]
        }
        let files = AttachmentFiles(env.home)
        guard let bytes = try files.bytes(file.content) else {
            throw .attachment(
                files.has(file.content)
                    ? .changed(id: id, name: file.name, content: file.content)
                    : .missing(id: id, name: file.name, content: file.content))
        }
        return Output(name: file.name, content: file.content, bytes: FileBytes(bytes))
    }
}

extension LedgerSnapshot {
    /// What files belong to: the first line of an entry, or a task.
    fileprivate func owner(of id: UInt64) throws(ApplicationError) -> UInt64 {
        let state = try mappingError(
            ApplicationError.store, state(for: [id], withCategories: false))
        if let line = state.lines[id] { return line.entry.first ?? id }
        if state.todos[id] == nil { throw .decision(.unknownTarget(id)) }
        return id
    }

    /// The files of an entry or a task.
    func files(of id: UInt64) throws(ApplicationError) -> [FilesToAttach.File] {
        let owner = try owner(of: id)
        return try mappingError(ApplicationError.store, attachments()).files
            .filter { $0.file.target.position == owner }
            .map { FilesToAttach.File($0.file.fileName, content: $0.file.content) }
    }
}

extension [FilesToAttach.File] {
    /// The one that is called so, or whose hash begins so.
    fileprivate func file(
        _ name: String, of id: UInt64
    ) throws(ApplicationError) -> FilesToAttach.File {
        let named = filter { $0.name == name }
        let found = named.isEmpty && !name.isEmpty ? filter { $0.content.hasPrefix(name) } : named
        guard found.count == 1 else {
            throw .attachment(
                .unknown(id: id, name: name, known: found.isEmpty ? told : found.told))
        }
        return found[0]
    }

    /// What tells each from the others: its name, or the beginning of its hash.
    fileprivate var told: [String] {
        map { file in
            let isAlone = count { $0.name == file.name } == 1 && !file.name.isEmpty
            return isAlone ? file.name : String(file.content.prefix(12))
        }
    }
}
