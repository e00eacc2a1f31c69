import Ledger
import Support
import Testing

@Suite("Regular expressions over texts")
struct TextPatternTests {
    @Test("random expressions find what the library's own find", arguments: 0..<4)
    func equalsTheLibrary(_ seed: UInt64) throws {
        var random = SeededRandom(seed: seed)
        let pieces = [
            "a", "b", "B", "c", ".", "[ab]", "[^b]", "\\d", "\\W", "(a|bc)", "(?:b)", "^", "$",
            "a*", "b+", "c?", "a{2}", "[a-c]{1,2}", "b{2,}", "|", "(ab)*", "(a|b?)+",
        ]
        let letters = Array("abcAB1 -")
        var found = 0
        for _ in 0..<400 {
            let count = Int.random(in: 1...5, using: &random)
            let source = (0..<count).compactMap { _ in pieces.randomElement(using: &random) }
                .joined()
            let pattern = try TextPattern(parsing: source)
            let regex = try Regex(source).ignoresCase()
            for _ in 0..<20 {
                let length = Int.random(in: 0...7, using: &random)
                let text = String(
                    (0..<length).compactMap { _ in
                        letters.randomElement(using: &random)
                    })
                let isThere = text.contains(regex)
                #expect(pattern.occurs(in: text) == isThere, "/\(source)/ in \(text)")
                found += isThere ? 1 : 0
            }
        }
        #expect(found > 500)
    }

    @Test("what makes others slow takes no time") func hostile() throws {
        let text = String(repeating: "a", count: 100_000)
        #expect(try !TextPattern(parsing: "(a+)+b").occurs(in: text))
        #expect(try !TextPattern(parsing: "(a|aa)*$b").occurs(in: text))
    }

    @Test func foldsCase() throws {
        #expect(try TextPattern(parsing: "^CAFÉ").occurs(in: "Café au lait"))
        #expect(try TextPattern(parsing: "[À-Þ]").occurs(in: "é"))
        #expect(try TextPattern(parsing: "\\.x").occurs(in: "a.X"))
        #expect(try !TextPattern(parsing: "\\.x").occurs(in: "abx"))
    }
}
