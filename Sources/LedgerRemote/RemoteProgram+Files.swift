import Application
import EventLog
import SharedLog

/// What became of the files of entries and tasks.
struct FilesExchanged: Encodable, Hashable, Sendable {
    /// Files that went to the server.
    var sent = 0
    /// Files that came from there.
    var fetched = 0
    /// Files that went from the server, because no event speaks of them any more.
    var removed = 0
    /// Files of which an event speaks, and which are neither here nor there.
    var missing: [String] = []
    /// Files on the server whose bytes are not those that were attached.
    var changed: [String] = []
    /// Of how many branches that merges replaced what is kept went to the server, or came.
    var branches = 0
}

extension RemoteProgram {
    /// Brings the files of entries and tasks where they are missing; what was erased goes.
    ///
    /// - Parameter end: Where both logs ended just now.
    func exchangeFiles(
        _ remote: RemoteLog, _ env: Environment, at end: RemoteEnd, _ options: RemoteOptions
    ) throws(RemoteFailure) -> FilesExchanged {
        var done = FilesExchanged()
        try mappingError(RemoteFailure.application, TeamFiles.removeStrangers(in: env))
        guard let files = try mappingError(RemoteFailure.application, TeamFiles.holdings(in: env))
        else { return done }
        let (there, names) = try mappingError(RemoteFailure.shared) { () throws(SharedLogError) in
            (try remote.fileNames(), try remote.fileNames(files.kept))
        }
        for content in files.contents.sorted() {
            guard let name = names[content] else { continue }
            if files.here.contains(content) {
                var isWanted = !there.contains(name)
                if !isWanted, options.pushesMissing {
                    isWanted = try isChanged(content, name, remote)
                }
                guard isWanted, try send(content, name, remote, env) else { continue }
                done.sent += 1
            } else if !there.contains(name) {
                done.missing.append(content)
            } else if try fetch(content, name, remote, env) {
                done.fetched += 1
            } else {
                done.changed.append(content)
            }
        }
        let branches = try branchNames(
            remote, mappingError(RemoteFailure.application, TeamFiles.branchContents(in: env)))
        done.branches = try sendBranches(branches, remote, env, there)
        // Files come behind the commits that speak of them: where nobody has recorded anything
        // since, no commit speaks of the rest.
        var rest = there.subtracting(names.values)
        rest.subtract(branches.values)
        if rest.isEmpty { return done }
        guard try mappingError(RemoteFailure.shared, remote.head()) == end else { return done }
        let fetched = try fetchBranches(rest, remote, env)
        done.branches += fetched.count
        rest.subtract(fetched)
        try mappingError(RemoteFailure.shared, remote.removeFiles(rest))
        done.removed = rest.count
        return done
    }

    // MARK: Branches that merges replaced

    private func branchNames(
        _ remote: RemoteLog, _ contents: Set<String>
    ) throws(RemoteFailure) -> [String: String] {
        try mappingError(RemoteFailure.shared, remote.fileNames(contents))
    }

    /// Puts what is kept here of branches on the server where it is missing there.
    ///
    /// - Parameter names: What they are called there.
    /// - Returns: Of how many.
    private func sendBranches(
        _ names: [String: String], _ remote: RemoteLog, _ env: Environment, _ there: Set<String>
    ) throws(RemoteFailure) -> Int {
        guard !Set(names.values).isSubset(of: there) else { return 0 }
        var count = 0
        let branches = try mappingError(
            RemoteFailure.application, try TeamFiles.branches(in: env))
        for branch in branches {
            guard let name = names[branch.content], !there.contains(name) else { continue }
            try mappingError(RemoteFailure.shared, remote.put(branch.bytes, as: name))
            count += 1
        }
        return count
    }

    /// Takes what the server keeps of branches, among files that no event speaks of, where the log
    /// bears it out.
    ///
    /// - Returns: The names of those.
    private func fetchBranches(
        _ names: Set<String>, _ remote: RemoteLog, _ env: Environment
    ) throws(RemoteFailure) -> Set<String> {
        var found: [String: TeamFiles.Branch] = [:]
        for name in names.sorted() {
            let bytes = try mappingError(RemoteFailure.shared, remote.file(name))
            guard let branch = bytes.flatMap({ TeamFiles.Branch($0) }),
                try branchNames(remote, [branch.content]).values.contains(name)
            else { continue }
            found[name] = branch
        }
        let kept = try mappingError(RemoteFailure.application) { () throws(ApplicationError) in
            try TeamFiles.keep(Array(found.values), in: env)
        }
        return Set(found.filter { kept.contains($0.value.content) }.keys)
    }

