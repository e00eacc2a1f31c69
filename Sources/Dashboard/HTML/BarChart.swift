/// Bars as inline SVG: without text of its own, for the figures stand beside it.
enum BarChart {
    /// A bar of a chart.
    struct Bar {
        /// What it stands for, in words.
        let title: String
        let value: Int128
        /// Whether it is drawn paler: its bucket is not over, or cut.
        let isOpen: Bool
    }

    /// Columns side by side, from zero up, or down where a value is below it.
    static func columns(_ bars: [Bar], label: String) -> HTML {
        let top = max(bars.map(\.value).max() ?? 0, 0)
        let bottom = min(bars.map(\.value).min() ?? 0, 0)
        let (difference, overflows) = top.subtractingReportingOverflow(bottom)
        let span = overflows ? Int128.max : difference
        if bars.isEmpty || span == 0 { return .empty }
        let width = bars.count * 20
        return .element(
            "svg",
            [
                .css("chart"), .of("viewBox", "0 0 \(width) 100"),
                .of("preserveAspectRatio", "none"), .of("role", "img"),
                .of("aria-label", label),
            ],
            HTML(
                bars.enumerated().map { index, bar in
                    let height = parts(98, of: magnitude(bar.value), in: span)
                    let zero = parts(98, of: top, in: span)
                    return column(
                        x: index * 20 + 2, y: bar.value < 0 ? zero : zero - height,
                        height: max(height, 1), bar)
                }))
    }

    /// One bar lying in a row of a table, beside its figure; where it is too long, it has another
    /// colour.
    static func row(_ value: Int128, of most: Int128, isOver: Bool = false) -> HTML {
        let most = max(magnitude(most), 1)
        // First it is cut, for what is far too long has no width that fits a number.
        let width = parts(100, of: min(magnitude(value), most), in: most)
        let look: [Attribute] = isOver ? [.css("over")] : []
        return .element(
            "svg", [.css("bar"), .of("aria-hidden", "true")],
            .element("rect", [.of("width", "\(max(width, 1))%")] + look))
    }

    /// A column; how wide it is and how it looks is the style sheet's.
    private static func column(x: Int, y: Int, height: Int, _ bar: Bar) -> HTML {
        let look: [Attribute] = bar.isOpen ? [.css("open")] : []
        return .element(
            "rect", [.of("x", "\(x)"), .of("y", "\(y)"), .of("height", "\(height)")] + look,
            tag("title") { bar.title })
    }

    /// How many of the equal parts of a whole a value has, which is not more than the whole.
    private static func parts(_ count: Int, of value: Int128, in whole: Int128) -> Int {
        let (product, overflows) = value.multipliedReportingOverflow(by: Int128(count))
        let found = overflows ? value / max(1, whole / Int128(count)) : product / max(1, whole)
        return Int(clamping: min(found, Int128(count)))
    }

    /// Without its sign; the least number there is has none so large.
    private static func magnitude(_ value: Int128) -> Int128 {
        value < 0 ? (value == .min ? .max : -value) : value
    }
}
