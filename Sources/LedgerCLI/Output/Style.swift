/// Letters that a terminal shows in another weight or colour; plain where it must not.
struct Style {
    var isOn: Bool

    static let plain = Style(isOn: false)

    func bold(_ text: String) -> String { escaped(text, "1") }

    func dim(_ text: String) -> String { escaped(text, "2") }

    func red(_ text: String) -> String { escaped(text, "31") }

    private func escaped(_ text: String, _ code: String) -> String {
        isOn && !text.isEmpty ? "\u{1B}[\(code)m\(text)\u{1B}[0m" : text
    }
}