    private func isChanged(
        _ content: String, _ name: String, _ remote: RemoteLog
    ) throws(RemoteFailure) -> Bool {
        try mappingError(RemoteFailure.shared) { () throws(SharedLogError) in
            if let bytes = try remote.file(name), TeamFiles.holds(bytes, content) { return false }
            try remote.removeFiles([name])
            return true
        }
    }

    /// Puts a file on the server; one that was changed here stays here.
    private func send(
        _ content: String, _ name: String, _ remote: RemoteLog, _ env: Environment
    ) throws(RemoteFailure) -> Bool {
        let bytes = try mappingError(
            RemoteFailure.application, TeamFiles.bytes(content, in: env))
        guard let bytes else { return false }
        try mappingError(RemoteFailure.shared, remote.put(bytes, as: name))
        return true
    }

    private func fetch(
        _ content: String, _ name: String, _ remote: RemoteLog, _ env: Environment
    ) throws(RemoteFailure) -> Bool {
        guard let bytes = try mappingError(RemoteFailure.shared, remote.file(name)) else {
            return false
        }
        return try mappingError(
            RemoteFailure.application, TeamFiles.keep(bytes, as: content, in: env))
    }

    /// How many files there are, and where they are missing.
    func fileStatus(
        _ remote: RemoteLog, _ env: Environment
    ) throws(RemoteFailure) -> FileStatus? {
        guard let files = try mappingError(RemoteFailure.application, TeamFiles.holdings(in: env))
        else { return nil }
        let (there, names) = try mappingError(RemoteFailure.shared) { () throws(SharedLogError) in
            (try remote.fileNames(), try remote.fileNames(files.contents))
        }
        let onServer = files.contents.filter { names[$0].map(there.contains) ?? false }
        return FileStatus(
            known: files.contents.count,
            pending: files.here.subtracting(onServer).count,
            behind: onServer.subtracting(files.here).count,
            missing: files.contents.subtracting(onServer).subtracting(files.here).sorted())
    }

    /// Reads every file on the server.
    ///
    /// - Returns: How many are as they were.
    /// - Throws: ``SharedLogError/file(_:)`` with the first that is not.
    func verifyFiles(_ remote: RemoteLog, _ env: Environment) throws(RemoteFailure) -> Int {
        guard let files = try mappingError(RemoteFailure.application, TeamFiles.holdings(in: env))
        else { return 0 }
        return try mappingError(RemoteFailure.shared) { () throws(SharedLogError) in
            let (there, names) = (try remote.fileNames(), try remote.fileNames(files.contents))
            var count = 0
            for content in files.contents.sorted() {
                guard let name = names[content], there.contains(name) else { continue }
                guard let bytes = try remote.file(name), TeamFiles.holds(bytes, content) else {
                    throw .file(content)
                }
                count += 1
            }
            return count
        }
    }
}

/// The files of entries and tasks, here and on the server.
struct FileStatus: Encodable, Hashable, Sendable {
    /// Of how many files events speak.
    let known: Int
    /// How many are here and not on the server.
    let pending: Int
    /// How many are on the server and not here.
    let behind: Int
    /// The hashes of those that are neither here nor there.
    let missing: [String]

    /// In words, a line; nothing where there are none.
    var text: String {
        if known == 0 { return "" }
        var parts = [known == 1 ? "1 file" : "\(known) files"]
        if pending > 0 { parts.append("\(pending) not on the server") }
        if behind > 0 { parts.append("\(behind) not here") }
        if !missing.isEmpty { parts.append("\(missing.count) neither here nor there") }
        return "files    " + parts.joined(separator: ", ") + "\n"
    }
}

extension FilesExchanged {
    /// In words; nothing where nothing was done.
    var text: String {
        func files(_ count: Int) -> String { count == 1 ? "1 file" : "\(count) files" }
        var text = ""
        if sent > 0 { text += "Sent \(files(sent)).\n" }
        if fetched > 0 { text += "Fetched \(files(fetched)).\n" }
        if removed > 0 {
            text += "Took \(files(removed)) from the server, of which nothing is said any more.\n"
        }
        if branches > 0 {
            text += "Brought the hashes of \(branches == 1 ? "1 branch" : "\(branches) branches")"
            text += " along that a merge replaced.\n"
        }
        for content in missing {
            text +=
                "File \(content.prefix(12))… is neither here nor on the server: a device that "
                + "has it sends it when it syncs.\n"
        }
        for content in changed {
            text +=
                "File \(content.prefix(12))… on the server is not what was attached, and was "
                + "not taken: ledger remote sync --push-missing on a device that has it.\n"
        }
        return text
    }
}
