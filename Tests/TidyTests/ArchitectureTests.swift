import Support
import Testing

/// The page for newcomers leads to files that are there.
@Suite("Architecture.md is true")
struct ArchitectureTests {
    static let path = "Sources/Application/Application.docc/Architecture.md"

    @Test("every folder and file that it names is there") func paths() throws {
        let page = try #require(try SourceTree.file(Self.path))
        let files = try ["Sources", "Tests"].flatMap { try SourceTree.files(under: $0) }.map(\.path)
        let quoted = page.text.split(separator: "`", omittingEmptySubsequences: false)
            .enumerated().filter { $0.offset % 2 == 1 }.map { String($0.element) }
        let named = quoted.filter { $0.contains("/") && !$0.contains("\n") && !$0.contains(" ") }
        #expect(named.count > 40)
        for name in named {
            let isThere = files.contains { file in
                ["", "Sources/", "Sources/LedgerCLI/", "Sources/Application/"].contains { start in
                    file == "\(start)\(name)" || file == "\(start)\(name).swift"
                        || file.hasPrefix("\(start)\(name)/")
                }
            }
            #expect(isThere, "\(name)")
        }
    }
}
