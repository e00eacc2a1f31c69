internal import EventLog
internal import Ledger

extension Environment {
    /// The position that a text means: `1042`, `#1042`, `.3` for row 3 of the last list, `:3` for
    /// the third task of the day, or a word of a title.
    ///
    /// - Parameters:
    ///   - type: `line` or `task` for words that mean nothing else; `nil` for both.
    ///   - live: Which to prefer where a word occurs in several titles: those that are live, or
    ///     those that are not; `nil` for neither.
    /// - Throws: ``ApplicationError/unknownID(_:)``, ``ApplicationError/ambiguousID(_:_:)``,
    ///   ``ApplicationError/noSuchRow(_:count:)``.
    /// - Complexity: O(*n*) in the titles for a word; in the frames with tasks for a task's.
    func id(
        _ text: String, in snapshot: LedgerSnapshot, type: String? = "line", live: Bool? = nil
    ) throws(ApplicationError) -> UInt64 {
        let digits = text.hasPrefix("#") ? text.dropFirst() : text[...]
        if !digits.isEmpty, digits.utf8.allSatisfy({ (0x30...0x39).contains($0) }) {
            guard let id = UInt64(digits), id < snapshot.count else { throw .unknownID(text) }
            return id
        }
        if text.hasPrefix("."), let row = Int(text.dropFirst()) {
            guard lastList.indices.contains(row - 1) else {
                throw .noSuchRow(text, count: lastList.count)
            }
            return lastList[row - 1]
        }
        // Whether a word is found tells that it is there.
        if let grant, !grant.reads { try check(grant.path, [PermissionRequest([.read])]) }
        if text.hasPrefix(":"), let number = Int(text.dropFirst()) {
            let ids = try numberedTasks(in: snapshot)
            guard ids.indices.contains(number - 1) else {
                throw .noSuchRow(text, count: ids.count)
            }
            return ids[number - 1]
        }
        let all = try mappingError(ApplicationError.store) { () throws(StoreError) in
            // Few frames hold tasks, so looking at those only is fast.
            try type == "task" ? snapshot.findTasks(text) : snapshot.find(text)
        }
        let found = all.filter { type == nil || $0.type == type }
        let preferred = found.filter { $0.live == live }
        if let only = found.count == 1 ? found.first : preferred.first, preferred.count <= 1 {
            return only.id
        }
        // Of the one thing that is called so, it can be said that it is of another type.
        if found.isEmpty, all.count == 1 { return all[0].id }
        throw found.isEmpty ? .unknownID(text) : .ambiguousID(text, found)
    }

    /// The tasks that `:1`, `:2` and so on mean: they are counted anew when a day begins in the
    /// ledger's zone, and stay until the next one does.
    func numberedTasks(in snapshot: LedgerSnapshot) throws(ApplicationError) -> [UInt64] {
        let today = try today(in: snapshot)
        let last = today.zone.start(of: today.day).adding(milliseconds: -1)
        return try mappingError(ApplicationError.store) { () throws(StoreError) in
            try snapshot.numberedTasks(
                since: snapshot.position(asOf: last), withSums: hashed == false)
        }
    }

    /// The positions that texts mean, in their order.
    func ids(
        _ texts: [String], in snapshot: LedgerSnapshot, live: Bool
    ) throws(ApplicationError) -> [UInt64] {
        var ids: [UInt64] = []
        for text in texts { ids.append(try id(text, in: snapshot, live: live)) }
        return ids
    }
}
