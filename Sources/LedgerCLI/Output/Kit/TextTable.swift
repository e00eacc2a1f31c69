/// Rows of cells as text: columns aligned, two blanks apart, no blanks at the ends of lines.
struct TextTable {
    enum Alignment {
        case left
        case right
    }

    /// A column; the narrower of two that do not fit is the one that gives way.
    struct Column {
        var title: String
        var alignment: Alignment = .left
        /// The narrowest it may become where the screen is too small; `nil` if it is never cut.
        var widthMin: Int?
    }

    enum Row {
        /// Cells, some of which are painted.
        case cells([String], paints: [Int: Style.Paint] = [:])
        /// A line of a kind of stroke across all columns.
        case rule
        case blank
    }

    var columns: [Column]
    var rows: [Row] = []
    var style = Style.plain
    /// How wide each column is at least: as in the part of the table that stands above.
    var floors: [Int] = []

    static let gap = 2

    mutating func add(_ cells: String...) { rows.append(.cells(cells)) }

    mutating func add(_ cells: [String], dimmed: Int? = nil) {
        rows.append(.cells(cells, paints: dimmed.map { [$0: .dim] } ?? [:]))
    }

    mutating func add(_ cells: [String], paints: [Int: Style.Paint]) {
        rows.append(.cells(cells, paints: paints))
    }

    /// The width without cutting anything.
    var naturalWidth: Int { TextTable.width(naturalWidths) }

    /// The width with every column as narrow as it may become.
    var narrowestWidth: Int {
        zip(columns, naturalWidths).reduce(TextTable.gap * max(0, columns.count - 1)) {
            $0 + min($1.1, $1.0.widthMin ?? .max)
        }
    }

    var naturalWidths: [Int] {
        columns.indices.map { index in
            let floor = index < floors.count ? floors[index] : 0
            return rows.reduce(max(floor, Screen.width(columns[index].title))) { widest, row in
                guard case .cells(let cells, _) = row, index < cells.count else { return widest }
                return max(widest, Screen.width(cells[index]))
            }
        }
    }

    /// Cuts the widest column that may be cut, cell by cell, until everything fits.
    private func widths(fitting screenColumns: Int?) -> [Int] {
        var widths = naturalWidths
        guard let screenColumns else { return widths }
        var excess = TextTable.width(widths) - screenColumns
        while excess > 0 {
            let cuttable = columns.indices.filter { widths[$0] > columns[$0].widthMin ?? .max }
            guard let widest = cuttable.max(by: { widths[$0] < widths[$1] }) else { break }
            widths[widest] -= 1
            excess -= 1
        }
        return widths
    }

    /// The table, each line ended by a newline. Without titles there is no head.
    ///
    /// - Parameter withHead: Whether the head stands above, where there is one.
    func rendered(columns screenColumns: Int?, withHead: Bool = true) -> String {
        let widths = widths(fitting: screenColumns)
        let rule = Array(style.dim(rule(widths)).utf8)
        // Bytes, because there may be many rows.
        var text: [UInt8] = []
        if withHead, columns.contains(where: { !$0.title.isEmpty }) {
            var titles: [UInt8] = []
            add(columns.map(\.title), widths, to: &titles)
            text += style.bold(String(decoding: titles, as: UTF8.self)).utf8
            text += [0x0A] + rule + [0x0A]
        }
        for row in rows {
            switch row {
            case .cells(let cells, let paints): add(cells, widths, paints, to: &text)
            case .rule: text += rule
            case .blank: break
            }
            text.append(0x0A)
        }
        return String(decoding: text, as: UTF8.self)
    }

    private func rule(_ widths: [Int]) -> String {
        String(repeating: "─", count: TextTable.width(widths))
    }

    /// Of a line of columns of some widths.
    private static func width(_ widths: [Int]) -> Int {
        widths.reduce(0, +) + gap * max(0, widths.count - 1)
    }

    private func add(
        _ cells: [String], _ widths: [Int], _ paints: [Int: Style.Paint] = [:],
        to text: inout [UInt8]
    ) {
        var pending = 0
        for index in widths.indices {
            let width = widths[index]
            let cell = index < cells.count ? Screen.cut(cells[index], to: width) : ""
            let blanks = max(0, width - Screen.width(cell))
            if columns[index].alignment == .right { pending += blanks }
            if !cell.isEmpty {
                // One by one: of a repeated element each step would be looked up.
                for _ in 0..<pending { text.append(0x20) }
                let painted = paints[index].map { style.painted(cell, $0) } ?? cell
                for byte in painted.utf8 { text.append(byte) }
                pending = 0
            }
            pending += TextTable.gap + (columns[index].alignment == .left ? blanks : 0)
        }
    }
}
