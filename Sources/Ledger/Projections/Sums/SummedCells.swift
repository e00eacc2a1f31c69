/// The cells that a report needs, of sums and of what follows them: of whole months where that is
/// enough, else of days.
struct SummedCells: SpendingCells {
    let groups: [SpendingTable.Group]
    private typealias Row = (day: Day, cells: DayCells)

    private let rows: [Row]

    func forEachRow(_ body: (Day, DayRow) -> Void) {
        for (day, cells) in rows { body(day, .cells(cells)) }
    }

    /// - Parameters:
    ///   - merger: Sums, and what follows them.
    ///   - parameters: What is asked for.
    /// - Returns: `nil` where the sums cannot be believed.
    init?(_ merger: SumMerger<SpendingTable.Group>, _ parameters: ReportParameters) {
        var merger = merger
        groups = merger.groups
        let months = merger.months.filter {
            !DayRange(month: $0).intersection(parameters.range).isEmpty
        }
        guard parameters.takesMonths else {
            var rows: [Row] = []
            for month in months {
                guard let days = merger.days(ofMonth: month) else { return nil }
                rows += days
            }
            self.rows = rows
            return
        }
        guard merger.readMonths() else { return nil }
        var rows = Array(repeating: [Row]?.none, count: months.count)
        // An open range begins with the first day on which anything counts, and ends with the last.
        let range = parameters.range
        let ends = [
            range.hasStart ? [] : Array(months.indices),
            range.hasEnd ? [] : Array(months.indices.reversed()),
        ]
        for indexes in ends {
            for index in indexes {
                guard let days = rows[index] ?? merger.days(ofMonth: months[index]) else {
                    return nil
                }
                rows[index] = days
                if SummedCells.counts(days, merger.groups, parameters) { break }
            }
        }
        for (index, month) in months.enumerated() where rows[index] == nil {
            let days = DayRange(month: month)
            let isWhole = days.hasStart && days.hasEnd && range.contains(days)
            if isWhole, let whole = merger.whole(month) {
                rows[index] = [whole]
            } else {
                guard let days = merger.days(ofMonth: month) else { return nil }
                rows[index] = days
            }
        }
        self.rows = rows.flatMap { $0 ?? [] }
    }

    /// Whether anything counts on some of the days.
    private static func counts(
        _ days: [Row], _ groups: [SpendingTable.Group], _ parameters: ReportParameters
    ) -> Bool {
        days.contains { day, cells in
            parameters.range.contains(day)
                && cells.groups.contains { parameters.admits(groups[Int($0)].kind) }
        }
    }
}

extension DayRange {
    /// The days of a month, counted since January of year 0.
    init(month: Int) {
        self.init(
            start: Day(month: month, dayOfMonth: 1), end: Day(month: month + 1, dayOfMonth: 1))
    }
}

extension ReportParameters {
    /// Whether all days of a month are in one bucket, and nothing depends on the day.
    var takesMonths: Bool {
        guard exchange == nil else { return false }
        switch period {
        case nil, .monthly, .quarterly, .halfyearly, .yearly: return true
        case .daily, .weekly, .everyDays, .everyMonths, .weekdays, .payCycle: return false
        }
    }
}
