/// The part of a list that is asked for.
struct Page {
    /// How many rows to pass over.
    let skip: Int
    /// The end of the rows that are wanted; `nil` for that of the list.
    let end: Int?

    /// - Throws: ``ApplicationError/outOfRange(field:_:)`` for a negative number.
    init(skip: Int?, limit: Int?) throws(ApplicationError) {
        if let limit, limit < 0 { throw .outOfRange(field: "limit", limit) }
        if let skip, skip < 0 { throw .outOfRange(field: "skip", skip) }
        self.skip = skip ?? 0
        end = limit.map { (skip ?? 0).addingReportingOverflow($0) }
            .map { $0.overflow ? .max : $0.partialValue }
    }
}

extension Page {
    /// The indexes of its rows.
    var rows: Range<Int> { skip..<max(skip, end ?? .max) }
}
