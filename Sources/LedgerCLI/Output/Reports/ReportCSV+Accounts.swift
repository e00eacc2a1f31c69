internal import Ledger

extension ReportCSV {
    static func text(_ report: BalanceReport) -> String {
        CSVOutput.text(
            header: [
                "account", "id", "currency", "balance", "lines", "earlier", "later", "closed",
                "asOf", "type",
            ],
            rows: report.rows.map { row in
                [
                    row.account, "\(row.id)", row.currency, row.balance ?? "", "\(row.lines)",
                    "\(row.earlier)", "\(row.later)", "\(row.closed)", "\(row.asOf)",
                    row.type.rawValue,
                ]
            })
    }

    static func text(_ list: AccountList) -> String {
        CSVOutput.text(
            header: ["id", "version", "name", "opening", "currency", "day", "closed", "type"],
            rows: list.rows.map { row in
                [
                    "\(row.id)", "\(row.version)", row.name, row.opening, row.currency,
                    "\(row.day)", "\(row.closed)", (row.type ?? .asset).rawValue,
                ]
            })
    }

    static func text(_ rows: [StatementRow]) -> String {
        CSVOutput.text(
            header: [
                "id", "account", "accountId", "day", "currency", "stated", "computed", "difference",
                "agrees",
            ],
            rows: rows.map { row in
                [
                    row.id.map(String.init) ?? "", row.account, "\(row.accountId)", "\(row.day)",
                    row.currency, row.stated, row.computed ?? "", row.difference ?? "",
                    "\(row.agrees)",
                ]
            })
    }

    static func text(_ found: Reconciliation) -> String {
        let hasStatus = found.rows.contains { $0.status != nil }
        let header = [
            "account", "accountId", "id", "day", "kind", "title", "category", "effect",
            "currency", "explains", "twin", "twinDay", "twinTitle", "void",
        ]
        func cells(_ row: Reconciliation.Row) -> [String] {
            [
                row.account, "\(row.accountId)", "\(row.id)", "\(row.day)", row.kind.name,
                row.title, row.category, row.effect, row.currency, "\(row.explains)",
                row.twin.map(String.init) ?? "", row.twinDay?.description ?? "",
                row.twinTitle ?? "", row.void.map(String.init) ?? "",
            ]
        }
        return CSVOutput.text(
            header: header + (hasStatus ? ["status"] : []),
            rows: found.rows.map { row in
                cells(row) + (hasStatus ? [row.status?.rawValue ?? ""] : [])
            })
    }
}
