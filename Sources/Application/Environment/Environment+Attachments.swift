internal import EventLog
internal import Ledger

extension Environment {
    /// What the log of a store says of the files of entries and tasks; `nil` where only a newer
    /// program can tell.
    func attachments(
        of store: any EventStore
    ) throws(ApplicationError) -> AttachmentBook? {
        do throws(ApplicationError) {
            let snapshot = try snapshot(of: store, upTo: nil)
            return try mappingError(ApplicationError.store, snapshot.attachments())
        } catch .store(.needsNewerVersion) {
            return nil
        } catch .newerEvent {
            return nil
        } catch .store(.undecodable) {
            return nil
        } catch { throw error }
    }

    /// Brings the files here of which the log speaks and which another copy of it has; those of
    /// which it says nothing any more, such as after an erasure there, go.
    ///
    /// - Returns: Those that neither has as they were; `nil` for none.
    func takeFiles(from other: any LedgerHome) throws(ApplicationError) -> [BrokenFile]? {
        let branches = BranchFiles(home).others(of: other)
        return try takeFiles(other, branches, isGiven: false) {
            files, contents throws(ApplicationError) in
            try files.take(contents, from: other)
        }
    }

    /// Brings the files of another copy here, a folder or a bundle.
    func takeFiles(
        of copy: OtherCopy, at path: String
    ) throws(ApplicationError) -> [BrokenFile]? {
        guard let bundled = copy.bundled else { return try takeFiles(from: FileHome(path)) }
        return try takeFiles(from: bundled)
    }

    /// Brings the files of a bundle here, as those of another copy.
    func takeFiles(from bundled: BundleFiles) throws(ApplicationError) -> [BrokenFile]? {
        let branches = try bundled.branches()
        return try takeFiles(home, branches, isGiven: true) {
            files, contents throws(ApplicationError) in
            try files.take(contents, from: bundled)
            return contents.filter { !files.has($0) }
        }
    }

    /// The files that are not there, of those of which the log speaks; `nil` for none.
    func missingFiles() throws(ApplicationError) -> [BrokenFile]? {
        try takeFiles(home, [], isGiven: false) { files, contents in
            contents.filter { !files.has($0) }
        }
    }

    /// Takes files away of which the log says nothing.
    func removeFiles(_ contents: [String]) {
        guard !contents.isEmpty, let store = try? home.saved.open(),
            let book = (try? attachments(of: store)) ?? nil
        else { return }
        let known = book.contents
        try? AttachmentFiles(home.saved).remove(contents.filter { !known.contains($0) })
    }

    private func takeFiles(
        _ other: any LedgerHome, _ branches: [KeptBranch], isGiven: Bool,
        _ missing: (AttachmentFiles, Set<String>) throws(ApplicationError) -> [String]
    ) throws(ApplicationError) -> [BrokenFile]? {
        let saved = home.saved
        let store = try mappingError(ApplicationError.store) { () throws(StoreError) in
            try saved.open()
        }
        guard let store else { return nil }
        try BranchFiles(saved).take(branches, over: store, in: self, isGiven: isGiven)
        guard let book = try attachments(of: store) else { return nil }
        let files = AttachmentFiles(saved)
        let missing = Set(try missing(files, book.contents))
        try files.remove(files.strangers(book))
        let broken = try AttachmentFiles(other).broken(book) { missing.contains($0) }
        return broken.isEmpty ? nil : broken
    }
}
