extension String {
    /// Without white space at both ends.
    var trimmed: String {
        if let first = utf8.first, let last = utf8.last, first.isASCIIGraphic, last.isASCIIGraphic {
            return self
        }
        let scalars = unicodeScalars
        guard let first = scalars.firstIndex(where: { !$0.isBlank }),
            let last = scalars.lastIndex(where: { !$0.isBlank })
        else { return "" }
        return String(scalars[first...last])
    }
}

extension UInt8 {
    fileprivate var isASCIIGraphic: Bool { self > 0x20 && self < 0x7F }
}

extension Unicode.Scalar {
    var isBlank: Bool { properties.isWhitespace }
}
