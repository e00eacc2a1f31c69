public import EventLog

extension EventStore {
    /// Writes into the log what custom events look like, where it does not say so yet: to be called
    /// before the first of them is appended, and whenever a program starts.
    ///
    /// - Parameters:
    ///   - types: The types; all of their versions are declared.
    ///   - id: The id of the commit, if one is needed.
    ///   - time: Wall clock.
    ///   - actor: The acting person; `nil` only while the ledger has none.
    /// - Returns: Whether something was written.
    /// - Throws: ``CustomEventError/numberTaken(_:by:)`` and its like where the log has something
    ///   else under a number, a name or a version.
    /// - Complexity: O(*n*) in the frames; only those that hold declarations are read.
    @discardableResult
    public func declare(
        _ types: [any CustomEvent.Type], id: CommitID = .random(), at time: Timestamp,
        actor: Reference? = nil
    ) throws(CustomEventError) -> Bool {
        while true {
            let (missing, count) = try undeclared(types)
            if missing.isEmpty { return false }
            let lines = missing.map { $0.line + "\n" }.joined()
            let commit = NewCommit(
                id: id, recordedAt: time, actor: actor,
                events: [.schemasDeclared(SchemasDeclared(schemas: lines))])
            do throws(StoreError) {
                _ = try append(commit, expecting: count)
                return true
            } catch {
                // Somebody else was first: what they declared is to be looked at.
                if case .conflict = error { continue }
                throw .store(error)
            }
        }
    }

    /// What the log does not have of some types, and how many events it has.
    private func undeclared(
        _ types: [any CustomEvent.Type]
    ) throws(CustomEventError) -> (schemas: [EventSchema], count: UInt64) {
        let count: UInt64
        let declarations: [ReferenceData.Declaration]
        do throws(StoreError) {
            count = try head().count
            declarations = try self.declarations(upTo: count)
        } catch { throw .store(error) }
        var declared = DeclaredTypes(declarations)
        var missing: [EventSchema] = []
        for type in types {
            let new = try declared.missing(type.type)
            missing += new
            declared.add(new)
        }
        return (missing, count)
    }

    /// Hands over the custom events of a type, in order, each in the newest version.
    ///
    /// - Parameters:
    ///   - content: The type.
    ///   - positions: Events beyond the end are left out; all when left out.
    ///   - body: Takes the position and the event.
    /// - Throws: As ``CustomEventRecord/decoded(as:at:)``, and what reading and the body throw.
    /// - Complexity: O(*n*) in the frames; only those that hold custom events are read.
    public func forEachEvent<Content: CustomEvent>(
        of content: Content.Type, in positions: Range<UInt64> = 0..<(.max),
        _ body: (UInt64, Content) throws(StoreError) -> Void
    ) throws(StoreError) {
        let number = Content.type.number
        try read(positions, .all, holding: TypeSet([number])) { batch throws(StoreError) in
            let isWanted = batch.keys.map { $0.type == number }
            guard isWanted.contains(true) else { return .next }
            for index in 0..<batch.count where isWanted[Int(batch.keyCodes[index])] {
                let position = batch.firstPosition + UInt64(index)
                guard let record = CustomEventRecord(row: batch.row(at: index)),
                    let event = try record.decoded(as: content, at: position)
                else { continue }
                try body(position, event)
            }
            return .next
        }
    }
}
