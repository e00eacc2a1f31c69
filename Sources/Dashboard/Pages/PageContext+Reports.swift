internal import Application
internal import EventLog
internal import Ledger
internal import LedgerCLI

extension PageContext {
    /// Sums by period, and by what is asked for.
    func reports() throws(ApplicationError) -> WebPage {
        let snapshot = try env.snapshot()
        let asked = ReportQuestion(
            request.query, try env.today(in: snapshot), snapshot.referenceData)
        var totals: SpendingReport?
        var groups: SpendingReport?
        var comparison: ReportComparison?
        var problem: ApplicationError?
        do throws(ApplicationError) {
            try ReportQuestion.check(request.query)
            totals = try call(SpendingReportEndpoint.self, asked.input(by: nil))
            if let by = asked.by {
                groups = try call(SpendingReportEndpoint.self, asked.input(by: by))
            }
            if let input = asked.comparison { comparison = try call(CompareReports.self, input) }
        } catch {
            if error.exitClass == .damage { throw error }
            problem = error
        }
        let root = try root(totals?.root)
        return document(.reports, "Reports", root: root, problem: problem) {
            if isShared { question(asked) } else { questionForm(asked) }
            alert(problem)
            if let totals {
                if totals.rows.isEmpty {
                    tag("p", .css("card")) { "No line passes." }
                }
                let answered = asked.answered(by: totals)
                if let comparison { compared(comparison, asked) }
                for table in ReportTable.all(of: totals, groups, answered) {
                    section(table, answered)
                }
                sharing
            }
        }
    }

    /// What was asked, for who cannot ask anything else.
    private func question(_ asked: ReportQuestion) -> HTML {
        let words = [asked.range, asked.terms].compactMap(\.self)
        return words.isEmpty ? .empty : tag("p") { words.joined(separator: " · ") }
    }

    /// The link to the report for others.
    private var sharing: HTML {
        guard at == nil, !isShared, let target = present.sharedTarget(request.query) else {
            return .empty
        }
        return tag("details", .css("card")) {
            tag("summary") { "Show it to others" }
            tag("p") {
                tag("a", .of("href", target)) { "This link" }
                " shows this report alone, and what is recorded later, to whoever has it."
            }
        }
    }

    private func questionForm(_ asked: ReportQuestion) -> HTML {
        search(Link("/reports")) {
            choice(
                "period", "Every",
                Period.named.map { (value: $0.name, text: ReportQuestion.noun(of: $0)) } + [
                    (value: "one", text: "all of it" as Phrase)
                ],
                chosen: asked.period ?? "one")
            choice(
                "by", "By",
                [
                    ("", "nothing"), ("category", "category"), ("payee", "payee"), ("tag", "tag"),
                    ("account", "account"), ("person", "person"),
                ], chosen: asked.by)
            choice(
                "kind", "Of",
                [("expense", "expenses"), ("income", "income"), ("transfer", "transfers")],
                chosen: asked.kind.name)
            choice(
                "compare", "Beside",
                [("", "nothing"), ("previous", "the days before"), ("year", "a year before")],
                chosen: asked.compared?.rawValue)
            tag("label") {
                tag("span") { "Days" }
                tag(
                    "input", .of("name", "p"), .of("value", asked.range ?? ""),
                    .hint(asked.range == nil ? "the last 12 months" : ""))
            }
            tag("label", .css("wide")) {
                tag("span") { "Terms" }
                tag(
                    "input", .of("name", "q"), .of("value", asked.terms ?? ""),
                    .of("placeholder", "cat:food amt:>20"))
            }
            button("Show")
        }
    }

    /// Sums beside those of earlier days.
    private func compared(_ comparison: ReportComparison, _ asked: ReportQuestion) -> HTML {
        let was = DayRange(start: comparison.wasStart, end: comparison.wasEnd)
        let now = DayRange(start: comparison.start, end: comparison.end)
        let (count, most) = (comparison.rows.count, ReportTable.rowsMax)
        return tag("section", .css("card"), .of("id", "compared")) {
            tag("h2") { "Then and now" }
            if comparison.toDate {
                tag("p", .css("dim")) { "Both end early, because the days are not over yet." }
            }
            scrolling {
                tag("table") {
                    tag("thead") {
                        tag("tr") {
                            tag("th", .of("scope", "col")) {
                                asked.by == nil ? asked.heading : asked.groupHeading
                            }
                            for name in [was.phrase, now.phrase, "More"] {
                                tag("th", .css("n"), .of("scope", "col")) { name }
                            }
                        }
                    }
                    tag("tbody") {
                        for row in comparison.rows.prefix(most) {
                            tag("tr") {
                                tag("th", .of("scope", "row")) { group(of: row, asked) }
                                tag("td", .css("n")) {
                                    figure(row.was, row.wasCount, was, row, asked)
                                }
                                tag("td", .css("n")) {
                                    figure(row.now, row.nowCount, now, row, asked)
                                }
                                tag("td", .css("n")) { change(row) }
                            }
                        }
                    }
                }
            }
            if count > most {
                tag("p", .css("dim")) { "Shown: \(most) of \(count) rows; terms narrow it." }
            }
        }
    }

    private func group(of row: ReportComparison.Row, _ asked: ReportQuestion) -> Phrase {
        if asked.by == nil { return PageContext.name(of: row.kind) }
        return Phrase(
            row.category ?? row.account ?? row.payee ?? row.tag ?? row.person, or: "(none)")
    }

