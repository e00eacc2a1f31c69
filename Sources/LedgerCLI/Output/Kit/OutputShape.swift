internal import Ledger

/// Format, width and letters of what goes to standard output.
struct OutputShape {
    var format: OutputFormat
    /// Columns of the screen; `nil` where there is none and nothing is cut.
    var columns: Int?
    /// Rows of the screen; `nil` where there is none.
    var rows: Int?
    var style: Style
    /// What the program was called.
    var name = "ledger"
    /// The folder of the ledger, where one was typed.
    var folder: String?
    /// Whether bars are drawn with letters of ASCII alone.
    var isASCII = false
    /// Whether lines beside the answer are left out.
    var isQuiet = false

    /// What next commands about the same ledger begin with.
    var program: String { Called.program(name, on: folder) }

    /// What commands about the ledger in another folder begin with.
    func program(on folder: String) -> String { Called.program(name, on: folder) }

    /// A heading in bold, on as many lines as it takes.
    func heading(_ text: String) -> String {
        let lines = columns.map { Screen.wrapped(text, to: $0) } ?? [text]
        return lines.map { style.bold($0) }.joined(separator: "\n")
    }

    /// The line that says what a text was made from.
    func footer(_ position: UInt64, _ root: String) -> String {
        style.dim("as of event \(grouped(position)) · root \(root.prefix(12))…") + "\n"
    }

    /// The same with what is known of these events.
    func footer(_ report: SpendingReport) -> String {
        let hashed = report.hashed.map { $0 ? " · every event hashed" : " · not hashed" } ?? ""
        let line = "as of event \(grouped(report.position)) · root \(report.root.prefix(12))…"
        return style.dim(line + hashed) + "\n"
    }

    /// A text without the lines that say how to take something back, and what it was made from.
    func quietened(_ text: String) -> String {
        guard isQuiet, format == .text else { return text }
        let asides = ["  take it back: ", "  what it was: ", "as of event "].flatMap {
            [$0, style.dim($0).replacing("\u{1B}[0m", with: "")]
        }
        var kept: [Substring] = []
        for line in text.split(separator: "\n", omittingEmptySubsequences: false)
        where !asides.contains(where: line.hasPrefix) {
            kept.append(line)
        }
        while kept.last?.isEmpty == true { kept.removeLast() }
        return kept.joined(separator: "\n") + (kept.isEmpty ? "" : "\n")
    }
}

/// How results are put out.
enum OutputFormat: String, CaseIterable {
    case text
    case csv
    case json
    case tsv
    case markdown
    case html
    case svg

    /// Whether people read it as it is, not programs.
    var isForPeople: Bool { [.text, .markdown, .html, .svg].contains(self) }

    /// The format of files with an ending; `nil` for one that stands for none.
    init?(ending: String) {
        switch ending {
        case "txt": self = .text
        case "md": self = .markdown
        case "htm": self = .html
        default:
            guard ending != "text", ending != "markdown", let format = Self(rawValue: ending) else {
                return nil
            }
            self = format
        }
    }
}
