/// A form of a page as a browser reads and sends it (HTML Standard, "Form submission"): a field of
/// one line has no line ends, a text area drops the first one, and what is sent has CRLF.
struct BrowserForm {
    /// Names and values, as they are sent.
    var fields: [String: String] = [:]
    /// The names of fields that somebody sees.
    private(set) var shown: Set<String> = []

    /// The first form of a page that goes to an address; `nil` for none.
    init?(to action: String, in page: String) {
        guard let start = page.firstRange(of: "action=\"\(action)\"") else { return nil }
        let rest = page[start.upperBound...]
        let end = rest.firstRange(of: "</form>")?.lowerBound ?? rest.endIndex
        var body = rest[..<end]
        while let open = body.firstIndex(of: "<") {
            body = body[body.index(after: open)...]
            guard let close = body.firstIndex(of: ">") else { break }
            let element = body[..<close]
            let name = BrowserForm.value("name", element)
            if element.hasPrefix("input"), let name {
                let text = BrowserForm.value("value", element) ?? ""
                let isHidden = element.contains("type=\"hidden\"")
                if !isHidden { shown.insert(name) }
                let line = String(text.unicodeScalars.filter { $0 != "\n" && $0 != "\r" })
                add(name, isHidden ? text : line)
            } else if element.hasPrefix("textarea"), let name {
                let text = body[body.index(after: close)...]
                let stop = text.firstRange(of: "</textarea>")?.lowerBound ?? text.endIndex
                let content = text[..<stop]
                shown.insert(name)
                add(
                    name,
                    BrowserForm.plain(content.first == "\n" ? content.dropFirst() : content))
            } else if element.hasPrefix("select"), let name {
                let list = body[close...].prefix(4_096)
                let end = list.firstRange(of: "</select>")?.lowerBound ?? list.endIndex
                let options = list[..<end]
                shown.insert(name)
                add(name, BrowserForm.chosen(in: options))
            }
        }
    }

    private mutating func add(_ name: String, _ text: String) {
        guard fields[name] == nil else { return }
        let ends = text.replacing("\r\n", with: "\n").replacing("\r", with: "\n")
        fields[name] = ends.replacing("\n", with: "\r\n")
    }

    private static func chosen(in options: Substring) -> String {
        let all = options.split(separator: "<option").dropFirst()
        let chosen = all.first { $0.contains(" selected") } ?? all.first ?? ""
        return value("value", chosen) ?? ""
    }

    private static func value(_ name: String, _ element: Substring) -> String? {
        guard let start = element.firstRange(of: " \(name)=\"") else { return nil }
        return plain(element[start.upperBound...].prefix { $0 != "\"" })
    }

    private static func plain(_ text: Substring) -> String {
        String(text).replacing("&quot;", with: "\"").replacing("&#39;", with: "'")
            .replacing("&lt;", with: "<").replacing("&gt;", with: ">")
            .replacing("&amp;", with: "&")
    }
}
