/// How text looks on a screen of cells.
package enum PlainText {
    /// The cells that a text takes: none for combining marks, two for wide East Asian letters and
    /// pictographs (Unicode Standard Annex 11).
    ///
    /// - Complexity: O(*n*)
    package static func width(_ text: String) -> Int {
        if text.utf8.allSatisfy({ $0 < 0x80 }) { return text.utf8.count }
        return text.reduce(0) { $0 + width($1) }
    }

    private static func width(_ character: Character) -> Int {
        let scalars = character.unicodeScalars
        if scalars.contains("\u{FE0F}") { return 2 }
        return scalars.reduce(0) { max($0, width($1)) }
    }

    private static func width(_ scalar: Unicode.Scalar) -> Int {
        switch scalar.properties.generalCategory {
        case .nonspacingMark, .enclosingMark, .format, .control: return 0
        default: return wide.contains { $0.contains(scalar.value) } ? 2 : 1
        }
    }

    /// Wide letters and pictographs, by block; what is rare in titles is left out.
    private static let wide: [ClosedRange<UInt32>] = [
        0x1100...0x115F, 0x231A...0x231B, 0x23E9...0x23EC, 0x2614...0x2615, 0x2648...0x2653,
        0x26A1...0x26A1, 0x26BD...0x26BE, 0x2705...0x2705, 0x270A...0x270B, 0x2728...0x2728,
        0x274C...0x274C, 0x2753...0x2755, 0x2795...0x2797, 0x2B1B...0x2B1C, 0x2B50...0x2B50,
        0x2E80...0x303E, 0x3041...0x33FF, 0x3400...0x4DBF, 0x4E00...0x9FFF, 0xA000...0xA4CF,
        0xA960...0xA97F, 0xAC00...0xD7A3, 0xF900...0xFAFF, 0xFE30...0xFE6F, 0xFF00...0xFF60,
        0xFFE0...0xFFE6, 0x1F004...0x1F004, 0x1F18E...0x1F19A, 0x1F1E6...0x1F265,
        0x1F300...0x1F64F, 0x1F680...0x1F6FF, 0x1F7E0...0x1F7EB, 0x1F900...0x1FAFF,
        0x20000...0x3FFFD,
    ]

    /// A text on one line that cannot steer the terminal: control characters become pictures (`␛`),
    /// and what turns the direction of writing becomes `�`.
    package static func plain(_ text: String) -> String {
        if text.utf8.allSatisfy({ $0 >= 0x20 && $0 < 0x7F }) { return text }
        var shown = String.UnicodeScalarView()
        for scalar in text.unicodeScalars { shown.append(picture(of: scalar)) }
        return String(shown)
    }

    private static func picture(of scalar: Unicode.Scalar) -> Unicode.Scalar {
        switch scalar.value {
        case 0..<0x20: Unicode.Scalar(0x2400 + scalar.value) ?? "\u{FFFD}"
        case 0x7F: "\u{2421}"
        case 0x80..<0xA0, 0x2028...0x202E, 0x2066...0x2069: "\u{FFFD}"
        default: scalar
        }
    }

    /// A text cut to a width of 1 or more, with `…` where something was left out.
    package static func cut(_ text: String, to columns: Int) -> String {
        if width(text) <= columns { return text }
        var shown = ""
        var used = 1
        for character in text {
            let width = width(character)
            if used + width > columns { break }
            used += width
            shown.append(character)
        }
        return shown.trimmingSuffix { $0 == " " } + "…"
    }

    /// Breaks text at blanks into lines of at most so many columns; a longer word stands alone.
    package static func wrapped(_ text: String, to columns: Int) -> [String] {
        var lines: [String] = []
        var line = ""
        for word in text.split(separator: " ") {
            if line.isEmpty {
                line = String(word)
            } else if width(line) + 1 + width(String(word)) <= columns {
                line += " \(word)"
            } else {
                lines.append(line)
                line = String(word)
            }
        }
        return line.isEmpty ? lines : lines + [line]
    }
}

extension String {
    /// Without the characters at the end that pass.
    fileprivate func trimmingSuffix(_ isLeftOut: (Character) -> Bool) -> String {
        guard let last = lastIndex(where: { !isLeftOut($0) }) else { return "" }
        return String(self[...last])
    }
}
