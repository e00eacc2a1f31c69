extension String {
    /// Without blanks at both ends.
    package var trimmed: String {
        // Most begin and end with a letter or a digit of ASCII.
        let graphic: ClosedRange<UInt8> = 0x21...0x7E
        if let first = utf8.first, let last = utf8.last, graphic ~= first, graphic ~= last {
            return self
        }
        let start = drop { $0.isWhitespace }
        guard let last = start.lastIndex(where: { !$0.isWhitespace }) else { return "" }
        return String(start[...last])
    }
}
