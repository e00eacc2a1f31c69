extension Decider {
    /// Files that belong to it already under the same name, or do not, are passed over.
    mutating func attach(_ files: FilesToAttach) throws(DecisionError) {
        try checkOpened()
        if files.files.isEmpty { throw .nothingGiven }
        if state.todos[files.target] == nil { _ = try line(files.target) }
        let target = state.lines[files.target]?.entry.first ?? files.target
        var there: [String: String] = [:]
        for (_, file) in state.attachments.files where file.target.position == target {
            there[file.content] = file.fileName
        }
        for file in files.files {
            if files.ends {
                if there.removeValue(forKey: file.content) == nil { continue }
            } else if there.updateValue(file.name, forKey: file.content) == file.name {
                continue
            }
            decision.events.append(
                .fileAttached(
                    FileAttached(
                        .position(target), file.name, content: file.content, ends: files.ends)))
        }
        if decision.events.isEmpty { throw .nothingChanged }
    }
}

/// Files that are to belong to a line or a task, or no more.
public struct FilesToAttach: Hashable, Sendable {
    /// A file.
    public struct File: Hashable, Sendable {
        /// What it is called; may be empty.
        package var name: String
        /// The SHA-256 of its bytes, 64 lower-case hexadecimal digits.
        package var content: String

        /// A file.
        public init(_ name: String, content: String) {
            self.name = name
            self.content = content
        }
    }

    /// The position of the line or the task; of a line its whole entry is meant.
    package var target: UInt64
    /// The files, one or more.
    package var files: [File]
    /// Whether they belong there no more.
    package var ends: Bool

    /// Files of something.
    public init(_ files: [File], of target: UInt64, ends: Bool = false) {
        self.target = target
        self.files = files
        self.ends = ends
    }
}
