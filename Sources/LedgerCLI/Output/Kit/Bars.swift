/// Figures as strokes of block elements (Unicode, U+2580 to U+259F), for eyes only.
enum Bars {
    private static let eighths: [Character] = ["▏", "▎", "▍", "▌", "▋", "▊", "▉", "█"]
    private static let heights: [Character] = ["▁", "▂", "▃", "▄", "▅", "▆", "▇", "█"]

    /// A bar for each figure, the longest as wide as given; what is below zero is light, and
    /// anything but zero is seen.
    static func lengths(_ figures: [Figure?], width: Int) -> [String] {
        let sizes = figures.map { $0?.minor.magnitude ?? 0 }
        guard let largest = sizes.max(), largest > 0, width > 0 else {
            return figures.map { _ in "" }
        }
        return zip(figures, sizes).map { figure, size in
            let steps = share(size, of: largest, steps: width * 8)
            if size == 0 { return "" }
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
    static func curve(_ figures: [Figure?]) -> String {
        let sizes = figures.map { figure in
            figure.map { $0.minor > 0 ? $0.minor.magnitude : 0 } ?? 0
        }
        guard let largest = sizes.max(), largest > 0 else { return "" }
        return String(
            sizes.map { size in
                size == 0 ? "·" : heights[max(1, share(size, of: largest, steps: 8)) - 1]
            })
    }

    /// So many steps of all that the largest has, rounded to the nearest.
    private static func share(_ size: UInt128, of largest: UInt128, steps: Int) -> Int {
        // Digits beyond the first forty bits are seen by nobody.
        let bits = max(0, 128 - largest.leadingZeroBitCount - 40)
        let (one, all) = (size >> UInt128(bits), max(1, largest >> UInt128(bits)))
        return Int((one * UInt128(steps) * 2 + all) / (all * 2))
    }
}
