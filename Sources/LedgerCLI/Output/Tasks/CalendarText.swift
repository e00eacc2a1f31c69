internal import Application
internal import Ledger

/// Months of days as calendars show them, a mark beside the days on which something is due.
struct CalendarText {
    let agenda: TaskAgenda.Output
    let output: OutputShape

    private static let months = [
        "January", "February", "March", "April", "May", "June", "July", "August", "September",
        "October", "November", "December",
    ]
    /// The width of a month: seven days of three columns.
    private static let width = 21

    /// As many months beside each other as the screen has room for.
    var text: String {
        let months = months
        let room = output.columns ?? 80
        let beside = max(1, min(months.count, (room + 3) / (CalendarText.width + 3)))
        var text = ""
        var start = 0
        while start < months.count {
            let some = months[start..<min(months.count, start + beside)]
            let height = some.map(\.count).max() ?? 0
            for line in 0..<height {
                let cells = some.map { month in
                    line < month.count ? month[line] : (text: "", width: 0)
                }
                let whole = cells.map { cell in
                    cell.text
                        + String(repeating: " ", count: CalendarText.width - cell.width)
                }.joined(separator: "   ")
                text += CalendarText.trimmed(whole) + "\n"
            }
            text += "\n"
            start += beside
        }
        let due = agenda.rows.flatMap(\.items).filter { $0.reason == .due }
        let legend = "* due: \(counted(due.count, "task")) · ] today · # both"
        return text + output.style.dim(legend) + "\n"
            + output.footer(agenda.position, agenda.root)
    }

    private static func trimmed(_ line: String) -> String {
        var line = line[...]
        while line.last == " " { line = line.dropLast() }
        return String(line)
    }

    /// The lines of each month, with the width that each takes on the screen.
    private var months: [[(text: String, width: Int)]] {
        var groups: [[TaskAgenda.Row]] = []
        for row in agenda.rows {
            if groups.last?.last?.day.month != row.day.month { groups.append([]) }
            groups[groups.count - 1].append(row)
        }
        return groups.map(lines)
    }

    private func lines(_ days: [TaskAgenda.Row]) -> [(text: String, width: Int)] {
        guard let first = days.first?.day else { return [] }
        let title = "\(CalendarText.months[first.month - 1]) \(first.year)"
        let names = ["Mo", "Tu", "We", "Th", "Fr", "Sa", "Su"]
        let start = agenda.weekStart.rawValue - 1
        let head = (0..<7).map { names[(start + $0) % 7] + " " }.joined()
        var lines = [
            (text: output.style.bold(title), width: title.count), (text: head, width: head.count),
        ]
        var (text, width) = ("", 0)
        let before = (first.weekday.rawValue - 1 - start + 7) % 7
        (text, width) = (String(repeating: "   ", count: before), 3 * before)
        for row in days {
            if row.day.weekday == agenda.weekStart, width > 0 {
                lines.append((text, width))
                (text, width) = ("", 0)
            }
            text += cell(row)
            width += 3
        }
        return lines + [(text, width)]
    }

    private func cell(_ row: TaskAgenda.Row) -> String {
        let number = row.day.dayOfMonth < 10 ? " \(row.day.dayOfMonth)" : "\(row.day.dayOfMonth)"
        let isDue = row.items.contains { $0.reason == .due || $0.reason == .expected }
        let isLate = row.day < agenda.today && row.items.contains { $0.reason == .due }
        let mark = row.day == agenda.today ? (isDue ? "#" : "]") : isDue ? "*" : " "
        let paint: Style.Paint? =
            isLate ? .red : row.day == agenda.today ? .bold : isDue ? .cyan : nil
        return (paint.map { output.style.painted(number, $0) } ?? number) + mark
    }
}
