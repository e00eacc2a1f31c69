/// A text of the program's own, in the language of who reads it: a literal with what is put into
/// it. What is not in the table of a language is said in English.
struct Phrase: ExpressibleByStringInterpolation {
    /// The literal, with `%` for each thing that is put in; empty for a text that is no literal.
    let key: String
    private let parts: [String]

    init(stringLiteral text: String) { (key, parts) = (text, []) }

    init(stringInterpolation made: Interpolation) { (key, parts) = (made.key, made.parts) }

    /// A text from outside, which is said as it is.
    init(plain text: String) { (key, parts) = ("%", [text]) }

    /// A word of the log or of a file, which stands for itself.
    init(word: String) { self.init(stringLiteral: word) }

    /// A text from outside, which is said as it is; where there is none, the phrase in its place.
    init(_ text: String?, or none: Phrase) {
        if let text, !text.isEmpty { self.init(plain: text) } else { self = none }
    }

    /// The text in the language of the page that is made.
    var text: String {
        let form = Language.current.form(of: key)
        if parts.isEmpty { return form }
        var result = ""
        var start = form.startIndex
        for part in parts {
            guard let gap = form.utf8[start...].firstIndex(of: UInt8(ascii: "%")) else { break }
            result += form[start..<gap]
            result += part
            start = form.utf8.index(after: gap)
        }
        return result + form[start...]
    }

    /// Takes a literal apart.
    struct Interpolation: StringInterpolationProtocol {
        fileprivate var key = ""
        fileprivate var parts: [String] = []

        init(literalCapacity: Int, interpolationCount: Int) {}

        mutating func appendLiteral(_ literal: String) { key += literal }

        mutating func appendInterpolation(_ value: some CustomStringConvertible) {
            key += "%"
            parts.append(value.description)
        }

        mutating func appendInterpolation(_ phrase: Phrase) {
            key += "%"
            parts.append(phrase.text)
        }
    }
}
