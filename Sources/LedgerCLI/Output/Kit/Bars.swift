/// Figures as strokes of block elements (Unicode, U+2580 to U+259F), or of ASCII where a terminal
/// has no others; for eyes only.
enum Bars {
    private static let eighths: [Character] = ["▏", "▎", "▍", "▌", "▋", "▊", "▉", "█"]
    private static let heights: [Character] = ["▁", "▂", "▃", "▄", "▅", "▆", "▇", "█"]

    private static let plainHeights: [Character] = [".", ":", "-", "=", "+", "*", "%", "#"]

    /// What the parts of a bar are drawn with, in their order.
    static func shades(isASCII: Bool) -> [Character] {
        isASCII ? ["#", "=", "+", "."] : ["█", "▓", "▒", "░"]
    }

    /// A bar of several parts for each row, the longest as wide as given; what is below zero is
    /// left out. There are as many parts as ``shades(isASCII:)`` at most.
    static func stacks(_ rows: [[Figure?]], width: Int, isASCII: Bool = false) -> [String] {
        func size(_ figure: Figure?) -> UInt128 {
            figure.map { $0.minor > 0 ? $0.minor.magnitude : 0 } ?? 0
        }
        func sum(_ sizes: [UInt128]) -> UInt128 {
            sizes.reduce(0) { $0.addingReportingOverflow($1).partialValue }
        }
        let sizes = rows.map { $0.map(size) }
        guard let largest = sizes.map(sum).max(), largest > 0 else { return rows.map { _ in "" } }
        return sizes.map { parts in
            var (bar, end) = ("", 0)
            for (number, shade) in shades(isASCII: isASCII).enumerated()
            where number < parts.count {
                let next = share(sum(Array(parts[...number])), of: largest, steps: width)
                bar += String(repeating: shade, count: max(0, next - end))
                end = max(end, next)
            }
            return bar
        }
    }

    /// A bar for each figure, the longest as wide as given; what is below zero is light, and
    /// anything but zero is seen.
    static func lengths(_ figures: [Figure?], width: Int, isASCII: Bool = false) -> [String] {
        let sizes = figures.map { $0?.minor.magnitude ?? 0 }
        guard let largest = sizes.max(), largest > 0, width > 0 else {
            return figures.map { _ in "" }
        }
        return zip(figures, sizes).map { figure, size in
            let steps = share(size, of: largest, steps: width * 8)
            if size == 0 { return "" }
            if isASCII {
                let stroke = (figure?.minor ?? 0) < 0 ? "-" : "#"
                return String(repeating: stroke, count: max(1, (steps + 4) / 8))
            }
            if (figure?.minor ?? 0) < 0 {
                return String(repeating: "░", count: max(1, (steps + 4) / 8))
            }
            let rest = max(1, steps) % 8
            return String(repeating: eighths[7], count: steps / 8)
                + (rest == 0 ? "" : String(eighths[rest - 1]))
        }
    }

    /// A curve: one letter a figure, from zero to the greatest; a dot where there is nothing or
    /// less.
    static func curve(_ figures: [Figure?], isASCII: Bool = false) -> String {
        let sizes = figures.map { figure in
            figure.map { $0.minor > 0 ? $0.minor.magnitude : 0 } ?? 0
        }
        guard let largest = sizes.max(), largest > 0 else { return "" }
        return String(
            sizes.map { size -> Character in
                let step = max(1, share(size, of: largest, steps: 8)) - 1
                if size == 0 { return isASCII ? " " : "·" }
                return isASCII ? plainHeights[step] : heights[step]
            })
    }

    /// So many steps of all that the largest has, rounded to the nearest.
    static func share(_ size: UInt128, of largest: UInt128, steps: Int) -> Int {
        // Digits beyond the first forty bits are seen by nobody.
        let bits = max(0, 128 - largest.leadingZeroBitCount - 40)
        let (one, all) = (size >> UInt128(bits), max(1, largest >> UInt128(bits)))
        return Int((one * UInt128(steps) * 2 + all) / (all * 2))
    }
}
