internal import EventLog

/// The events behind a figure in a store.
struct FigureSource: Sendable {
    let store: any EventStore
    let query: FigureQuery
    let currency: Currency
    let referenceData: ReferenceData
    /// The lines that matter; `nil` for all.
    let lines: PositionSet?

    /// 1 where lines of a group are added to the figure, -1 where they are taken from it, 0 where
    /// they do not count.
    func sign(of group: SpendingTable.Group) -> Int64 {
        group.currency == currency ? query.sign(of: group, referenceData) : 0
    }

    /// Reads postings that count in the figure, whose keys are the sign of their amounts in it.
    private var reader: PostingReader<Int64> {
        PostingReader(days: query.range, lines: lines) { group in
            let own = self.sign(of: group)
            return own == 0 ? nil : own
        }
    }

    /// Hands over the postings of some events that count in the figure.
    ///
    /// - Parameter next: Takes the end of each batch; returns whether to go on.
    private func read(
        _ events: Range<UInt64>, _ body: (Posting<Int64>) -> Void, next: (UInt64) -> Bool
    ) throws(StoreError) {
        if events.isEmpty { return }
        var reader = self.reader
        try store.read(events, .report) { batch throws(StoreError) in
            try reader.read(batch) { body($1) }
            return next(batch.positions.upperBound) ? .next : .stop
        }
    }

    /// Goes on with marks of a figure of all lines up to a position, in several parts at the same
    /// time.
    func extend(_ marks: inout FigureMarks, upTo count: UInt64) throws(StoreError) {
        let rest = marks.end.position..<max(marks.end.position, count)
        if rest.isEmpty { return }
        let (threads, step) = (LedgerSnapshot.threads(for: UInt64(rest.count)), marks.step)
        let parts = try store.inParts(rest, threads: threads) {
            (range) throws(StoreError) -> FigureMarks in
            var part = FigureMarks(from: range.lowerBound, step: step)
            var sieve = FigureSieve(self)
            var reader = self.reader
            try store.readHot(range) { frame in
                sieve.passesOver(frame, &part)
            } batch: { batch throws(StoreError) in
                try reader.read(batch) { part.add($1) }
                part.finish(at: batch.positions.upperBound)
            }
            part.finish(at: range.upperBound)
            return part
        }
        for part in parts { marks.merge(part) }
    }

    /// Goes on with a page up to the end of marks. Between two of them is read only where
    /// something was done, and where something more is wanted.
    func extend(_ page: inout FigurePage, by marks: FigureMarks) throws(StoreError) {
        for mark in marks.marks(behind: page.end.position) {
            if page.isFull { return }
            if page.end.events < mark.events {
                try read(page.end.position..<mark.position) { posting in
                    page.add(posting)
                } next: { end in
                    page.finish(at: end)
                    return !page.isFull && page.end.events < mark.events
                }
            }
            if page.end.events == mark.events { page.finish(at: mark.position) }
        }
    }

    /// A page of the first events, and what all of these do.
    func page(skip: Int, limit: Int?, of count: UInt64) throws(StoreError) -> FigurePage {
        var page = FigurePage(skip: skip, limit: limit, from: FigureMarks.Mark(position: 0))
        try read(0..<count) { posting in
            page.add(posting)
        } next: { end in
            page.finish(at: end)
            return true
        }
        return page
    }
}
