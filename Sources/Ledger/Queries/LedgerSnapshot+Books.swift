internal import EventLog

extension LedgerSnapshot {
    /// What events of some types come to, of which only the frames are read that may hold them.
    ///
    /// - Parameter types: All that the projection takes in.
    /// - Complexity: O(*n*) in the frames.
    func book<Book: Projection>(of types: Set<EventType>) throws(StoreError) -> Book {
        var book = Book()
        try store.read(0..<count, Book.sections, holding: TypeSet(types.map(\.rawValue))) {
            batch throws(StoreError) in
            try book.apply(batch)
            return .next
        }
        return book
    }
}
