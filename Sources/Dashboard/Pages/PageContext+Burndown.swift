internal import Application
internal import Ledger
internal import LedgerCLI

extension PageContext {
    /// How the number of open tasks went in the last weeks, and when none would be left.
    func burndown() throws(ApplicationError) -> HTML {
        let flow = try call(TaskBurndown.self, TaskBurndown.Input())
        let isEmpty = flow.rows.allSatisfy { $0.open == 0 && $0.added == 0 && $0.done == 0 }
        if isEmpty { return .empty }
        let label: Phrase = "Open at the end of each week, as below"
        return tag("section", .css("card")) {
            tag("h2") { "How it went" }
            BarChart.columns(
                flow.rows.enumerated().map { number, row in
                    BarChart.Bar(
                        title: "\(row.start): \(row.open)", value: Int128(row.open),
                        isOpen: number == flow.rows.count - 1)
                }, label: label.text)
            scrolling { weeks(flow.rows.reversed()) }
            if !flow.end.isEmpty {
                tag("p", .css("dim")) { "At this pace none is open on \(flow.end)." }
            }
        }
    }

    private func weeks(_ rows: [TaskFlowRow]) -> HTML {
        tag("table") {
            tag("thead") {
                tag("tr") {
                    tag("th", .of("scope", "col")) { "Week from" }
                    for name in ["Added", "Done", "Dropped", "Open"] as [Phrase] {
                        tag("th", .css("n"), .of("scope", "col")) { name }
                    }
                }
            }
            tag("tbody") {
                for row in rows {
                    tag("tr") {
                        tag("th", .css("day"), .of("scope", "row")) { row.start.description }
                        for count in [row.added + row.reopened, row.done, row.dropped, row.open] {
                            tag("td", .css("n")) { count == 0 ? "" : Figure.grouped(count) }
                        }
                    }
                }
            }
        }
    }
}
