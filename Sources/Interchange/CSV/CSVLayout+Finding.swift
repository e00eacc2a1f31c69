internal import Ledger

extension CSVLayout {
    /// Finds out what a file is, how its bytes are text, and where its rows are.
    ///
    /// - Throws: ``ImportError/otherFormat(_:)``, and what stops reading before a header is found.
    static func found(
        in source: any ByteSource, _ options: CSVImportOptions, zone: Zone
    ) throws(ImportError) -> (text: TextForm, layout: CSVLayout) {
        let text = try TextForm.found(in: source, options)
        switch try FileFormat(source, text) {
        case .other(let format): throw .otherFormat(format)
        case .statement(let format):
            let shape = StatementShape(
                format: format, zone: zone, checksBalances: options.balance != "")
            return (text, CSVLayout(shape))
        case nil: break
        }
        let layout = try CSVLayout(source, text, options)
        if let format = OtherFormat(header: layout.header) { throw .otherFormat(format) }
        return (text, layout)
    }

    /// Whether its columns have names, by which files of the same kind are known.
    package var hasNames: Bool { headerLine != nil || statement != nil }
}

extension TextForm {
    /// As ``found(in:given:)``; of a file that is not UTF-8 its first bytes may say what it is.
    fileprivate static func found(
        in source: any ByteSource, _ options: CSVImportOptions
    ) throws(ImportError) -> TextForm {
        do throws(ImportError) {
            return try found(in: source, given: options.encoding)
        } catch .notUTF8(let line, let readings) {
            guard let said = try TextEncoding.declared(in: source) else {
                throw .notUTF8(line: line, readings: readings)
            }
            return try found(in: source, given: said)
        }
    }
}

extension TextEncoding {
    /// What the header of OFX, or the first line of XML, says that the bytes are; `nil` for
    /// nothing, or for what is not known.
    private static let headBytes = 1_024

    fileprivate static func declared(
        in source: any ByteSource
    ) throws(ImportError) -> TextEncoding? {
        var head: [UInt8] = []
        try source.read(at: 0, count: headBytes, into: &head)
        let text = String(decoding: head.filter { $0 < 0x80 }, as: UTF8.self).lowercased()
        guard text.contains("ofxheader") || text.hasPrefix("<?xml") else { return nil }
        for mark in ["encoding=", "charset:"] {
            guard let end = text.firstRange(of: mark)?.upperBound else { continue }
            let name = text[end...].drop { "\"'".contains($0) }
                .prefix { $0.isLetter || $0.isNumber || $0 == "-" || $0 == "_" }
            if let found = TextEncoding(named: String(name)) { return found }
            if let found = TextEncoding(named: "cp\(name)") { return found }
            if let found = TextEncoding(named: "iso-\(name)") { return found }
        }
        return nil
    }
}
