/// Bars as a picture (SVG 1.1) that stands for itself: it loads nothing, runs nothing, has the
/// colours of the reader's screen, and can be printed.
struct ChartSVG {
    /// What each bar is divided among.
    struct Part {
        var name: String
        /// A figure for each bar; `nil` for none.
        var sums: [Figure?]
    }

    /// Bars below a heading.
    struct Block {
        var title: String
        var names: [String]
        /// What stands behind each bar; `nil` for nothing.
        var sums: [Figure?]
        /// `nil` where bars are whole.
        var parts: [Part]?
    }

    var title: String
    var blocks: [Block]
    var notes: [String]

    private static let width = 760
    private static let row = 24
    private static let nameWidth = 210
    private static let sumWidth = 120
    /// The longest bar, in tenths of a pixel.
    private static let barMax = (width - 40 - nameWidth - sumWidth) * 10

    /// The picture, with what it was made from.
    func text(_ source: TablePage.Source?) -> String {
        var (body, top) = ("", 20)
        for block in blocks {
            body += ChartSVG.text(block.title, x: 20, y: top + 18, "h")
            top += 36
            body += ChartSVG.legend(block, &top) + ChartSVG.bars(block, top)
            top += block.names.count * ChartSVG.row + 16
        }
        for note in notes + [source?.words].compactMap(\.self) {
            body += ChartSVG.text(note, x: 20, y: top + 12, "d")
            top += 20
        }
        let size = "width=\"\(ChartSVG.width)\" height=\"\(top + 12)\""
        return """
            <svg xmlns="http://www.w3.org/2000/svg" \(size) viewBox="0 0 \(ChartSVG.width) \
            \(top + 12)" role="img">
            <title>\(ChartSVG.escaped(title))</title>
            <style>
            \(ChartSVG.style)
            </style>
            <rect class="page" width="100%" height="100%"/>
            \(body)</svg>

            """
    }

    private static let style = """
        .page { fill: #fff; } text { font: 14px system-ui, sans-serif; fill: #1b1f24; }
        .h { font-weight: 600; font-size: 16px; } .n { text-anchor: end; }
        .d { fill: #5c6670; font-size: 11px; }
        .b0 { fill: #2f6fb0; } .b1 { fill: #d98032; } .b2 { fill: #4f9a63; } .b3 { fill: #9aa4af; }
        .m { fill: none; stroke: #2f6fb0; }
        @media (prefers-color-scheme: dark) {
        .page { fill: #14181d; } text { fill: #e6e9ed; } .d { fill: #9aa4af; } }
        @media print { .page { fill: none; } text { fill: #000; } }
        """

    /// Which part has which colour.
    private static func legend(_ block: Block, _ top: inout Int) -> String {
        guard let parts = block.parts else { return "" }
        var (text, x) = ("", 20)
        for (index, part) in parts.enumerated() {
            let name = Screen.cut(Screen.plain(part.name), to: 24)
            let width = 32 + Screen.width(name) * 8
            if x > 20, x + width > ChartSVG.width - 20 { (x, top) = (20, top + 22) }
            text +=
                "<rect class=\"b\(index % 4)\" x=\"\(x)\" y=\"\(top)\" "
                + "width=\"12\" height=\"12\"/>\n"
            text += ChartSVG.text(name, x: x + 18, y: top + 11, "")
            x += width
        }
        top += 28
        return text
    }

    private static func bars(_ block: Block, _ top: Int) -> String {
        let sizes = block.names.indices.map { row in
            block.parts?.map { size(row < $0.sums.count ? $0.sums[row] : nil, isPart: true) }
                ?? [size(block.sums[row], isPart: false)]
        }
        func sum(_ sizes: some Sequence<UInt128>) -> UInt128 {
            sizes.reduce(0) { $0.addingReportingOverflow($1).partialValue }
        }
        let largest = sizes.map { sum($0) }.max() ?? 0
        var text = ""
        for (row, name) in block.names.enumerated() {
            let y = top + row * ChartSVG.row
            let blanks = name.prefix { $0 == " " }.count
            text += ChartSVG.text(
                Screen.cut(Screen.plain(String(name.dropFirst(blanks))), to: 26),
                x: 20 + blanks * 6, y: y + 15, "")
            var start = 0
            for index in sizes[row].indices where largest > 0 {
                let end = Bars.share(
                    sum(sizes[row][...index]), of: largest, steps: ChartSVG.barMax)
                let isLess = block.parts == nil && (block.sums[row]?.minor ?? 0) < 0
                if end > start {
                    text += "<rect class=\"\(isLess ? "m" : "b\(index % 4)")\" "
                    text += "x=\"\(pixels(200 + ChartSVG.nameWidth * 10 + start))\" y=\"\(y + 3)\" "
                    text += "width=\"\(pixels(end - start))\" height=\"16\"/>\n"
                }
                start = max(start, end)
            }
            if let sum = block.sums[row] {
                text += ChartSVG.text(sum.text, x: ChartSVG.width - 20, y: y + 15, "n")
            }
        }
        return text
    }

    /// How long a bar is; of one that is divided, what is below zero is left out.
    private static func size(_ figure: Figure?, isPart: Bool) -> UInt128 {
        guard let minor = figure?.minor, !isPart || minor > 0 else { return 0 }
        return minor.magnitude
    }

    /// Tenths of a pixel as pixels.
    private static func pixels(_ tenths: Int) -> String { "\(tenths / 10).\(tenths % 10)" }

    private static func text(_ text: String, x: Int, y: Int, _ name: String) -> String {
        let kind = name.isEmpty ? "" : " class=\"\(name)\""
        return "<text\(kind) x=\"\(x)\" y=\"\(y)\">\(escaped(text))</text>\n"
    }

    private static func escaped(_ text: String) -> String {
        text.replacing("&", with: "&amp;").replacing("<", with: "&lt;")
            .replacing(">", with: "&gt;").replacing("\"", with: "&quot;")
    }
}
