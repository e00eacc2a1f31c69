/// A table in CSV that an older program printed.
struct OlderTable {
    private let lines: [Substring]
    private let inOrder: Bool

    /// - Parameter inOrder: Whether the order of the rows counts.
    init(_ text: String, inOrder: Bool = true) {
        self.inOrder = inOrder
        lines = OlderTable.lines(text, inOrder)
    }

    private static func lines(_ text: String, _ inOrder: Bool) -> [Substring] {
        let lines = text.split(separator: "\n")
        return inOrder ? lines : lines.prefix(1) + lines.dropFirst().sorted()
    }

    /// Whether another program prints the same, byte for byte; behind the columns that were there
    /// it may have more.
    func isTold(by text: String) -> Bool {
        let now = OlderTable.lines(text, inOrder)
        guard let head = lines.first, let newHead = now.first,
            newHead.hasPrefix("\(head),")
        else { return now == lines }
        return now.count == lines.count
            && zip(lines, now).allSatisfy { $1 == $0 || $1.hasPrefix("\($0),") }
    }
}
