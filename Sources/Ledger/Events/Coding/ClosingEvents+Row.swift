internal import EventLog

extension EventDeclaration {
    // Closings ask for a reason where they are ended, by themselves.
    static let booksClosed = EventDeclaration(
        .booksClosed, "closing", "closed", Event.booksClosed,
        [
            .needed(.closedFrom), .needed(.closedUntil), .needed(.digest), .needed(.root),
            .needed(.pinned),
        ], .reason,
        undoneBy: .by([.booksReopened]), changesFigures: false)

    static let booksReopened = EventDeclaration(
        .booksReopened, "closing", "reopened", Event.booksReopened,
        [.needed(.target), .maybe(.isCorrection)], .reason, undoneBy: .by([.booksClosed]),
        changesFigures: false)
}

extension BooksClosed: RowContent {
    func write(to writer: inout RowWriter) {
        writer.add(days.start.daysSince1970, in: .closedFrom)
        writer.add(days.end.daysSince1970, in: .closedUntil)
        writer.add(digest, in: .digest)
        writer.add(root, in: .root)
        writer.add(pinned, in: .pinned)
        writer.add(text: reason, in: .reason)
    }

    init(from reader: RowReader) throws(StoreError) {
        let start = try reader.required(.closedFrom, reader.day)
        let end = try reader.required(.closedUntil, reader.day)
        if end <= start { throw reader.undecodable(.closedUntil) }
        days = DayRange(start: start, end: end)
        digest = try reader.required(.digest, reader.bytes)
        if digest.count != 32 { throw reader.undecodable(.digest) }
        root = try reader.required(.root, reader.bytes)
        if root.count != 32 { throw reader.undecodable(.root) }
        pinned = try reader.required(.pinned, reader.integer)
        if pinned >= reader.position { throw reader.undecodable(.pinned) }
        reason = try reader.text(.reason)
    }
}

extension BooksReopened: RowContent {
    func write(to writer: inout RowWriter) {
        writer.add(target, in: .target)
        if isCorrection { writer.add(1, in: .isCorrection) }
        writer.add(text: reason, in: .reason)
    }

    init(from reader: RowReader) throws(StoreError) {
        target = try reader.required(.target, reader.reference)
        let correction: UInt8 = try reader.integer(.isCorrection) ?? 0
        if correction > 1 { throw reader.undecodable(.isCorrection) }
        isCorrection = correction == 1
        reason = try reader.text(.reason)
    }
}
