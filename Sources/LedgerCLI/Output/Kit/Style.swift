/// Letters that a terminal shows in another weight or colour; plain where it must not.
struct Style {
    var isOn: Bool

    static let plain = Style(isOn: false)

    /// A look by its number in ECMA-48, 8.3.117; grey is the bright black that all terminals have.
    enum Paint: Int {
        case bold = 1
        case dim = 2
        case red = 31
        case green = 32
        case blue = 34
        case magenta = 35
        case cyan = 36
        case grey = 90
    }

    func bold(_ text: String) -> String { painted(text, .bold) }

    func dim(_ text: String) -> String { painted(text, .dim) }

    func red(_ text: String) -> String { painted(text, .red) }

    func painted(_ text: String, _ paint: Paint) -> String { escaped(text, "\(paint.rawValue)") }

    private func escaped(_ text: String, _ code: String) -> String {
        isOn && !text.isEmpty ? "\u{1B}[\(code)m\(text)\u{1B}[0m" : text
    }
}
