import Support
import Testing

/// The page about the programs that this one follows names nothing that is not there.
@Suite("Origins.md is true")
struct OriginsDocumentTests {
    private static let path = "Sources/Application/Application.docc/Origins.md"

    /// What stands between back ticks.
    private func names() throws -> [String] {
        let text = try #require(try SourceTree.file(OriginsDocumentTests.path)).text
        return text.matches(of: /`([^`]+)`/).map { String($0.1) }
    }

    private static let sources: [SourceFile] = {
        let folders = ["Sources", "Tests", "tools/examples"]
        return folders.flatMap { (try? SourceTree.files(under: $0, suffixes: [".swift"])) ?? [] }
    }()

    @Test("every test is there") func tests() throws {
        let named = try names().compactMap { $0.wholeMatch(of: /([A-Z]\w+)\/(\w+)/) }
        #expect(named.count > 60)
        let tests = OriginsDocumentTests.sources.filter { $0.path.contains("Tests/") }
        for name in named {
            let (suite, function) = (name.1, name.2)
            let found = tests.contains { file in
                (file.text.contains("struct \(suite) ")
                    || file.text.contains("extension \(suite) "))
                    && file.text.contains("func \(function)(")
            }
            #expect(found, "\(name.0)")
        }
    }

    @Test("every type is there") func types() throws {
        let named = try names().compactMap { $0.wholeMatch(of: /[A-Z]\w+/) }.map { String($0.0) }
        #expect(Set(named).count > 20)
        let types = SourceTree.types(in: OriginsDocumentTests.sources)
        for name in Set(named) {
            let isTarget = SourceTree.isFolder("Sources/\(name)") || name == "Tests"
            #expect(types.contains(name) || isTarget, "\(name)")
        }
    }

    @Test("every command is there") func commands() throws {
        let named = try names().filter { $0.hasPrefix("ledger ") }
        #expect(Set(named).count > 10)
        let runner = try CommandRunner()
        for command in Set(named) {
            let result = try runner.shell("\(command) --help")
            let usage = result.output.firstMatch(of: /USAGE: (ledger [a-z ]*[a-z])/)
            #expect(result.code == 0 && usage?.1.hasPrefix(command) == true, "\(command)")
        }
    }

    @Test("every line from P01 to P20 is there, with a test") func complete() throws {
        let text = try #require(try SourceTree.file(OriginsDocumentTests.path)).text
        let ids = text.matches(of: /(?m)^\| (P[0-9]{2}) \|.*Tests\//).map { String($0.1) }
        #expect(ids == (1...20).map { $0 < 10 ? "P0\($0)" : "P\($0)" })
    }
}
