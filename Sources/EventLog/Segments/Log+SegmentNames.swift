internal import Synchronization

/// Which segments there are, and why nobody is worse off for not listing the folder.
///
/// While a folder says that none of its names changed, they are what they were. So a file that goes
/// missing, one that comes in its place, and what an interrupted writer leaves are found as by a
/// list: each changes the folder. What is written into a file that keeps its name does not: the
/// newest listed files are looked at all the same, the others by whoever reads them, and all by
/// ``verify(progress:)``, proofs, backups and whoever signs.
extension Log {
    /// How many listed segments are looked at, the newest.
    private static let watched = 4

    /// The segments of a folder that says what it said when its names were kept; `nil` where that
    /// is not known.
    ///
    /// - Parameter change: What it says now.
    /// - Complexity: O(1) in calls of the system but for segments that are not in the list.
    func namedSegments(_ change: FolderChange) throws(LogError) -> [SegmentFile]? {
        let isBelieved = state.withLock { state in
            state.named = nil
            return state.isListBelieved
        }
        guard options.listSegments > 0, isBelieved, try identity(of: SegmentNames.name) != nil,
            let hash = listHash, let names = SegmentNames(in: storage, hash),
            names.change == change, let list = SegmentList(in: storage, hash),
            list.checksum == names.list
        else { return nil }
        let found = names.all(with: list)
        guard !found.isEmpty else { return nil }
        let listed = found.compactMap({ $0.entry })
        for entry in listed.suffix(Log.watched) {
            guard try stamp(of: entry.header.name.text) == entry.stamp else { return nil }
        }
        var segments: [SegmentFile] = []
        segments.reserveCapacity(found.count)
        for (name, entry) in found {
            if let entry {
                segments.append(SegmentFile(entry, in: storage))
            } else {
                let writing = storage.isWritable
                segments.append(try SegmentFile.open(name, in: storage, writing: writing))
            }
        }
        state.withLock { $0.named = change }
        return segments
    }

    /// Keeps which segments the folder has, unless it just changed, that is kept already, or
    /// something is left over in it.
    func keepSegmentNames(_ hash: DeviceHash) throws(LogError) {
        guard let change = storage.lastChange(), change != state.withLock({ $0.named }) else {
            return
        }
        try exclusively { lock throws(LogError) in
            guard let list = SegmentList(in: storage, hash) else { return }
            // Where the file is new, the folder just changed: it is filled by the next look.
            let file = try mappingError(LogError.storage) { () throws(StorageError) in
                try storage.identity(of: SegmentNames.name) == nil
                    ? storage.open(SegmentNames.name, .create)
                    : storage.open(SegmentNames.name, .readWrite)
            }
            guard let names = try names(beside: list), try isHeld(lock) else { return }
            let bytes = names.encoded(hash)
            do throws(StorageError) { try file.write(bytes, at: 0) } catch {
                throw .storage(error)
            }
            state.withLock { $0.named = names.change }
        }
    }

    /// What the folder has besides a list; `nil` where that cannot be told.
    private func names(beside list: SegmentList) throws(LogError) -> SegmentNames? {
        guard let checksum = list.checksum, let change = storage.lastChange() else { return nil }
        let segments = try tip().segments
        let files = try mappingError(LogError.storage, storage.list())
        guard storage.lastChange() == change, !files.contains(where: { $0.hasSuffix(".tmp") }),
            Log.leftOver(of: files, beside: segments).isEmpty
        else { return nil }
        let listed = Set(list.entries.map(\.header.name))
        let all = segments.map(\.header.name)
        let others = all.filter { !listed.contains($0) }
        let names = SegmentNames(list: checksum, change: change, others: others)
        guard others.count <= SegmentNames.othersMax, others.last == all.last,
            names.all(with: list).map({ $0.name }) == all
        else { return nil }
        return names
    }

    /// Whether the folder was not listed, because its names are known.
    package var knowsNames: Bool {
        state.withLock { $0.named != nil && $0.named == $0.listed }
    }
}

extension SegmentNames {
    /// All segments in order, each with what a list says of it. One that is not in the list stands
    /// in the place of one that is.
    fileprivate func all(
        with list: SegmentList
    ) -> [(name: SegmentName, entry: SegmentList.Entry?)] {
        var all: [(name: SegmentName, entry: SegmentList.Entry?)] = []
        all.reserveCapacity(list.entries.count + others.count)
        var rest = others[...]
        for entry in list.entries {
            let name = entry.header.name
            while let other = rest.first, other.firstPosition < name.firstPosition {
                all.append((other, nil))
                rest.removeFirst()
            }
            if rest.first?.firstPosition != name.firstPosition { all.append((name, entry)) }
        }
        for other in rest { all.append((other, nil)) }
        return all
    }
}
