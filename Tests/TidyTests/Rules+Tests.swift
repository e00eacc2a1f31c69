extension Rules {
    /// All tests begin at once and share a thread a core: one that pauses, or only has a limit,
    /// stands behind all that have not begun, so a limit by the clock measures the other tests.
    static func clockLimit(_ text: SwiftText) -> [Violation] {
        guard text.path.hasPrefix("Tests/") else { return [] }
        let message = "a limit by the clock fails on a slow machine: compare ProcessorTime"
        return zip(1..., text.code).filter { $0.1.contains(".timeLimit(") }.map {
            Violation(path: text.path, line: $0.0, message: message)
        }
    }

    /// A test that goes home early proves nothing, and nobody sees it: it requires what it needs,
    /// or records an issue before it returns.
    ///
    /// Found are bare returns of a guard in the body of a test and in its loops, by their
    /// indentation; closures and functions in it may return.
    static func earlyReturn(_ text: SwiftText) -> [Violation] {
        guard text.path.hasPrefix("Tests/") else { return [] }
        let message = "a test returns before it is done: use #require, or count and expect"
        var isTest = false
        var hasAttribute = false
        var opener = ""
        var found: [Violation] = []
        for (number, line) in zip(1..., text.code) {
            let trimmed = line.drop { $0 == " " }
            let indentation = line.count - trimmed.count
            if indentation == 4, !trimmed.isEmpty {
                if trimmed.hasPrefix("@Test") { hasAttribute = true }
                if trimmed.hasWord("func") { (isTest, hasAttribute) = (hasAttribute, false) }
                if trimmed.hasPrefix("}") { isTest = false }
            }
            if indentation == 8, !trimmed.isEmpty { opener = String(trimmed) }
            let isOwn =
                indentation == 8
                || indentation == 12
                    && ["for ", "while ", "if ", "guard"].contains { opener.hasPrefix($0) }
            let isReturn = trimmed.reversed().drop { $0 == " " }
                .starts(with: "else { return }".reversed())
            if isTest, isOwn, isReturn {
                found.append(Violation(path: text.path, line: number, message: message))
            }
        }
        return found
    }
}
