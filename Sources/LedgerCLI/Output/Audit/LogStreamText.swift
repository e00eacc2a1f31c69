internal import Application
internal import Ledger

/// A long list of events, put out page by page: JSON and CSV are what ``LogPageText`` makes of all
/// of them at once; of text the columns of a page are at least as wide as those above.
struct LogStreamText {
    let output: OutputShape
    private let first: LogPage
    private var count = 0
    private var widths: [Int] = []

    /// - Parameter first: The page that is put out first: it says what all were made from.
    init(_ first: LogPage, _ output: OutputShape) {
        self.first = first
        self.output = output
    }

    /// Whether such a list can be put out page by page in a format.
    static func takes(_ format: OutputFormat) -> Bool {
        switch format {
        case .text, .json, .csv: true
        case .tsv, .markdown, .html, .svg: false
        }
    }

    /// The next page, with what stands before the first one.
    mutating func next(_ page: LogPage) -> String {
        let isFirst = count == 0
        count += page.rows.count
        switch output.format {
        case .json:
            let rows = String(decoding: JSONCoding.encode(page.rows), as: UTF8.self)
            // Without the brackets and the newline.
            return (isFirst ? frame.start : ",") + rows.dropFirst().dropLast(2)
        case .text:
            var table = LogPageText.table(page.rows, output)
            table.floors = widths
            widths = table.naturalWidths
            return table.rendered(columns: output.columns, withHead: isFirst)
        case .csv, .tsv, .markdown, .html, .svg:
            return LogPageText.stream(page.rows, in: output, withHead: isFirst)
        }
    }

    /// What stands behind the last page.
    var end: String {
        switch output.format {
        case .json: frame.end
        case .text:
            "\n" + output.style.dim(counted(count, "event")) + "\n"
                + output.footer(first.position, first.root)
        case .csv, .tsv, .markdown, .html, .svg: ""
        }
    }

    /// JSON before and behind the events.
    private var frame: (start: String, end: String) {
        let text = String(decoding: JSONCoding.encode(first.empty), as: UTF8.self)
        let mark = "\"rows\":["
        guard let place = text.firstRange(of: mark) else { return (text, "") }
        return (String(text[..<place.upperBound]), String(text[place.upperBound...]))
    }
}
