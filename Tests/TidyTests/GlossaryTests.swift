import Support
import Testing

/// The glossary speaks of names that the sources have.
@Suite("The glossary is true")
struct GlossaryTests {
    @Test("every name that it gives is declared in the sources") func names() throws {
        let glossary = try #require(try SourceTree.file("Sources/Ledger/Ledger.docc/Glossary.md"))
        let rows = glossary.text.split(separator: "\n").filter { $0.hasPrefix("| ") }.dropFirst(2)
        #expect(rows.count > 40)
        let declared = Self.declaredWords()
        for row in rows {
            let cells = row.split(separator: "|").map { $0.split(separator: "`") }
            try #require(cells.count >= 4, "\(row)")
            for (index, name) in cells[2].enumerated() where index % 2 == 1 {
                for part in name.split(separator: ".") {
                    #expect(declared.contains(String(part)), "\(name) in: \(row)")
                }
            }
        }
    }

    @Test("terms stand in the order of the alphabet") func order() throws {
        let glossary = try #require(try SourceTree.file("Sources/Ledger/Ledger.docc/Glossary.md"))
        let rows = glossary.text.split(separator: "\n").filter { $0.hasPrefix("| ") }.dropFirst(2)
        let terms = rows.compactMap { $0.split(separator: "|").first?.lowercased() }
        #expect(terms == terms.sorted())
    }

    /// The words behind a keyword that declares.
    static func declaredWords() -> Set<String> {
        let keywords: Set<Substring> = [
            "struct", "class", "enum", "protocol", "case", "func", "let", "var", "typealias",
        ]
        var found: Set<String> = []
        for text in TreeTests.swift where text.path.hasPrefix("Sources/") {
            for line in text.code {
                let words = line.split { !$0.isLetter && !$0.isNumber && $0 != "_" }
                for (word, next) in zip(words, words.dropFirst()) where keywords.contains(word) {
                    found.insert(String(next))
                }
            }
        }
        return found
    }
}
