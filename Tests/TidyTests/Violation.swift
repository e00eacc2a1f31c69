/// A line that breaks a rule.
struct Violation: Hashable, Comparable, CustomStringConvertible {
    var path: String
    /// From 1; 0 for the file as a whole.
    var line: Int
    var message: String

    var description: String { line == 0 ? "\(path): \(message)" : "\(path):\(line): \(message)" }

    static func < (left: Violation, right: Violation) -> Bool {
        (left.path, left.line, left.message) < (right.path, right.line, right.message)
    }
}

/// A violation of the whole file where something does not hold.
func unless(_ holds: Bool, _ path: String, _ message: @autoclosure () -> String) -> [Violation] {
    holds ? [] : [Violation(path: path, line: 0, message: message())]
}

/// A violation for every line of which something is to be said.
func eachLine(
    _ lines: [String],
    of path: String,
    _ message: (String) -> String?
) -> [Violation] {
    zip(1..., lines).compactMap { number, line in
        message(line).map { Violation(path: path, line: number, message: $0) }
    }
}

extension StringProtocol {
    /// Whether the text has a word that is not part of a longer one.
    func hasWord(_ word: String) -> Bool {
        guard contains(word) else { return false }
        let text = Array(utf8)
        let word = Array(word.utf8)
        guard let first = word.first, let last = word.last else { return false }
        return text.indices.contains { start in
            let end = start + word.count
            guard text[start...].starts(with: word) else { return false }
            let continuesBefore = start > 0 && isWordByte(first) && isWordByte(text[start - 1])
            let continuesAfter = end < text.count && isWordByte(last) && isWordByte(text[end])
            return !continuesBefore && !continuesAfter
        }
    }
}

/// Whether a byte of UTF-8 may stand in a name.
func isWordByte(_ byte: UInt8) -> Bool {
    switch byte {
    case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
        UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "_"), 0x80...:
        true
    default:
        false
    }
}
