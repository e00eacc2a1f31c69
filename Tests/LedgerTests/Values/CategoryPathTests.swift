import Ledger
import Support
import Testing

@Suite("Category path")
struct CategoryPathTests {
    @Test(arguments: [
        ("food", "food", 1), (" food : eating out ", "food:eating out", 2),
        ("a/b:c d:e", "a/b:c d:e", 3), ("\tfood\u{A0}:\u{3000}out", "food:out", 2),
        ("tab\tinside:x", "tab\tinside:x", 2), ("🍕:Ünter", "🍕:Ünter", 2),
    ])
    func parses(text: String, stored: String, count: Int) throws {
        let path = try CategoryPath(text)
        #expect(path.text.utf8.elementsEqual(stored.utf8))
        #expect(path.segmentCount == count)
        #expect(path.segments == stored.split(separator: ":").map(String.init))
        #expect(path.leaf == path.segments.last)
        #expect(try JSONCoding.value(CategoryPath.self, of: JSONCoding.text(of: path)) == path)
    }

    @Test(arguments: ["", " ", ":", "a:", ":a", "a::b", "a: :b", "\u{A0}"])
    func refusesEmptySegments(text: String) {
        #expect(throws: CategoryPathError.emptySegment(text: text)) { try CategoryPath(text) }
    }

    @Test(
        arguments: [
            ("a\nb", 0x0A), ("a\0b", 0x00), ("a\r\nb:c", 0x0D), ("a:b\u{2028}c", 0x2028),
        ] as [(String, UInt32)])
    func refusesLineBreaks(text: String, scalar: UInt32) {
        #expect(throws: CategoryPathError.refusedCharacter(text: text, scalar: scalar)) {
            try CategoryPath(text)
        }
    }

    @Test func comparesBytes() throws {
        let composed = try CategoryPath("caf\u{E9}")
        let decomposed = try CategoryPath("cafe\u{301}")
        #expect(composed.text == decomposed.text)  // Swift's own comparison merges them
        #expect(composed != decomposed)
        #expect(Set([composed, decomposed, composed]).count == 2)
        #expect(composed.text.utf8.count == 5)
        #expect(decomposed.text.utf8.count == 6)
        #expect(!composed.isSameIgnoringCase(as: decomposed))
        #expect(try CategoryPath("a :\u{301}b").text.utf8.elementsEqual("a:\u{301}b".utf8))
    }

    @Test func ignoresCase() throws {
        let path = try CategoryPath("Food:Éclairs")
        #expect(try path.isSameIgnoringCase(as: CategoryPath("food:éCLAIRS")))
        #expect(try !path.isSameIgnoringCase(as: CategoryPath("food:eclairs")))
        #expect(try path != CategoryPath("food:éclairs"))
    }

    @Test(arguments: [
        (-1, "a"), (0, "a"), (1, "a"), (2, "a:b c"), (3, "a:b c:d"), (4, "a:b c:d"),
        (.max, "a:b c:d"),
    ])
    func cutsToADepth(depth: Int, text: String) throws {
        #expect(try CategoryPath("a:b c:d").depth(depth).text == text)
    }

    @Test func knowsItsFamily() throws {
        let food = try CategoryPath("food")
        let out = try CategoryPath("food:out")
        #expect(out.parent == food)
        #expect(food.parent == nil)
        #expect(food.contains(out))
        #expect(food.contains(food))
        #expect(!out.contains(food))
        #expect(try !food.contains(CategoryPath("foods:x")))
        #expect(try !food.contains(CategoryPath("foo")))
    }

    @Test func childrenFollowTheirParent() throws {
        let sorted = try ["a-b", "b", "a:z", "a", "a b", "a:b:c", "a:b", "B"].map {
            try CategoryPath($0)
        }.sorted().map(\.text)
        #expect(sorted == ["B", "a", "a:b", "a:b:c", "a:z", "a b", "a-b", "b"])
    }
}
