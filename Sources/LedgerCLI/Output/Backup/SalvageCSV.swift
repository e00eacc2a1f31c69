internal import Application
internal import Ledger

/// The account of a salvage as rows: one for everything that it reports.
enum SalvageCSV {
    private static let header = [
        "kind", "first", "last", "events", "file", "offset", "bytes", "what", "by",
    ]

    static func text(_ done: SalvageLedger.Output) -> String {
        let account = done.account
        var rows = [
            ["kept", "", "", "\(account.kept)", "", "", "", "", ""],
            ["lost", "", "", "\(account.lost)", "", "", "", "", ""],
            ["proved", "", "", "\(account.proved)", "", "", "", account.provedRoot, ""],
            [
                "events", "0", "\(account.position)", "\(account.events)", "", "", "", account.root,
                "",
            ],
        ]
        rows += account.missing.map {
            [
                "missing", "\($0.first)", "\($0.last)", "\($0.events)", $0.file, "\($0.offset)",
                "\($0.bytes)", $0.reason, "",
            ]
        }
        rows += account.differing.map {
            [
                "differing", "\($0.first)", "\($0.last)", "\($0.events)", $0.file,
                "\($0.offset)", "", "root", "",
            ]
        }
        rows += account.partial.map {
            ["partial", "\($0.first)", "\($0.last)", "\($0.events)", "", "", "", $0.lost, ""]
        }
        rows += account.commits.map {
            [
                "commit", "\($0.first)", "\($0.first + $0.kept + $0.lost - 1)", "\($0.lost)", "",
                "", "", $0.id, "",
            ]
        }
        rows += account.named.map {
            [
                $0.became, "\($0.position)", "\($0.position)", "\($0.events)", "", "", "", $0.what,
                "\($0.first)",
            ]
        }
        rows += account.files.map { ["file", "", "", "", $0.file, "", "", $0.fault, ""] }
        if account.unfinished > 0 {
            rows.append(["unfinished", "", "", "\(account.unfinished)", "", "", "", "", ""])
        }
        return CSVOutput.text(header: header, rows: rows)
    }
}
