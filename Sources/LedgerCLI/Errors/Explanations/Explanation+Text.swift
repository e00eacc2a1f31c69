internal import EventLog
internal import Interchange

/// Words for files that cannot be read as text or have no header.
extension Explanation {
    static func bytes(_ error: ImportError, _ file: String) -> Explanation {
        switch error {
        case .unreadable(let code):
            Explanation(
                "the file cannot be read: \(POSIX.message(of: code))", "ls -l \(file)")
        case .changed:
            Explanation("the file became shorter while it was read", .again)
        case .notText(let format):
            Explanation(words(format), tries: [advice(format, file)])
        case .otherFormat(let format):
            Explanation(words(format), tries: [.words(advice(format, file))])
        case .notUTF8(let line, let readings):
            Explanation(
                "line \(line) has bytes that are not UTF-8; say what the file is written in"
                    + readings.map {
                        "\n    as \($0.encoding.rawValue): \(Screen.plain($0.text))"
                    }.joined(),
                tries: readings.prefix(2).map { .options(["--encoding": $0.encoding.rawValue]) })
        case .badText(.zero, let line):
            Explanation(
                "nothing was written; line \(line) has a byte of 0 (NUL), which no text has: "
                    + "is the file damaged?", "sed -n \(line)p \(file) | od -c | head")
        case .badText(.undecodable(let encoding, isGiven: true), let line):
            Explanation(
                "nothing was written; line \(line) has bytes that are no \(encoding.rawValue)",
                .without("--encoding", values: 1))
        case .badText(.undecodable(let encoding, isGiven: false), let line):
            Explanation(
                "nothing was written; line \(line) has bytes that are no \(encoding.rawValue)\n"
                    + "    as all others are: is the file damaged, or cut off?",
                "iconv -f \(encoding.rawValue) -t utf-8 \(file) | sed -n \(line)p")
        case .otherMark(let given, let mark):
            Explanation(
                "the first bytes of the file say that it is \(mark.rawValue), "
                    + "not \(given.rawValue)",
                .options(["--encoding": mark.rawValue]))
        case .noHeader(let lines, let date, let amount, let others):
            Explanation(
                "no line of the file is a header that says which column is which"
                    + shown(lines) + "\n    without a header, columns are called 1, 2, 3 …",
                headerless("\(date ?? 1)", "\(amount ?? 2)", others),
                .options(["--skip": "LINES"]))
        default: Explanation("the file is of no use")
        }
    }

    /// What names the columns of a file without a header.
    private static func headerless(
        _ date: String, _ amount: String, _ others: [ProposedColumn]
    ) -> Try {
        let columns = others.map { "\($0.column)" }
        let option = "--no-header"
        switch others.map(\.role) {
        case [.debit, .credit]:
            return .options(
                ["--date": date, "--debit": columns[0], "--credit": columns[1]], adding: option)
        case [.kind]:
            return .options(
                ["--date": date, "--amount": amount, "--kind": columns[0]], adding: option)
        default: return .options(["--date": date, "--amount": amount], adding: option)
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

    private static func words(_ format: OtherFormat) -> String {
        switch format {
        case .xml: "the file is XML of a kind that is not read; statements of camt and OFX are"
        case .html: "the file is a page of the web (HTML), not CSV"
        case .json: "the file is JSON of a kind that is not read; tasks of Taskwarrior are"
        case .journal: "the file is a journal that is not read; those of hledger are"
        case .postings:
            "the file has the postings of a journal: several rows for each transaction, so its "
                + "sums would come to nothing"
        }
    }

    private static func advice(_ format: OtherFormat, _ file: String) -> String {
        switch format {
        case .xml, .html: "download the statement as CSV"
        case .json: "task export > tasks.json; ledger import tasks.json"
        case .journal: "ledger import --help"
        case .postings: "hledger aregister checking -O csv -o checking.csv"
        }
    }

    private static func advice(_ format: NotText, _ file: String) -> Try {
        switch format {
        case .archive, .spreadsheet: "libreoffice --convert-to csv \(file)"
        case .pdf: "download the statement as CSV"
        case .gzip: .piped("gzip -dc \(file)", of: file)
        }
    }
}
