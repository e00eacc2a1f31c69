import Support
import Testing

/// The house rules, applied to the project's own files.
@Suite("The project keeps its house rules")
struct TreeTests {
    static let swift: [SwiftText] = {
        let files = ["Sources", "Tests"].flatMap { folder in
            (try? SourceTree.files(under: folder, suffixes: [".swift"])) ?? []
        }
        return files.map { SwiftText($0.path, $0.text) }
    }()

    /// Every text file that people write.
    static func written() throws -> [SourceFile] {
        let folders = try ["Sources", "Tests", "tools"].flatMap { try SourceTree.files(under: $0) }
        let files = ["Package.swift", ".ci/run", "README.md", "CHANGELOG.md", "CONTRIBUTING.md"]
        return try folders + files.compactMap { try SourceTree.file($0) }
    }

    static func expectNone(
        _ violations: [Violation],
        sourceLocation: SourceLocation = #_sourceLocation
    ) {
        guard !violations.isEmpty else { return }
        let lines = violations.sorted().map(\.description).joined(separator: "\n")
        Issue.record("\(violations.count) violations\n\(lines)", sourceLocation: sourceLocation)
    }

    @Test("Swift files were found") func found() {
        #expect(Self.swift.contains { $0.path == "Tests/TidyTests/TreeTests.swift" })
    }

    @Test("lines are short") func lineLength() throws {
        let files = try Self.written().filter { file in
            let name = file.path.split(separator: "/").last ?? ""
            return !name.contains(".") || name.hasSuffix(".swift") || name.hasSuffix(".h")
        }
        Self.expectNone(files.flatMap { Rules.lineLength($0.path, $0.text) })
    }

    @Test("files are short") func fileLength() throws {
        let files = try Self.written().filter { $0.path.hasSuffix(".swift") }
        Self.expectNone(files.flatMap { Rules.fileLength($0.path, $0.text) })
    }

    @Test("functions are short") func functionLength() {
        Self.expectNone(Self.swift.flatMap(Rules.functionLength))
    }

    @Test("tests have no limit by the clock") func clockLimit() {
        Self.expectNone(Self.swift.flatMap(Rules.clockLimit))
    }

    @Test("tests go to their end") func earlyReturn() {
        Self.expectNone(Self.swift.flatMap(Rules.earlyReturn))
    }

    @Test("unsafe stays behind the fence") func fencedUnsafe() {
        Self.expectNone(Self.swift.flatMap(Rules.fencedUnsafe))
    }

    @Test("every file of the fence is there") func fence() throws {
        let paths = Set(Self.swift.map(\.path))
        #expect(House.fence.subtracting(paths).isEmpty)
    }

    @Test("imports point to lower layers") func imports() {
        Self.expectNone(Self.swift.flatMap(Rules.imports))
    }

    @Test("banned words have been replaced") func bannedWords() {
        Self.expectNone(Self.swift.flatMap(Rules.bannedWords))
    }

    @Test("retired words do not come back") func retiredWords() {
        Self.expectNone(Self.swift.flatMap(Rules.retiredWords))
    }

    @Test("a folder has few files") func rooms() {
        Self.expectNone(Rules.rooms(Self.swift.map(\.path)))
    }

    @Test("a file begins with the type that it is named after") func firstType() {
        Self.expectNone(
            Self.swift.filter { $0.path.hasPrefix("Sources/") }.flatMap(Rules.firstType))
    }

    @Test("nothing names one machine or a registry") func machineWords() throws {
        let files = try Self.written() + SourceTree.files(under: "Fixtures")
        Self.expectNone(
            files.filter { $0.path != "Tests/TidyTests/House.swift" }
                .flatMap { Rules.machineWords($0.path, $0.text) }
        )
    }

    @Test("the package's folder holds what belongs there") func topLevel() throws {
        Self.expectNone(Rules.topLevel(try SourceTree.names(in: ".")))
    }

    @Test("Fixtures/README.md tells of every folder") func fixtures() throws {
        let readme = try #require(try SourceTree.file("Fixtures/README.md"))
        let folders = try SourceTree.folders(in: "Fixtures").map { "\($0)/" }
        Self.expectNone(Rules.mentions(readme.path, readme.text, all: folders))
    }

    @Test("tools can be run and say how") func tools() throws {
        Self.expectNone(
            try SourceTree.files(under: "tools").flatMap { file in
                Rules.tool(
                    file.path,
                    file.text,
                    isExecutable: SourceTree.isExecutable(file.path)
                )
            }
        )
    }

    @Test(
        "README, CONTRIBUTING and CI name the test command",
        arguments: [
            "README.md", "CONTRIBUTING.md", ".ci/run",
        ])
    func testCommand(path: String) throws {
        let file = try #require(try SourceTree.file(path))
        Self.expectNone(Rules.mentions(path, file.text, all: ["tools/test", "tools/ledger"]))
    }

    @Test("each folder is a target") func targets() throws {
        let manifest = try #require(try SourceTree.file("Package.swift"))
        let folders = try ["Sources", "Tests"].flatMap { try SourceTree.folders(in: $0) }
        Self.expectNone(Rules.targets(manifest.text, folders: folders))
    }
}
