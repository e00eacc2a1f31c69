/// Texts as fields of forms have them: a field of one line has no line ends, and a browser sends
/// each line end of the others as CRLF (HTML Standard, "Form submission").
enum FormText {
    /// A text of lines as it was before a browser sent it.
    static func lines(_ text: String) -> String {
        text.replacing("\r\n", with: "\n").replacing("\r", with: "\n")
    }

    /// Whether a field of one line has what it was made with.
    static func isSame(_ typed: String, _ shown: String) -> Bool {
        func plain(_ text: String) -> some Collection<Unicode.Scalar> {
            let scalars = text.unicodeScalars.filter { $0 != "\r" && $0 != "\n" }
            let head = scalars.drop(while: \.properties.isWhitespace)
            let tail = head.reversed().prefix(while: \.properties.isWhitespace).count
            return head.dropLast(tail)
        }
        return plain(typed).elementsEqual(plain(shown))
    }

    /// Tags in one field: with blanks between them, and in quotes where a tag has a blank, a comma
    /// or a quote itself, which is doubled then.
    static func field(ofTags tags: [String]) -> String {
        tags.map { tag in
            let isPlain =
                !tag.isEmpty && !tag.contains { $0 == "," || $0 == "\"" || $0.isWhitespace }
                && !tag.hasPrefix("#")
            return isPlain ? tag : "\"" + tag.replacing("\"", with: "\"\"") + "\""
        }.joined(separator: " ")
    }

    /// `work, trip`, `#work #trip` or `"two words"`; a quote that nothing closes ends with the
    /// field.
    static func tags(_ text: String) -> [String] {
        var tags: [String] = []
        var rest = Substring(text)
        while let first = rest.first {
            if first == "," || first.isWhitespace {
                rest.removeFirst()
                continue
            }
            if first == "\"" {
                tags.append(quoted(&rest))
                continue
            }
            let tag = rest.prefix { $0 != "," && !$0.isWhitespace }
            rest = rest[tag.endIndex...]
            tags.append(String(tag.drop { $0 == "#" }))
        }
        return tags.filter { !$0.isEmpty }
    }

    private static func quoted(_ rest: inout Substring) -> String {
        var tag = ""
        rest.removeFirst()
        while let next = rest.popFirst() {
            if next != "\"" {
                tag.append(next)
            } else if rest.first == "\"" {
                tag.append(next)
                rest.removeFirst()
            } else {
                break
            }
        }
        return tag
    }
}
