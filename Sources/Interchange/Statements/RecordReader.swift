/// Reads the records of a file, whatever its format is.
package struct RecordReader {
    private var csv: CSVReader?
    private var statement: StatementReader?

    init(_ csv: CSVReader) {
        self.csv = csv
    }

    init(_ statement: StatementReader) {
        self.statement = statement
    }

    /// What the statements of the file say of themselves, as far as they are read.
    var notes: [StatementNote] { statement?.notes ?? [] }

    /// Goes to the next record.
    ///
    /// - Returns: Whether there is one.
    package mutating func next(into record: inout CSVRecord) throws(ImportError) -> Bool {
        if let found = try csv?.next(into: &record) { return found }
        return try statement?.next(into: &record) ?? false
    }
}
