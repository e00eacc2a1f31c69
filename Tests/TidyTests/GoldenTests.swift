import Foundation
import Support
import Testing

@Suite("Golden files")
struct GoldenTests {
    @Test("a recording run writes the file and fails; later runs compare byte for byte")
    func record() throws {
        let folder = FileManager.default.temporaryDirectory.appending(path: UUID().uuidString)
        defer { try? FileManager.default.removeItem(at: folder) }
        let file = folder.appending(path: "cli/report.txt").path
        #expect(try compareGolden("food 12.50\n", at: file)?.hasPrefix("missing") == true)
        #expect(try recordGolden("food 12.50\n", at: file).hasPrefix("recorded"))
        #expect(try compareGolden("food 12.50\n", at: file) == nil)
        let complaint = try #require(try compareGolden("food 12.60\n", at: file))
        #expect(complaint.hasSuffix("- food 12.50\n+ food 12.60\n  "))
        #expect(try compareGolden("food 12.50", at: file) != nil)
    }

    @Test("a difference shows two lines around each change")
    func difference() {
        let old = (1...12).map(String.init).joined(separator: "\n")
        let new = old.replacing("\n4\n", with: "\nfour\n").replacing("\n11", with: "")
        #expect(
            lineDifference(from: old, to: new) == """
                  ⋯ line 2
                  2
                  3
                - 4
                + four
                  5
                  6
                  ⋯ line 9
                  9
                  10
                - 11
                  12
                """
        )
        #expect(lineDifference(from: old, to: old).isEmpty)
    }

    @Test("differences of line ends and of composed letters are differences")
    func bytes() {
        #expect(lineDifference(from: "a\r\nb", to: "a\nb") == "- a␍\n+ a\n  b")
        #expect(lineDifference(from: "\u{E9}", to: "e\u{301}") != "")
    }
}
