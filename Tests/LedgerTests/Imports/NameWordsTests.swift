import Ledger
import Support
import Testing

@Suite("The words of names")
struct NameWordsTests {
    @Test(
        "are small, and without numbers where others are left",
        arguments: [
            ("REWE 0123 Berlin", "rewe berlin"), ("4711", "4711"), ("12 34", "12 34"),
            ("  Tea\tRoom ", "tea room"), ("Café 7 ÉTOILE", "café étoile"), ("A1 b", "b"),
            ("", ""), (" \n", ""), ("Straße ٣", "straße"),
        ])
    func words(_ name: String, _ words: String) {
        #expect(NameWords.words(of: name) == words)
        #expect(NameWords.words(of: Array(name.utf8)[...]) == words)
    }

    @Test("a name is found if its words are, in any part of a longer text")
    func search() {
        let wanted = ["rewe", "tea room", "4711", "étoile", "b 2nd"]
        let search = NameSearch(Set(wanted))
        var choices = RandomChoices(seed: 35)
        let parts = [
            "Rewe", "REWE", "tea", "Room", "4711", "Étoile", "B", "2nd", "x", "9", " ", "",
        ]
        for _ in 0..<2_000 {
            let count = 1 + choices.choose(4)
            let name = (0..<count).map { _ in parts[choices.choose(parts.count)] }
                .joined(separator: choices.choose(2) == 0 ? " " : "\t")
            let bytes = Array("..\(name)..".utf8)
            let isFound = search.finds(bytes[2..<(bytes.count - 2)])
            #expect(isFound == wanted.contains(NameWords.words(of: name)), "\(name)")
        }
        #expect(search.finds(Array("REWE 12".utf8)[...]))
        #expect(!search.finds(Array("Rewe Mitte".utf8)[...]))
    }
}
