/// Reads the rows of one format, a few at a time.
protocol StatementParser {
    /// Reads on.
    ///
    /// - Returns: Whether there is more to read.
    mutating func read(into output: inout StatementOutput) throws(ImportError) -> Bool
}

/// What a parser has read and nobody has taken yet.
struct StatementOutput {
    /// A row: a text for each column of the format.
    struct Row {
        let line: Int
        let cells: [[UInt8]]
    }

    /// Rows in the order of the file.
    var rows: [Row] = []
    /// What the statements that are read through say of themselves.
    private(set) var notes: [StatementNote] = []

    /// Keeps a note, as long as there are few.
    mutating func add(_ note: StatementNote) {
        if notes.count < StatementNote.countMax { notes.append(note) }
    }
}
