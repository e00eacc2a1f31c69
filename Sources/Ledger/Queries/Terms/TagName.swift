/// A tag that is looked for: `trip`, or with a value `trip:lisbon` or `trip=lisbon`.
struct TagName: Hashable {
    /// What occurs in every tag that is meant: the part before the first `:` or `=`.
    let first: FoldedText
    private let name: String

    init(_ text: String) {
        name = TagName.plain(text)
        first = FoldedText(String(name.prefix { $0 != ":" }))
    }

    /// Whether a tag is the one, or has a value of it.
    func isMeant(_ tag: String) -> Bool {
        let tag = TagName.plain(tag)
        return tag == name || tag.hasPrefix(name + ":")
    }

    /// In lower case, with one mark between name and value.
    private static func plain(_ text: String) -> String {
        text.lowercased().replacing("=", with: ":")
    }
}
