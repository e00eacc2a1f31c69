internal import Ledger

/// Days in words where terms are expected: as text they would find nothing, or the wrong thing.
enum PhraseTerms {
    /// The shortest single word that is taken for days: `may` and `sun` are words of titles, too.
    private static let letters = 4
    private static let wordsMax = 5

    /// Refuses `last month` and the like, in one argument or several, and `rewe OR aldi` in one.
    ///
    /// - Parameter days: Words that are days already; they need not be there.
    static func refuse(in terms: [String], behind days: [String]? = nil) throws(CommandFailure) {
        for term in terms {
            if let parts = alternatives(term) { throw .usage(.eitherAsTerm(term, parts)) }
        }
        for count in (1...wordsMax).reversed() {
            for start in terms.indices.dropLast(count - 1) {
                let run = Array(terms[start..<(start + count)])
                if isPhrase(run) { throw .usage(.phraseAsTerm(run, behind: days)) }
            }
        }
    }

    /// Days in words before or behind terms, `rewe last month`, and all other terms, of which none
    /// are days. Days elsewhere may be meant as one of the terms, and are refused.
    static func days(in words: [String]) throws(CommandFailure) -> (days: [String], terms: [String])
    {
        let terms = words.map(Arguments.plain)
        for count in (1...wordsMax).reversed() {
            for start in terms.indices.dropLast(count - 1) {
                let run = Array(terms[start..<(start + count)])
                guard isPhrase(run), !isTitle(run) else { continue }
                for term in terms {
                    if let parts = alternatives(term) { throw .usage(.eitherAsTerm(term, parts)) }
                }
                guard isApart(start..<(start + count), in: terms) else {
                    throw .usage(.phrasesAmongTerms(runs(in: terms)))
                }
                let rest = Array(terms[..<start] + terms[(start + count)...])
                try refuse(in: rest, behind: run)
                return (run, rest)
            }
        }
        try refuse(in: terms)
        return ([], terms)
    }

    private static let either: Set = ["or", "|", "||"]
    private static let joining: Set = ["and", "&", "&&", "not", "!", "-"]

    /// Whether days stand before or behind all terms and no word joins them to one.
    private static func isApart(_ run: Range<Int>, in terms: [String]) -> Bool {
        let words = terms.map { $0.lowercased() }
        if words.contains(where: either.contains) { return false }
        let before = words[..<run.lowerBound]
        let behind = words[run.upperBound...]
        guard before.isEmpty || behind.isEmpty else { return false }
        let brackets = before.joined().reduce(0) { $0 + ($1 == "(" ? 1 : $1 == ")" ? -1 : 0) }
        return brackets <= 0 && before.last.map(joining.contains) != true
            && (behind.first.map(["and", "&", "&&"].contains) != true)
    }

    /// Whether a word is an `or`, or a bracket that may hold one.
    static func joinsEither(_ word: String) -> Bool {
        either.contains(word.lowercased()) || word.hasPrefix("(") || word.hasSuffix(")")
    }

    /// All days in words among terms.
    static func runs(in terms: [String]) -> [[String]] {
        var found: [[String]] = []
        var start = 0
        while start < terms.count {
            let run = run(at: start, in: terms)
            if let run { found.append(run) }
            start += run?.count ?? 1
        }
        return found
    }

    /// The days in words that begin with one of several words.
    static func run(at start: Int, in words: [String]) -> [String]? {
        for count in (1...wordsMax).reversed() where start + count <= words.count {
            let run = Array(words[start..<(start + count)])
            if isPhrase(run) { return run }
        }
        return nil
    }

    /// Whether days begin before others; `nil` where that is not the same on every day.
    static func isBefore(_ days: [String], _ others: [String]) -> Bool? {
        let todays: [Int32] = [10_000, 20_000] + Array(40_000...40_006)
        let orders = todays.map { today -> Bool? in
            let starts = [days, others].compactMap { words in
                try? DatePhrase.range(
                    words.joined(separator: " "), today: Day(daysSince1970: today),
                    weekStart: .monday
                ).start
            }
            return starts.count == 2 ? starts[0] <= starts[1] : nil
        }
        return Set(orders).count == 1 ? orders[0] : nil
    }

    /// Refuses `next week` among terms of tasks, which have days of several kinds.
    static func refuseDays(in words: [String]) throws(CommandFailure) {
        for count in (2...wordsMax).reversed() {
            for start in words.indices.dropLast(count - 1) {
                let run = words[start..<(start + count)].map(Arguments.plain)
                if isPhrase(run) { throw .usage(.phraseAsTerm(run, behind: nil)) }
            }
        }
    }

    /// Whether days are a single word that is as well one of titles: `sunday`, `march`.
    private static func isTitle(_ run: [String]) -> Bool {
        guard run.count == 1, let word = run.first?.lowercased(), word.allSatisfy(\.isLetter) else {
            return false
        }
        return !["today", "yesterday", "this", "last", "next"].contains { word.hasPrefix($0) }
    }

    /// The two or more sides of `rewe OR aldi`, which as one text would find nothing, and of
    /// `cat:food or home`, which would be one category.
    private static func alternatives(_ term: String) -> [String]? {
        if let first = term.first, "\"'(/".contains(first) { return nil }
        let (prefix, rest) = prefixed(term)
        if let first = rest.first, "\"'(/".contains(first) || rest.contains(":") { return nil }
        let words = rest.split(whereSeparator: \.isWhitespace)
        let parts = words.split(omittingEmptySubsequences: false) { word in
            either.contains(word.lowercased())
        }
        guard parts.count > 1, !parts.contains(where: \.isEmpty) else { return nil }
        return parts.map { prefix + $0.joined(separator: " ") }
    }

    /// The word with a colon before a text, `cat:`, if there is one, and the text.
    static func prefixed(_ term: String) -> (prefix: String, text: Substring) {
        guard let colon = term.firstIndex(of: ":"),
            term[..<colon].allSatisfy({ $0.isASCII && $0.isLetter })
        else { return ("", term[...]) }
        let text = term.index(after: colon)
        return (String(term[..<text]), term[text...])
    }

    private static func isPhrase(_ run: [String]) -> Bool {
        let text = run.joined(separator: " ")
        let isWord = run.count == 1 && !text.contains(where: \.isWhitespace)
        if isWord, text.count < letters { return false }
        // Of other numbers none is meant as a year.
        if let number = Int(text), !(1990...2100).contains(number), text.count == 4 { return false }
        return isPhrase(text)
    }

    /// Whether a text is days in words: whatever today is, a phrase is one, even where it ends
    /// before it starts: `from 2026 to today`.
    static func isPhrase(_ text: String) -> Bool {
        do throws(DatePhraseError) {
            _ = try DatePhrase.range(
                text, today: Day(daysSince1970: 20_000), weekStart: .monday)
            return true
        } catch .emptyRange { return true } catch { return false }
    }

    /// Whether a text is one day in words.
    static func isDay(_ text: String) -> Bool {
        let found = try? DatePhrase.range(
            text, today: Day(daysSince1970: 20_000), weekStart: .monday)
        return found.map { $0.start == $0.end.adding(days: -1) } == true
            && text.contains(where: \.isLetter)
    }
}
