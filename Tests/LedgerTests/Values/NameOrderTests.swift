import Ledger
import Support
import Testing

/// Names in the order in which people look for them.
@Suite("The order of names")
struct NameOrderTests {
    /// As in a dictionary, by hand.
    private static let ascending = [
        "", "a", "Äpfel", "b", "B\u{308}ar", "Cafe\u{301}", "café", "cafes", "food", "food:lunch",
        "Food:tea", "food b", "foodstuff", "Łódź", "Strasse", "Straße", "Strasser", "z", "Zoo",
        "Ωmega", "日本茶",
    ]

    @Test("letters count in any case and without marks, what is below a category behind it")
    func ascends() {
        let names = NameOrderTests.ascending
        #expect(names.reversed().sorted(by: NameOrder.isBefore) == names)
        for (index, name) in names.enumerated() {
            #expect(!NameOrder.isBefore(name, name))
            for other in names[(index + 1)...] {
                #expect(NameOrder.isBefore(name, other), "\(name) \(other)")
                #expect(!NameOrder.isBefore(other, name), "\(name) \(other)")
            }
        }
    }

    /// Of any three names that are not in order, one pair is wrong.
    @Test("it is an order, whatever the letters", arguments: Soak.seeds(2))
    func isAnOrder(_ seed: UInt64) {
        var choices = RandomChoices(seed: seed)
        let letters = ["a", "A", "ä", "a\u{308}", "Z", "z", "ß", "s", "S", ":", " ", "é", "e", "Ω"]
        var names = (0..<60).map { _ in
            (0..<choices.choose(4)).map { _ in
                letters[choices.choose(letters.count)]
            }.joined()
        }
        names.sort(by: NameOrder.isBefore)
        for left in names.indices {
            for right in names.indices where left < right {
                #expect(NameOrder.compared(names[left], names[right]) <= 0)
                #expect(NameOrder.compared(names[right], names[left]) >= 0)
            }
        }
    }
}
