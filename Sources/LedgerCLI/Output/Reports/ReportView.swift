internal import Ledger

/// How a report is shown as text; the report itself stays as it is.
struct ReportView {
    /// A total of every row.
    var totals = false
    /// A mean of every row, or of all rows.
    var averages = false
    /// The greatest sum first.
    var sortsBySum = false
    /// Shares of the total.
    var shares = false
    /// No line of totals.
    var hidesTotals = false
    /// Only the greatest groups; the rest in one row.
    var top: Int?
    /// Income less expenses.
    var net = false
    /// Categories as a tree.
    var isTree = false
    /// Periods without money, too.
    var showsEmpty = false
    /// A bar beside each row, or a curve of its periods.
    var bars = false
    /// A row a period, a column a group.
    var isTransposed = false
    /// The day after today: periods that have not begun are in no average.
    var tomorrow: Day?
    /// Whether there is income that is not shown.
    var hidesIncome = false
}
