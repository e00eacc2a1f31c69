import Ledger
import Support
import Testing

@Suite("The example of a projection")
struct ProjectionsDocumentTests {
    @Test("stands in the documentation as it is compiled here")
    func isDocumented() throws {
        let page = try #require(try SourceTree.file("Sources/Ledger/Ledger.docc/Projections.md"))
        let path = "Tests/LedgerTests/Projections/TitleTotals.swift"
        let code = try #require(try SourceTree.file(path))
        #expect(page.text.contains("```swift\n\(code.text)```"))
    }

    @Test("adds up, from any number of parts")
    func addsUp() throws {
        let lines = [
            Given.line(250, "Bakery"), Given.line(1_000, "Rent"), Given.line(120, "Bakery"),
        ]
        let store = try Given.store([Given.ledger, lines.map { .lineAdded($0) }])
        let whole = try store.project(0..<7, as: TitleTotals.self)
        #expect(whole.totals == ["Bakery": ["EUR": 370], "Rent": ["EUR": 1_000]])
        for cut in 0...7 as ClosedRange<UInt64> {
            var left = try store.project(0..<cut, as: TitleTotals.self)
            left.merge(try store.project(cut..<7))
            #expect(left == whole)
        }
    }
}
