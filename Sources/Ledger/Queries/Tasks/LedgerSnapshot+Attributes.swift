internal import EventLog

extension LedgerSnapshot {
    /// The attributes that tasks may have: ``TaskAttributeDeclared/planned``, then those that were
    /// declared, in the order of the log.
    ///
    /// - Complexity: O(*f*) in the frames; only those that declare some are read.
    package func attributes() throws(StoreError) -> [TaskAttributeDeclared] {
        var found = [TaskAttributeDeclared.planned]
        let types: Set<EventType> = [.taskAttributeDeclared]
        try store.read(
            0..<count, .all, holding: TypeSet(types.map(\.rawValue))
        ) { batch throws(StoreError) in
            try batch.forEachEvent(of: types) { _, event in
                guard case .taskAttributeDeclared(let attribute) = event,
                    !found.contains(where: { $0.name == attribute.name })
                else { return }
                found.append(attribute)
            }
            return .next
        }
        return found
    }
}
