/// An id of a task as dictionaries look it up: capitals and small letters are the same.
package enum TaskKey: Hashable, Sendable {
    /// A UUID, as two numbers.
    case uuid(UInt64, UInt64)
    /// Anything else, in small letters.
    case text(String)

    /// - Parameter id: As a file has it.
    package init(_ id: String) {
        self = TaskKey.uuid(id) ?? .text(id.lowercased())
    }

    /// The form `8-4-4-4-12` of RFC 9562; `nil` for anything else.
    private static func uuid(_ id: String) -> TaskKey? {
        if id.utf8.count != 36 { return nil }
        var (high, low, place): (UInt64, UInt64, Int) = (0, 0, 0)
        for byte in id.utf8 {
            defer { place += 1 }
            if place == 8 || place == 13 || place == 18 || place == 23 {
                if byte == UInt8(ascii: "-") { continue }
                return nil
            }
            let digit: UInt8
            switch byte {
            case 0x30...0x39: digit = byte - 0x30
            case 0x41...0x46: digit = byte - 0x37
            case 0x61...0x66: digit = byte - 0x57
            default: return nil
            }
            if place < 18 {
                high = high << 4 | UInt64(digit)
            } else {
                low = low << 4 | UInt64(digit)
            }
        }
        return .uuid(high, low)
    }
}
