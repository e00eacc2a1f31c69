/// A table in CSV that an older program printed.
struct OlderTable {
    private let lines: [Substring]

    init(_ text: String) { lines = text.split(separator: "\n") }

    /// Whether another program prints the same, byte for byte; behind the columns that were there
    /// it may have more.
    func isTold(by text: String) -> Bool {
        let now = text.split(separator: "\n")
        guard let head = lines.first, let newHead = now.first,
            newHead.hasPrefix("\(head),")
        else { return now == lines }
        return now.count == lines.count
            && zip(lines, now).allSatisfy { $1 == $0 || $1.hasPrefix("\($0),") }
    }
}
