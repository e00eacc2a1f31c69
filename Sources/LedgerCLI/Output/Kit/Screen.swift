internal import EventLog

/// Text for a terminal.
enum Screen {
    /// The cells that a text takes.
    static func width(_ text: String) -> Int { PlainText.width(text) }

    /// A text on one line that cannot steer the terminal.
    static func plain(_ text: String) -> String { PlainText.plain(text) }

    /// A text cut to a width of 1 or more, with `…` where something was left out.
    static func cut(_ text: String, to columns: Int) -> String { PlainText.cut(text, to: columns) }

    /// Breaks text at blanks into lines of a width; a longer word has a line of its own.
    static func wrapped(_ text: String, to columns: Int) -> [String] {
        PlainText.wrapped(text, to: columns)
    }
}
