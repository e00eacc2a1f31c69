/// A task in one argument as todo.txt has it: `(A) Call mom @phone +family due:2026-12-01`.
struct TodoLine {
    private let text: String
    private var words: [String] = []
    private var options: [String] = []

    /// `nil` where the title is none.
    init?(_ title: [String]) {
        guard let text = title.first, title.count == 1, !Arguments.isMarked(text) else {
            return nil
        }
        let parts = text.split(whereSeparator: \.isWhitespace).map(String.init)
        guard let first = parts.first, parts.count > 1, first.count == 3, first.hasPrefix("("),
            first.hasSuffix(")"), let letter = first.unicodeScalars.dropFirst().first,
            ("A"..."Z").contains(letter)
        else { return nil }
        self.text = text
        options = ["--priority", "\(min(letter.value - 0x40, 9))"]
        for part in parts.dropFirst() { take(part) }
    }

    private mutating func take(_ word: String) {
        let rest = String(word.dropFirst())
        let isName = rest.first?.isLetter == true
        if word.hasPrefix("@"), isName {
            options += ["--tag", rest]
        } else if word.hasPrefix("+"), isName, !options.contains("--project") {
            options += ["--project", rest]
        } else if word.hasPrefix("due:"), word.count > 4, !options.contains("--due") {
            options += ["--due", String(word.dropFirst(4))]
        } else {
            words.append(word)
        }
    }

    /// What is meant by it.
    var slip: TitleSlip {
        TitleSlip(
            kind: .option, word: text, run: [text],
            meant: [[words.joined(separator: " ")] + options], beside: nil)
    }
}
