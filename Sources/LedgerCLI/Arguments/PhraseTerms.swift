internal import Ledger

/// Days in words where terms are expected: as text they would find nothing, or the wrong thing.
enum PhraseTerms {
    /// The shortest single word that is taken for days: `may` and `sun` are words of titles, too.
    private static let letters = 4
    private static let wordsMax = 5

    /// Refuses `last month` and the like, in one argument or several.
    static func refuse(in terms: [String]) throws(CommandFailure) {
        for count in (1...wordsMax).reversed() {
            for start in terms.indices.dropLast(count - 1) {
                let run = Array(terms[start..<(start + count)])
                if isPhrase(run) { throw .usage(.phraseAsTerm(run)) }
            }
        }
    }

    private static func isPhrase(_ run: [String]) -> Bool {
        let text = run.joined(separator: " ")
        let isWord = run.count == 1 && !text.contains(where: \.isWhitespace)
        if isWord, text.count < letters { return false }
        // Of other numbers none is meant as a year.
        if let number = Int(text), !(1990...2100).contains(number), text.count == 4 { return false }
        return isPhrase(text)
    }

    /// Whether a text is days in words: whatever today is, a phrase is one.
    static func isPhrase(_ text: String) -> Bool {
        let found = try? DatePhrase.range(
            text, today: Day(daysSince1970: 20_000), weekStart: .monday)
        return found != nil
    }
}
