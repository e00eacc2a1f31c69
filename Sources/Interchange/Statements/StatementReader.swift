/// Goes through the rows of a statement as through the records of a CSV file.
struct StatementReader {
    private var parser: any StatementParser
    private var output = StatementOutput()
    private var next = 0
    private var isAtEnd = false
    private let isSound: Bool

    init(_ source: any ByteSource, _ form: TextForm, _ shape: StatementShape) {
        isSound = form.isSound
        switch shape.format {
        case .ofx: parser = OFXParser(source, form, shape)
        case .camt: parser = CamtParser(source, form, shape)
        case .mt940: parser = MT940Parser(source, form, shape)
        case .qif: parser = QIFParser(source, form)
        }
    }

    /// What the statements say of themselves, as far as they are read.
    var notes: [StatementNote] { output.notes }

    /// Goes to the next row.
    ///
    /// - Returns: Whether there is one.
    mutating func next(into record: inout CSVRecord) throws(ImportError) -> Bool {
        while next == output.rows.count {
            if isAtEnd { return false }
            output.rows.removeAll(keepingCapacity: true)
            next = 0
            isAtEnd = try !parser.read(into: &output)
        }
        let row = output.rows[next]
        next += 1
        record.take(row.cells, line: row.line)
        if !isSound { record.check() }
        return true
    }
}
