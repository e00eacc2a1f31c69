internal import Interchange

/// Words for files that cannot be read as text or have no header.
extension Explanation {
    static func bytes(_ error: ImportError, _ file: String) -> Explanation {
        switch error {
        case .unreadable(let code):
            Explanation(
                "the file cannot be read: \(Terminal.message(ofError: code))", "ls -l \(file)")
        case .changed:
            Explanation("the file became shorter while it was read", .again)
        case .notText(let format):
            Explanation(words(format), tries: [.words(advice(format, file))])
        case .notUTF8(let line, let readings):
            Explanation(
                "line \(line) has bytes that are not UTF-8; say what the file is written in"
                    + readings.map {
                        "\n    as \($0.encoding.rawValue): \(Screen.plain($0.text))"
                    }.joined(),
                tries: readings.prefix(1).map { .options(["--encoding": $0.encoding.rawValue]) })
        case .otherMark(let given, let mark):
            Explanation(
                "the first bytes of the file say that it is \(mark.rawValue), "
                    + "not \(given.rawValue)",
                .options(["--encoding": mark.rawValue]))
        case .noHeader(let lines, let date, let amount):
            Explanation(
                "no line of the file is a header that says which column is which"
                    + shown(lines) + "\n    without a header, columns are called 1, 2, 3 …",
                .addingWith(
                    "--no-header", ["--date": "\(date ?? 1)", "--amount": "\(amount ?? 2)"]),
                .options(["--skip": "LINES"]))
        default: Explanation("the file is of no use")
        }
    }

    static func words(_ fault: CSVFault) -> String {
        switch fault {
        case .undecodable: "bytes that are no text"
        case .textAfterQuote: "text behind a closing quote"
        }
    }

    private static func words(_ format: NotText) -> String {
        switch format {
        case .archive: "the file is an archive or a spreadsheet, not CSV"
        case .spreadsheet: "the file is a spreadsheet, not CSV"
        case .pdf: "the file is a PDF, not CSV"
        case .gzip: "the file is compressed with gzip"
        }
    }

    private static func advice(_ format: NotText, _ file: String) -> String {
        switch format {
        case .archive, .spreadsheet: "libreoffice --convert-to csv \(file)"
        case .pdf: "download the statement as CSV"
        case .gzip: "gzip -dc \(file) | ledger import -"
        }
    }
}
