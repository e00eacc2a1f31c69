/// A Swift file taken apart into code, comments and string literals.
///
/// Each layer has all lines of the file; what belongs to another layer is blank there, so that
/// line numbers and columns agree. Code within `\( … )` is code. Regex literals are not known.
struct SwiftText {
    enum Layer { case code, comments, strings }

    let path: String
    let code: [String]
    let comments: [String]
    let strings: [String]

    init(_ path: String, _ text: String) {
        var scanner = SwiftScanner(bytes: Array(text.utf8))
        scanner.scanCode(untilParenthesis: false)
        self.path = path
        code = scanner.lines(of: .code)
        comments = scanner.lines(of: .comments)
        strings = scanner.lines(of: .strings)
    }

    /// The lines of a layer.
    subscript(layer: Layer) -> [String] {
        switch layer {
        case .code: code
        case .comments: comments
        case .strings: strings
        }
    }

    /// The lines of a text; a line break at its end starts no further line.
    static func lines(_ text: some Sequence<UInt8>) -> [String] {
        var lines = Array(text)
            .split(separator: UInt8(ascii: "\n"), omittingEmptySubsequences: false)
        if lines.last?.isEmpty == true { lines.removeLast() }
        return lines.map { String(decoding: $0, as: UTF8.self) }
    }
}

/// Walks a Swift file once and says of every byte to which layer it belongs.
private struct SwiftScanner {
    let bytes: [UInt8]
    var marks: [SwiftText.Layer]
    var index = 0

    init(bytes: [UInt8]) {
        self.bytes = bytes
        marks = Array(repeating: .code, count: bytes.count)
    }

    func lines(of layer: SwiftText.Layer) -> [String] {
        SwiftText.lines(
            zip(bytes, marks).map { byte, mark in
                mark == layer || byte == UInt8(ascii: "\n") ? byte : UInt8(ascii: " ")
            }
        )
    }

    /// Walks code to the end of the file, or past the parenthesis that closes an interpolation.
    mutating func scanCode(untilParenthesis: Bool) {
        var depth = 0
        while index < bytes.count {
            switch bytes[index] {
            case UInt8(ascii: "/") where sees("//"): scanLineComment()
            case UInt8(ascii: "/") where sees("/*"): scanBlockComment()
            case UInt8(ascii: "\""): scanString(hashes: 0)
            case UInt8(ascii: "#"): scanHashes()
            case UInt8(ascii: "("):
                depth += 1
                take(1, .code)
            case UInt8(ascii: ")"):
                depth -= 1
                take(1, .code)
                if untilParenthesis, depth == 0 { return }
            default: take(1, .code)
            }
        }
    }

    private mutating func scanLineComment() {
        let end = bytes[index...].firstIndex(of: UInt8(ascii: "\n")) ?? bytes.count
        take(end - index, .comments)
    }

    private mutating func scanBlockComment() {
        var depth = 0
        repeat {
            if sees("/*") {
                depth += 1
                take(2, .comments)
            } else if sees("*/") {
                depth -= 1
                take(2, .comments)
            } else {
                take(1, .comments)
            }
        } while depth > 0 && index < bytes.count
    }

    /// A raw string, or a directive or macro.
    private mutating func scanHashes() {
        let hashes = bytes[index...].prefix { $0 == UInt8(ascii: "#") }.count
        let next = index + hashes
        if next < bytes.count, bytes[next] == UInt8(ascii: "\"") {
            scanString(hashes: hashes)
        } else {
            take(hashes, .code)
        }
    }

    private mutating func scanString(hashes: Int) {
        let fence = String(repeating: "#", count: hashes)
        take(hashes, .strings)
        let quote = sees("\"\"\"") ? "\"\"\"" : "\""
        take(quote.utf8.count, .strings)
        while index < bytes.count {
            switch bytes[index] {
            case UInt8(ascii: "\"") where sees(quote + fence):
                take(quote.utf8.count + hashes, .strings)
                return
            case UInt8(ascii: "\\") where sees("\\" + fence + "("):
                take(1 + hashes, .strings)
                scanCode(untilParenthesis: true)
            case UInt8(ascii: "\\") where sees("\\" + fence):
                take(2 + hashes, .strings)
            case UInt8(ascii: "\n") where quote == "\"":
                return
            default: take(1, .strings)
            }
        }
    }

    private func sees(_ word: String) -> Bool { bytes[index...].starts(with: word.utf8) }

    private mutating func take(_ count: Int, _ layer: SwiftText.Layer) {
        let end = min(index + count, bytes.count)
        while index < end {
            marks[index] = layer
            index += 1
        }
    }
}
