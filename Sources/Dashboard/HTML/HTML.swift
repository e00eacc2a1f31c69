/// A piece of a page. Text comes in through ``text(_:)`` and through the values of attributes, and
/// both escape; names of tags and attributes are literals of the program. There is no other way in.
package struct HTML: Sendable {
    /// The markup.
    package private(set) var markup: String

    /// Nothing.
    package static let empty = HTML(markup: "")

    private init(markup: String) { self.markup = markup }

    /// Text as it is to be read.
    package static func text(_ text: some StringProtocol) -> HTML {
        HTML(markup: escaped(String(text)))
    }

    /// Several pieces, one behind the other.
    package init(_ pieces: [HTML]) {
        if pieces.count == 1 {
            self = pieces[0]
            return
        }
        var markup = ""
        markup.reserveCapacity(pieces.reduce(0) { $0 + $1.markup.utf8.count })
        for piece in pieces { markup += piece.markup }
        self.markup = markup
    }

    /// An element.
    ///
    /// - Parameters:
    ///   - name: What it is called.
    ///   - attributes: In the order in which they are written.
    ///   - content: What is in it; of an element that is always empty nothing.
    package static func element(
        _ name: StaticString, _ attributes: [Attribute], _ content: HTML = .empty
    ) -> HTML {
        let name = name.description
        var markup = "<" + name
        for attribute in attributes {
            markup += " "
            markup += attribute.name.description
            guard let value = attribute.value else { continue }
            markup += "=\""
            markup += escaped(value)
            markup += "\""
        }
        markup += ">"
        if isVoid(name) { return HTML(markup: markup) }
        markup += content.markup
        markup += "</"
        markup += name
        markup += ">"
        return HTML(markup: markup)
    }

    /// A whole document.
    package static func document(_ content: HTML) -> HTML {
        HTML(markup: "<!DOCTYPE html>\n" + content.markup + "\n")
    }

    /// Whether an element never has anything in it.
    private static func isVoid(_ name: String) -> Bool {
        switch name {
        case "br", "hr", "input", "link", "meta": true
        default: false
        }
    }

    /// Whether nothing of a text has to be written otherwise, as of most.
    private static func isPlain(_ text: String) -> Bool {
        var last: UInt8 = 0
        for byte in text.utf8 {
            switch byte {
            case 0x22, 0x26, 0x27, 0x3C, 0x3E, 0x7F, 0..<0x20: return false
            // U+0080 to U+009F.
            case 0x80..<0xA0 where last == 0xC2: return false
            default: last = byte
            }
        }
        return true
    }

    /// Text in which nothing means anything to a browser; what no document may have is left out.
    private static func escaped(_ text: String) -> String {
        if isPlain(text) { return text }
        var result = ""
        result.reserveCapacity(text.utf8.count)
        for scalar in text.unicodeScalars {
            switch scalar {
            case "&": result += "&amp;"
            case "<": result += "&lt;"
            case ">": result += "&gt;"
            case "\"": result += "&quot;"
            case "'": result += "&#39;"
            case "\t", "\n": result.unicodeScalars.append(scalar)
            case "\u{0}"..<" ", "\u{7F}"..."\u{9F}": result.unicodeScalars.append("\u{FFFD}")
            default: result.unicodeScalars.append(scalar)
            }
        }
        return result
    }
}

/// An attribute of an element: a name of the program's own, and a value that is escaped.
package struct Attribute: Sendable {
    let name: StaticString
    /// `nil` for one that only is there.
    let value: String?

    /// An attribute whose value means nothing to a browser but text.
    static func of(_ name: StaticString, _ value: String) -> Attribute {
        Attribute(name: name, value: value)
    }

    /// What a field may hold, in the language of who reads it.
    static func hint(_ phrase: Phrase) -> Attribute { .of("placeholder", phrase.text) }

    /// What something is called for who does not see it, in the language of who reads the page.
    static func label(_ phrase: Phrase) -> Attribute { .of("aria-label", phrase.text) }

    static func flag(_ name: StaticString) -> Attribute { Attribute(name: name, value: nil) }
    static func css(_ name: StaticString) -> Attribute { .of("class", "\(name)") }
    static func href(_ link: Link) -> Attribute { .of("href", link.text) }
    static func action(_ link: Link) -> Attribute { .of("action", link.text) }
}

/// Makes pieces of statements: a string is text.
@resultBuilder
enum HTMLBuilder {
    static func buildExpression(_ html: HTML) -> HTML { html }
    static func buildExpression(_ phrase: Phrase) -> HTML { .text(phrase.text) }
    @_disfavoredOverload
    static func buildExpression(_ text: String) -> HTML { .text(text) }
    static func buildBlock(_ pieces: HTML...) -> HTML { HTML(pieces) }
    static func buildArray(_ pieces: [HTML]) -> HTML { HTML(pieces) }
    static func buildOptional(_ piece: HTML?) -> HTML { piece ?? .empty }
    static func buildEither(first: HTML) -> HTML { first }
    static func buildEither(second: HTML) -> HTML { second }
}

/// What is scrolled sideways where it is too wide, by keys as well.
func scrolling(@HTMLBuilder _ content: () -> HTML) -> HTML {
    tag(
        "div", .css("scroll"), .of("tabindex", "0"), .of("role", "group"),
        .label("Table, scrolled sideways")
    ) { content() }
}

/// An element of what a builder makes.
func tag(
    _ name: StaticString, _ attributes: Attribute..., @HTMLBuilder content: () -> HTML = { .empty }
) -> HTML {
    .element(name, attributes, content())
}
