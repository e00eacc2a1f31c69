internal import Application
internal import Ledger

/// What the page of reports is asked for.
struct ReportQuestion {
    /// Name of the buckets; `nil` for one.
    let period: String?
    let by: String?
    /// The one that was chosen, or the first one that the terms leave where that is none of these.
    let kind: EntryKind
    /// Days in words; `nil` for the last twelve months.
    let range: String?
    let terms: String?
    /// Beside which earlier days; `nil` for none.
    let compared: ComparedDays.Base?
    private let firstDay: Day?
    /// The days of the answer, where it has any.
    private var days: DayRange?

    /// What can be asked by.
    static let groupings = ["category", "payee", "tag", "account", "person"]

    /// Whether all words of an address are known.
    ///
    /// - Throws: ``ApplicationError/badChoice(field:_:allowed:)`` for one that is none.
    static func check(_ query: FormFields) throws(ApplicationError) {
        _ = try query.word("period", of: Period.named.map(\.name) + ["one"])
        _ = try query.word("by", of: groupings)
        _ = try query.word("kind", of: EntryKind.allCases.map(\.name))
        _ = try query.word("compare", of: ComparedDays.Base.allCases.map(\.rawValue))
    }

    init(_ query: FormFields, _ calendar: CalendarContext, _ referenceData: ReferenceData) {
        let named = query["period"] ?? Period.monthly.name
        period = named == "one" ? nil : named
        by = query["by"]
        let chosen = query["kind"].flatMap { EntryKind(name: $0) } ?? .expense
        range = query["p"]
        terms = query["q"]
        // Terms that are wrong say nothing here; the report refuses them.
        let kinds = terms.flatMap { terms in
            try? LineQuery(
                parsing: terms, referenceData: referenceData, today: calendar.day,
                weekStart: calendar.weekStart
            ).kinds
        }
        kind = kinds?.contains(chosen) == false ? kinds?.first ?? chosen : chosen
        compared = query["compare"].flatMap(ComparedDays.Base.init(rawValue:))
        let year = calendar.day.adding(months: -11)
        firstDay = range == nil ? year.adding(days: 1 - year.dayOfMonth) : nil
    }

    func input(by: String?) -> SpendingReportEndpoint.Input {
        SpendingReportEndpoint.Input(
            period: period, range: range, begin: firstDay?.description, by: by, query: terms,
            kinds: [kind])
    }

    /// The same beside earlier days; of the running period where no days are said.
    var comparison: CompareReports.Input? {
        guard let compared else { return nil }
        let report = SpendingReportEndpoint.Input(
            period: period, range: range, by: by, query: terms, kinds: [kind])
        return CompareReports.Input(report: report, with: compared)
    }

    var heading: Phrase {
        switch kind {
        case .expense: "Expenses"
        case .income: "Income"
        case .transfer: "Transfers"
        }
    }

    /// What stands above the names of groups.
    var groupHeading: Phrase {
        switch by {
        case "category": "Category"
        case "payee": "Payee"
        case "tag": "Tag"
        case "account": "Account"
        case "person": "Person"
        default: Phrase(plain: by ?? "")
        }
    }

    /// What a bucket is called.
    func label(_ row: SpendingReport.Row) -> Phrase { label(row.start, row.end) }

    func label(_ start: Day, _ end: Day) -> Phrase {
        ReportQuestion.label(start, end, of: period)
    }

    /// What a period is called; days that are none are their range.
    static func label(_ start: Day, _ end: Day, of period: String?) -> Phrase {
        switch period.flatMap({ Period(name: $0) }) {
        case .daily: "\(start)"
        case .monthly: "\(ReportQuestion.months[start.month - 1]) \(start.year)"
        case .quarterly: "\(start.year) Q\((start.month + 2) / 3)"
        case .halfyearly: "\(start.year) H\((start.month + 5) / 6)"
        case .yearly: "\(start.year)"
        default: DayRange(start: start, end: end).phrase
        }
    }

    /// The same with the days of its answer, which may cut periods.
    func answered(by report: SpendingReport) -> ReportQuestion {
        var question = self
        if let start = report.start, let end = report.end {
            question.days = DayRange(start: start, end: end)
        }
        return question
    }

    /// The first day of a row that counts.
    func first(of row: SpendingReport.Row) -> Day {
        row.partial ? max(row.start, days?.start ?? row.start) : row.start
    }

    /// The day after the last one of a row that counts.
    func last(of row: SpendingReport.Row) -> Day {
        row.partial ? min(row.end, days?.end ?? row.end) : row.end
    }

    /// The terms that the lines of a row pass.
    func terms(for row: SpendingReport.Row) -> String? {
        terms(payee: row.payee, tag: row.tag, person: row.person)
    }

    /// The terms that the lines of a group pass.
    func terms(payee: String?, tag: String?, person: String?) -> String? {
        var parts: [String] = []
        if let payee { parts.append(LineQuery.text(of: ["payee:" + payee])) }
        if let tag { parts.append(LineQuery.text(of: ["tag:" + tag])) }
        if let person { parts.append(LineQuery.text(of: ["who:" + person])) }
        guard let terms else { return parts.isEmpty ? nil : parts.joined(separator: " ") }
        // What the terms join stays together: `and` binds more than `or`, and two payees are a
        // choice.
        return parts.isEmpty ? terms : "(\(terms)) (\(parts.joined(separator: " ")))"
    }

    static func noun(of period: Period) -> Phrase {
        switch period {
        case .daily: "day"
        case .weekly: "week"
        case .monthly: "month"
        case .quarterly: "quarter"
        case .halfyearly: "half year"
        case .yearly: "year"
        default: Phrase(plain: period.name)
        }
    }

    private static let months: [Phrase] = [
        "Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec",
    ]
}
