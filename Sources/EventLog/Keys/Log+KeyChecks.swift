extension Log {
    /// Holds the caches of keys against the log, and removes those that do not fit it: what cannot
    /// be believed, and what lacks keys or has others.
    ///
    /// - Returns: The names of the files that were removed.
    /// - Complexity: O(*n*) in the frames.
    package func dropFalseKeys() throws(LogError) -> [String] {
        guard let keyHash, storage.isWritable else { return [] }
        let (segments, tip) = try tip()
        let look = KeyLookup(segments, tip, isWriting: false)
        var dropped: [String] = []
        for (index, segment) in segments.enumerated() {
            let name = KeyCache.name(segment.name)
            guard try identity(of: name) != nil else { continue }
            if try hasRightKeys(index, look, keyHash) { continue }
            do throws(StorageError) { try storage.remove(name) } catch {
                if case .notFound = error { continue }
                throw .storage(error)
            }
            dropped.append(name)
        }
        return dropped
    }

    /// Whether a cache has just the keys of the events for which it speaks.
    private func hasRightKeys(
        _ index: Int, _ look: KeyLookup, _ hash: DeviceHash
    ) throws(LogError) -> Bool {
        let segment = look.segments[index]
        let entries: [KeyEntry]
        let end: UInt64
        do throws(KeyIndexInvalid) {
            var cache = try KeyCache.open(of: segment, in: storage, writing: false, hash)
            try cache.readRecords(upTo: look.end(index))
            end = cache.cover.position
            entries = try cache.all()
        } catch { return false }
        // Somebody who appends meanwhile is further than this look.
        guard end <= look.end(index) else { return true }
        let count = end - segment.header.firstPosition
        return try scan(index, look).filter { UInt64($0.index) < count } == entries
    }
}
