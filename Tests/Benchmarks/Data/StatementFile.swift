/// The expenses of a bank statement: what records add, row by row, without what was changed later.
enum StatementFile {
    /// Writes a statement.
    static func write(_ source: any RecordSource, to path: String) throws {
        let file = try FileWriter(path)
        try file.write("Date,Title,Category,Currency,Amount,Note\n")
        try source.visit { record in
            guard record.kind == .added else { return }
            let note = record.comment.utf8.contains(UInt8(ascii: ",")) ? "\"" : ""
            try file.write(
                "\(Civil.day(record.occurredAt)),\(record.title),\(record.category),"
                    + "\(record.currency),\(PeerFiles.amount(record)),"
                    + "\(note)\(record.comment)\(note)\n")
        }
        try file.finish()
    }

    /// What its rows come to.
    static func totals(_ source: any RecordSource) throws -> Totals {
        var totals = Totals()
        try source.visit { record in
            guard record.kind == .added else { return }
            totals.add(
                Int128(record.amount), count: 1,
                at: Totals.Key(
                    day: record.day, category: record.category, currency: record.currency))
        }
        return totals
    }
}
