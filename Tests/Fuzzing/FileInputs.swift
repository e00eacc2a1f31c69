import Interchange
import Ledger

/// Inputs that become journals and files of tasks.
enum FileInputs {
    private static let euro = Currency.iso("EUR") ?? Currency.isoAll[0]

    // MARK: Journals

    /// A byte of options, then a file; what it comes to is a list of which every row is read.
    static func journal(_ bytes: [UInt8]) throws(FuzzFinding) {
        guard let first = bytes.first else { return }
        let file = Array(bytes.dropFirst())
        let form = first & 1 == 0 ? JournalForm.hledger : .beancount
        _ = try? JournalImport.form(of: MemoryBytes(file), given: nil)
        let journal = try? JournalImport(
            MemoryBytes(file), form, encoding: nil, year: 2_026, base: euro,
            currency: { code in Currency.iso(code).map { .one($0) } ?? .unknown(suggestions: []) },
            opening: { [.known, .begins, .transfer][Int($0.id % 3)] },
            // A file that includes itself, or another one like it.
            files: { _ in
                first & 2 == 0
                    ? .failure(JournalInclude(.unreadable)) : .success(MemoryBytes(file))
            })
        guard let journal, journal.note.lines > 0 else { return }
        let list = try? journal.list.bytes()
        let parsed = try? CSVImport.parse(list ?? [], CSVImportOptions(), baseCurrency: euro) {
            Currency.iso($0)
        }
        guard let parsed, parsed.refused.isEmpty, parsed.rows.count == journal.note.lines else {
            throw FuzzFinding("a journal becomes a list that is not read back")
        }
    }

    static var journalSeeds: [[UInt8]] {
        let hledger: [String] = [
            "account x:Aktiva  ; type: A\ncommodity 1.000,00 EUR\nalias a = assets:b\n"
                + "P 2026-01-01 USD 0,9 EUR\n~ monthly\n  expenses:a  1 EUR\n  a\n\n"
                + "2026-04-01=05-01 * (7) Payee | note  ; trip:lisbon, a word\n"
                + "  expenses:food  1.204,50 EUR  ; size:2\n  ! a  -1.204,50 EUR = -1.204,50 EUR\n",
            "D 1,000.00 EUR\nY 2026\napply account x\n4/9 a\n  in:work  -5 @ 0.9134 USD\n"
                + "  assets:c\nend apply account\ncomment\n2026-01-01\nend comment\n"
                + "include other.journal\n2026.4.9 b\n  (budget)  5\n"
                + "  expenses:\"a\"  5 @@ 6 EUR\n",
            "; ledger export hledger: 5 events, root 00\naccount assets:b\n  ; name: b:c\n"
                + "2026-04-01 opening balance\n  ; ledger-opening: 4\n  assets:b  5 EUR\n"
                + "  equity:opening balances\n2026-04-02 x\n  ; ledger-id: 3\n"
                + "  ; shares: A 1 + B 2\n"
                + "  expenses:a  3.00 EUR\n  assets:b\n",
        ]
        let beancount: [String] = [
            "option \"operating_currency\" \"EUR\"\n2026-01-01 open Assets:Giro EUR\n"
                + "pushtag #trip\n2026-01-02 * \"Shop\" \"Tea\" #a ^b\n  note: \"x\"\n"
                + "  Expenses:Food  5.005 USD @ 0.9134 EUR\n  Assets:Giro\npoptag #trip\n"
                + "2026-01-03 pad Assets:Giro Equity:Opening\n"
                + "2026-01-04 balance Assets:Giro 9 EUR\n",
            "include \"other.beancount\"\n2026-01-02 txn \"a\\\"b\"\n  Income:Work  -(3 + 4) EUR\n"
                + "  Assets:Stocks  3 HOOL {10.00 EUR}\n2026-01-05 price USD 0.9 EUR\n",
        ]
        var seeds: [[UInt8]] = []
        for (options, texts) in [(UInt8(0), hledger), (1, beancount), (2, hledger), (3, beancount)]
        {
            for text in texts { seeds.append([options] + Array(text.utf8)) }
        }
        return seeds
    }

    // MARK: Tasks

    /// A byte that says the format, then a file, which says the same when it is read again.
    static func tasks(_ bytes: [UInt8]) throws(FuzzFinding) {
        guard let first = bytes.first else { return }
        let file = Array(bytes.dropFirst())
        let format = TaskFormat.allCases[Int(first) % TaskFormat.allCases.count]
        _ = try? TaskFormat(MemoryBytes(file), given: nil, name: "")
        let read = parsed(file, format)
        guard read?.records == parsed(file, format)?.records else {
            throw FuzzFinding("a file of tasks is read in two ways")
        }
        guard let read else { return }
        guard Set(read.records.map(\.identity)).count == read.records.count else {
            throw FuzzFinding("two tasks of a file are the same")
        }
        guard read.records.count + read.refusedCount <= read.pieces else {
            throw FuzzFinding("more tasks than pieces")
        }
        // What keeps both sides together finds its pieces by itself.
        _ = TaskFile(file, format).count
    }

    private static func parsed(_ file: [UInt8], _ format: TaskFormat) -> TaskImport? {
        try? TaskImport(MemoryBytes(file), encoding: nil, format, zone: .utc)
    }

    static var taskSeeds: [[UInt8]] {
        let texts: [String] = [
            "[\n{\"id\":1,\"description\":\"Call \\u00e9 \\\"x\\\"\",\"uuid\":"
                + "\"6fd0ba4a-ab67-49cd-ac69-64aa999aff8a\",\"status\":\"pending\",\"due\":"
                + "\"20260301T230000Z\",\"tags\":[\"a\",\"b\"],\"project\":\"home.flat\","
                + "\"annotations\":[{\"entry\":\"20260301T230000Z\",\"description\":\"n\"}],"
                + "\"depends\":\"c992448a-f1ea-4982-8461-47f0705ff509\",\"size\":2.5e1},\n"
                + "{\"description\":\"Water\",\"uuid\":\"c992448a-f1ea-4982-8461-47f0705ff509\","
                + "\"status\":\"recurring\",\"recur\":\"weekly\",\"mask\":\"-\"}\n]\n",
            "x 2026-03-03 (B) 2026-03-01 Call Ann @phone +home:flat due:2026-03-05 at:14:30 a:b\n"
                + "# remark\n(Z) \\@home \\due:2026-03-01 pri:A ledger-id:k1\r\n",
            "BEGIN:VCALENDAR\r\nVERSION:2.0\r\nBEGIN:VTODO\r\nUID:a@b\r\nSUMMARY;X=\"a:b\":Long\r\n"
                + "  text\\, and\\nmore\r\nDUE;TZID=Europe/Paris:20260301T180000\r\nPRIORITY:5\r\n"
                + "CATEGORIES:a,b\\,c\r\nRRULE:FREQ=WEEKLY\r\nBEGIN:VALARM\r\nEND:VALARM\r\n"
                + "STATUS:COMPLETED\r\nCOMPLETED:20260303T100000Z\r\nEND:VTODO\r\n"
                + "BEGIN:VEVENT\r\nEND:VEVENT\r\nEND:VCALENDAR\r\n",
        ]
        var seeds: [[UInt8]] = []
        for text in texts {
            for format in TaskFormat.allCases.indices {
                seeds.append([UInt8(format)] + Array(text.utf8))
            }
        }
        return seeds
    }
}