    private func change(_ row: ReportComparison.Row) -> HTML {
        let sign = Figure(row.change).minor > 0 ? "+" : ""
        let percent = row.percent.map { " · \(sign)\(Figure.grouped($0)) %" } ?? ""
        return .text("\(sign)\(Figure.grouped(row.change))\(percent)")
    }

    /// A figure of a comparison with the way to its events.
    private func figure(
        _ sum: String, _ count: Int64, _ days: DayRange, _ row: ReportComparison.Row,
        _ asked: ReportQuestion
    ) -> HTML {
        let text = "\(Figure.grouped(sum)) \(row.currency)"
        if isShared || count == 0 { return .text(text) }
        var target = link(
            "/explain",
            [
                "begin": days.start.description, "end": days.end.description,
                "kind": row.kind == .expense ? nil : row.kind.name, "currency": row.currency,
                "q": asked.terms(payee: row.payee, tag: row.tag, person: row.person), "sum": sum,
            ])
        if let category = row.category {
            target = target.with("category", category).with("exact", "1")
        }
        if let account = row.account { target = target.with("account", account) }
        return tag("a", .href(target)) { text }
    }

    private func section(_ table: ReportTable, _ asked: ReportQuestion) -> HTML {
        let bars = table.buckets.map { bucket in
            BarChart.Bar(
                title: "\(asked.label(bucket.start, bucket.end).text): \(bucket.sum)",
                value: Figure(bucket.sum).minor, isOpen: bucket.partial || bucket.running)
        }
        return tag("section", .css("card")) {
            tag("h2") { "\(asked.heading) in \(table.currency)" }
            if bars.count > 1 {
                let label: Phrase = "\(asked.heading) in \(table.currency), as below"
                BarChart.columns(bars, label: label.text)
                tag("div", .css("axis dim")) {
                    tag("span") { asked.label(table.buckets[0]) }
                    tag("span") { asked.label(table.buckets[bars.count - 1]) }
                }
            }
            if table.groups.isEmpty { plainTable(table, asked) } else { matrix(table, asked) }
        }
    }

    private func plainTable(_ table: ReportTable, _ asked: ReportQuestion) -> HTML {
        let most = table.buckets.map { Figure($0.sum).minor }.max() ?? 0
        let shown = table.buckets.suffix(ReportTable.rowsMax).reversed()
        return scrolling {
            tag("table") {
                tag("thead") {
                    tag("tr") {
                        tag("th", .of("scope", "col")) { "Period" }
                        tag("td", .css("wide-only"))
                        tag("th", .css("n"), .of("scope", "col")) { "Lines" }
                        tag("th", .css("n"), .of("scope", "col")) { asked.heading }
                    }
                }
                tag("tbody") {
                    for row in shown {
                        tag("tr") {
                            tag("th", .of("scope", "row")) {
                                asked.label(row)
                                if row.running { tag("span", .css("tag")) { " still running" } }
                                if row.partial { tag("span", .css("tag")) { " cut" } }
                            }
                            tag("td", .css("wide-only")) {
                                BarChart.row(Figure(row.sum).minor, of: most)
                            }
                            tag("td", .css("n")) { "\(row.count)" }
                            tag("td", .css("n")) { cell(row, asked) }
                        }
                    }
                }
            }
            if table.buckets.count > ReportTable.rowsMax {
                tag("p", .css("dim")) {
                    "\(table.buckets.count - ReportTable.rowsMax) earlier ones: choose days"
                }
            }
        }
    }

    private func matrix(_ table: ReportTable, _ asked: ReportQuestion) -> HTML {
        let buckets = table.buckets.suffix(ReportTable.columnsMax)
        return scrolling {
            tag("table") {
                tag("thead") {
                    tag("tr") {
                        tag("th", .of("scope", "col")) { asked.groupHeading }
                        for bucket in buckets {
                            tag("th", .css("n"), .of("scope", "col")) {
                                asked.label(bucket)
                            }
                        }
                    }
                }
                tag("tbody") {
                    for group in table.groups.prefix(ReportTable.groupsMax) {
                        tag("tr") {
                            tag("th", .css("name"), .of("scope", "row")) {
                                Phrase(group, or: "(none)")
                            }
                            for bucket in buckets {
                                tag("td", .css("n")) {
                                    if let row = table.cells[bucket.start]?[group] {
                                        cell(row, asked)
                                    }
                                }
                            }
                        }
                    }
                }
                tag("tfoot") {
                    tag("tr") {
                        tag("th", .of("scope", "row")) { "Total" }
                        for bucket in buckets { tag("td", .css("n")) { cell(bucket, asked) } }
                    }
                }
            }
            if table.buckets.count > buckets.count || table.groups.count > ReportTable.groupsMax {
                tag("p", .css("dim")) {
                    "Shown: \(buckets.count) of \(table.buckets.count) periods, the largest "
                    "\(ReportTable.groupsMax) rows at most; days and terms narrow it."
                }
            }
        }
    }

    /// A figure with the way to its events: exactly those of its row.
    private func cell(_ row: SpendingReport.Row, _ asked: ReportQuestion) -> HTML {
        var target = link(
            "/explain",
            [
                "begin": asked.first(of: row).description,
                "end": asked.last(of: row).description,
                "kind": row.kind == .expense ? nil : row.kind.name, "currency": row.currency,
                "q": asked.terms(for: row), "sum": row.sum,
            ])
        if let category = row.category {
            target = target.with("category", category).with("exact", "1")
        }
        if let account = row.account { target = target.with("account", account) }
        if isShared { return .text(Figure.grouped(row.sum)) }
        return tag("a", .href(target)) { Figure.grouped(row.sum) }
    }
}
