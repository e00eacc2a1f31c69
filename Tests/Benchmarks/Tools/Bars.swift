/// What figures of cases must not fall behind: lines of `case figure at-least|at-most number`.
package struct Bars: Sendable {
    /// A figure's bar.
    package struct Bar: Hashable, Sendable {
        package var caseName: String
        package var figure: String
        package var isFloor: Bool
        package var value: Double
    }

    package let all: [Bar]

    /// Reads bars; what follows a `#` is passed over.
    package init(_ text: String) throws {
        all = try text.split(separator: "\n").compactMap { line in
            let words = line.prefix { $0 != "#" }.split(separator: " ")
            if words.isEmpty { return nil }
            guard words.count == 4, let value = Double(words[3]),
                ["at-least", "at-most"].contains(words[2])
            else { throw BenchError("no bar: \(line)") }
            return Bar(
                caseName: String(words[0]), figure: String(words[1]),
                isFloor: words[2] == "at-least", value: value)
        }
    }

    /// The bars that a result falls behind by more than its noise, in words.
    package func missed(by result: CaseResult) -> [String] {
        let figures = Dictionary(result.all.map { ($0.name, $0.value) }) { first, _ in first }
        let noise = min(0.25, figures["noise"] ?? 0)
        return all.filter { $0.caseName == result.name }.compactMap { bar in
            guard let value = figures[bar.figure] else { return "\(bar.figure) was not measured" }
            let isMet =
                bar.isFloor ? value >= bar.value * (1 - noise) : value <= bar.value * (1 + noise)
            let word = bar.isFloor ? "at least" : "at most"
            return isMet
                ? nil
                : "\(bar.figure) is \(CaseResult.text(value)), \(word) "
                    + "\(CaseResult.text(bar.value)) was recorded"
        }
    }
}
