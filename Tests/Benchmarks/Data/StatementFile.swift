/// The expenses of a bank statement: what records add, row by row, without what was changed later.
enum StatementFile {
    /// Writes a statement.
    ///
    /// - Returns: How many rows it has, and what they come to.
    static func write(
        _ source: any RecordSource, to path: String
    ) throws -> (rows: Int, totals: Totals) {
        let file = try FileWriter(path)
        try file.write("Date,Title,Category,Currency,Amount,Note\n")
        var rows = 0
        var totals = Totals()
        try source.visit { record in
            guard record.kind == .added else { return }
            rows += 1
            totals.add(
                Int128(record.amount), count: 1,
                at: Totals.Key(
                    day: record.day, category: record.category, currency: record.currency))
            let note = record.comment.utf8.contains(UInt8(ascii: ",")) ? "\"" : ""
            try file.write(
                "\(Civil.day(record.occurredAt)),\(record.title),\(record.category),"
                    + "\(record.currency),\(PeerFiles.amount(record)),"
                    + "\(note)\(record.comment)\(note)\n")
        }
        try file.finish()
        return (rows, totals)
    }
}
