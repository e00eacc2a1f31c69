import Support
import Testing

/// The page for newcomers leads to files that are there.
@Suite("Architecture.md is true")
struct ArchitectureTests {
    static let path = "Sources/Application/Application.docc/Architecture.md"

    /// What is between backticks, without commands.
    private static func quoted() throws -> [String] {
        let page = try #require(try SourceTree.file(path))
        return page.text.split(separator: "`", omittingEmptySubsequences: false)
            .enumerated().filter { $0.offset % 2 == 1 }.map { String($0.element) }
            .filter { !$0.isEmpty && !$0.hasPrefix("-") && !$0.contains("\n") }
            .filter { !$0.contains(" ") && !$0.contains("=") }
    }

    @Test("every name without a folder is a file, a folder or declared") func names() throws {
        let paths = try ["Sources", "Tests", "Fixtures"].flatMap {
            try SourceTree.paths(under: $0)
        }
        var known = GlossaryTests.declaredWords()
        for path in paths {
            for part in path.split(separator: "/") {
                known.insert(String(part.hasSuffix(".swift") ? part.dropLast(6) : part))
            }
        }
        let named = try Self.quoted().filter { !$0.contains("/") }
        #expect(named.count > 10)
        for name in named { #expect(known.contains(name), "\(name)") }
    }

    @Test("every folder and file that it names is there") func paths() throws {
        let files = try ["Sources", "Tests"].flatMap { try SourceTree.files(under: $0) }.map(\.path)
        let named = try Self.quoted().filter { $0.contains("/") }
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
