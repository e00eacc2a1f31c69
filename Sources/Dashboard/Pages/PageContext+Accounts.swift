internal import Application
internal import Ledger
internal import LedgerCLI

extension PageContext {
    /// What is in accounts, now and at the end of each of the last months.
    func accounts() throws(ApplicationError) -> WebPage {
        let balances = try call(ShowBalances.self, ShowBalances.Input())
        let today = try env.today(in: env.snapshot()).day
        let period = try word("period", of: Period.named.map(\.name)) ?? Period.monthly.name
        let first = today.adding(months: -11)
        let series = try call(
            BalanceOverTime.self,
            BalanceOverTime.Input(
                period: period,
                begin: first.adding(days: 1 - first.dayOfMonth).description))
        return document(.accounts, "Accounts", root: balances.root) {
            if balances.rows.isEmpty {
                tag("p", .css("card")) { "No account yet: ledger account open NAME" }
            } else {
                tag("section", .css("card")) {
                    tag("h2") { "At the end of \(balances.asOf)" }
                    balanceTable(balances)
                    if may(.assertStatement) {
                        tag("p", .css("actions")) {
                            tag("a", .css("choice"), .href(Link("/reconcile"))) {
                                "Reconcile against a statement"
                            }
                        }
                    }
                }
                for currency in series.currencies.filter(
                    Set(series.totals.map(\.currency)).contains)
                {
                    overTime(series, period, currency, today)
                }
            }
        }
    }

    private func balanceTable(_ report: BalanceReport) -> HTML {
        tag("table") {
            tag("thead") {
                tag("tr") {
                    tag("th", .of("scope", "col")) { "Account" }
                    tag("th", .css("n wide-only"), .of("scope", "col")) { "Lines" }
                    tag("th", .css("n"), .of("scope", "col")) { "Balance" }
                }
            }
            tag("tbody") {
                for row in report.rows {
                    tag("tr") {
                        tag("th", .of("scope", "row")) {
                            tag(
                                "a",
                                .href(
                                    link(
                                        "/entries",
                                        ["q": LineQuery.text(of: ["acct:" + row.account])]))
                            ) { row.account }
                            if row.closed { tag("span", .css("badge")) { "closed" } }
                        }
                        tag("td", .css("n wide-only")) { "\(row.lines)" }
                        tag("td", .css("n")) {
                            Phrase(row.balance.map(Figure.grouped), or: "not known")
                            " \(row.currency)"
                        }
                    }
                }
            }
            tag("tfoot") {
                for total in report.totals {
                    tag("tr") {
                        tag("th", .of("scope", "row")) { "Total" }
                        tag("td", .css("n wide-only")) { "" }
                        tag("td", .css("n")) {
                            "\(Figure.grouped(total.sum)) \(total.currency)"
                        }
                    }
                }
            }
        }
    }

    private func overTime(
        _ series: BalanceSeries, _ period: String, _ currency: String, _ today: Day
    ) -> HTML {
        let totals = series.totals.filter { $0.currency == currency }
        return tag("section", .css("card")) {
            tag("h2") { "Over time, all accounts in \(currency)" }
            BarChart.columns(
                totals.map { total in
                    let name = ReportQuestion.label(total.start, total.end, of: period).text
                    return BarChart.Bar(
                        title: "\(name): \(total.sum)", value: Figure(total.sum).minor,
                        isOpen: total.end > today)
                }, label: ("Balance at the end of each period, as below" as Phrase).text)
            scrolling {
                tag("table") {
                    tag("thead") {
                        tag("tr") {
                            tag("th", .of("scope", "col")) { "Period" }
                            tag("th", .css("n"), .of("scope", "col")) { "At its end" }
                        }
                    }
                    tag("tbody") {
                        for total in totals.reversed() {
                            tag("tr") {
                                tag("th", .of("scope", "row")) {
                                    ReportQuestion.label(total.start, total.end, of: period)
                                    if total.end > today {
                                        tag("span", .css("tag")) { " so far" }
                                    }
                                }
                                tag("td", .css("n")) { Figure.grouped(total.sum) }
                            }
                        }
                    }
                }
            }
        }
    }
}
