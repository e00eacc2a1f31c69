internal import Ledger

/// The words of a report: days, and terms that lines have to pass.
struct ReportWords {
    /// The most words of a phrase.
    private static let wordsMax = 8

    /// The days in words; empty for none.
    let days: [String]
    /// All others.
    let terms: [String]
    private let words: [String]
    /// Whether terms stand on both sides of the days.
    private let isAmong: Bool

    /// Takes the longest run of words that are days in words out, the first of several; and
    /// buckets, wherever these stand: `this year rewe monthly`.
    init(_ words: [String]) {
        let found = ReportWords.longestRun(words)
        self.words = words
        isAmong = !found.isEmpty && found.lowerBound > 0 && found.upperBound < words.count
        let rest = Array(words[..<found.lowerBound] + words[found.upperBound...])
        let buckets = rest.firstIndex { word in
            Period.named.contains { $0.name == word.lowercased() }
        }
        let run = Array(words[found])
        guard let buckets, !run.isEmpty, ReportWords.areDays(([rest[buckets]] + run)) else {
            (days, terms) = (run, rest)
            return
        }
        days = [rest[buckets]] + run
        terms = Array(rest[..<buckets] + rest[(buckets + 1)...])
    }

    /// Refuses days between terms of which one or another may hold: they would count for all.
    func checkPlace() throws(CommandFailure) {
        if isAmong, words.contains(where: PhraseTerms.joinsEither) {
            throw .usage(.phrasesAmongTerms(PhraseTerms.runs(in: words)))
        }
    }

    /// The longest one, of several the first that has days and not buckets alone.
    private static func longestRun(_ words: [String]) -> Range<Int> {
        for count in stride(from: min(words.count, wordsMax), to: 0, by: -1) {
            let runs = (0...(words.count - count)).map { $0..<($0 + count) }
                .filter { areDays(Array(words[$0])) }
            let isBucket = { (run: Range<Int>) in
                run.count == 1
                    && Period.named.contains { $0.name == words[run.lowerBound].lowercased() }
            }
            if let run = runs.first(where: { !isBucket($0) }) ?? runs.first { return run }
        }
        return 0..<0
    }

    /// Whether a text is days or buckets in words: whatever today is, it is or is not.
    private static func areDays(_ words: [String]) -> Bool {
        let text = words.joined(separator: " ")
        do throws(DatePhraseError) {
            _ = try DatePhrase.periodExpression(
                text, today: Day(daysSince1970: 20_000), weekStart: .monday)
            return true
        } catch .emptyRange { return true } catch { return false }
    }
}
