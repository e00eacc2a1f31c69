internal import EventLog

extension LedgerSnapshot {
    /// What events of some types come to, of which only the frames are read that may hold them.
    ///
    /// - Parameter types: All that the projection takes in.
    /// - Complexity: O(*n*) in the frames, and in the keys of those that may hold such events;
    ///   around these alone is taken apart what they say.
    func book<Book: Projection>(of types: Set<EventType>) throws(StoreError) -> Book {
        var book = Book()
        let found = try store.referencePositions(in: 0..<count, of: types)
        try store.readBatches(at: found, Book.sections, spans: []) {
            batch, _ throws(StoreError) in
            try book.apply(batch)
        }
        return book
    }
}
