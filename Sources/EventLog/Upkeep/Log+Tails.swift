/// What recoveries saved aside from the end of a log.
extension Log {
    /// Takes over what another log saved aside, for a log that takes the place of that one.
    ///
    /// - Parameter erasure: Where the last erasure is recorded in the other log: what was saved
    ///   before may hold text that was erased, and is left; `nil` for none.
    package func takeTails(of other: Log, behind erasure: UInt64?) throws(LogError) {
        try exclusively { _ throws(LogError) in
            try mappingError(LogError.storage) { () throws(StorageError) in
                for name in try other.storage.list() where Log.isTail(name) {
                    if let erasure, Log.mayHold(name, before: erasure) { continue }
                    try takeTail(name, of: other)
                }
                try storage.syncDirectory()
            }
        }
    }

    /// Copies a tail under a passing name, so that none is there in part.
    private func takeTail(_ name: String, of other: Log) throws(StorageError) {
        guard try storage.identity(of: name) == nil else { return }
        let file = try other.storage.open(name, .read)
        var bytes: [UInt8] = []
        let size = Int(clamping: min(try file.size(), UInt64(Limit.frameBytesMax)))
        let count = try file.read(at: 0, into: &bytes, count: size)
        let temporaryName = name + ".tmp"
        if try storage.identity(of: temporaryName) != nil { try storage.remove(temporaryName) }
        let copy = try storage.open(temporaryName, .create)
        try copy.write(Array(bytes.prefix(count)), at: 0)
        try copy.sync()
        try storage.rename(temporaryName, to: name)
    }

    /// The position at which bytes were cut that were saved aside under a name; `nil` for a file
    /// that was cut off as a whole: events may have come before it since.
    private static func cut(of name: String) -> UInt64? {
        let digits = name.dropFirst(5).prefix { ("0"..."9").contains($0) }
        guard let position = UInt64(digits), position % Limit.segmentEvents > 0 else { return nil }
        return position
    }

    /// Whether what was saved aside under a name may hold text that an erasure erased: it was cut
    /// before that.
    private static func mayHold(_ name: String, before erasure: UInt64) -> Bool {
        (cut(of: name) ?? 0) <= erasure
    }

    /// Whether anything lies there that was saved aside from the end of the log and may hold text
    /// that an erasure erased.
    ///
    /// - Parameter erasure: Where the last one is recorded.
    package func hasTails(before erasure: UInt64) throws(LogError) -> Bool {
        try mappingError(LogError.storage, storage.list()).contains { name in
            Log.isTail(name) && Log.mayHold(name, before: erasure)
        }
    }

    /// Removes what was saved aside from the end of the log.
    func removeTails() throws(LogError) -> UInt64 {
        do {
            let tails = try storage.list().filter(Log.isTail)
            for name in tails { try storage.remove(name) }
            // Whoever removed some before may have been killed before the folder was synced.
            try storage.syncDirectory()
            return UInt64(tails.count)
        } catch { throw .storage(error) }
    }
}
