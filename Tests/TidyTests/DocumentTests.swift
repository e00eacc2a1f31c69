import Support
import Testing

/// The documents stay short where a newcomer starts, and say each figure once.
@Suite("Documents are short and say things once")
struct DocumentTests {
    /// The pages, with the number of lines that each may have.
    static let pages = [
        ("README.md", 200), ("Sources/Application/Application.docc/Architecture.md", 100),
    ]

    @Test("what a newcomer reads first is short", arguments: pages)
    func lengths(path: String, linesMax: Int) throws {
        let page = try #require(try SourceTree.file(path))
        #expect(
            page.text.split(separator: "\n", omittingEmptySubsequences: false).count <= linesMax)
    }

    @Test("figures of speed are in Speed.md alone") func speeds() throws {
        let files =
            try SourceTree.files(under: "Sources", suffixes: [".md"])
            + ["README.md", "CONTRIBUTING.md"].compactMap { try SourceTree.file($0) }
        let pages = files.filter { file in
            !file.path.hasSuffix("/Speed.md") && !file.path.contains("/Decisions/")
        }
        #expect(pages.count > 15)
        for page in pages {
            for line in page.text.split(separator: "\n") where !isOutput(line) {
                #expect(!line.contains("events/s"), "\(page.path): \(line)")
                #expect(!line.contains("commits/s"), "\(page.path): \(line)")
            }
        }
    }

    /// Whether a line is what `ledger replay` prints in an example.
    private func isOutput(_ line: Substring) -> Bool { line.hasPrefix("  speed ") }

    @Test("links lead to files that are there") func links() throws {
        let files =
            try SourceTree.files(under: "Sources", suffixes: [".md"])
            + ["README.md", "CONTRIBUTING.md", "CHANGELOG.md", "Fixtures/README.md"]
            .compactMap { try SourceTree.file($0) }
        for page in files {
            let folder = page.path.split(separator: "/").dropLast().joined(separator: "/")
            for link in page.text.matches(of: #/\]\(([^)#]+\.md)[^)]*\)/#)
            where !link.output.1.hasPrefix("http") {
                let path = resolved("\(folder)/\(link.output.1)")
                #expect(try SourceTree.file(path) != nil, "\(page.path): \(link.output.1)")
            }
        }
    }

    @Test("articles that are named are there") func articles() throws {
        let files = try SourceTree.files(under: "Sources", suffixes: [".md"])
        let names = Set(files.compactMap { $0.path.split(separator: "/").last?.dropLast(3) })
        for page in files {
            for link in page.text.matches(of: #/<doc:([A-Za-z0-9-]+)/#) {
                #expect(names.contains(link.output.1), "\(page.path): \(link.output.1)")
            }
        }
    }

    /// A path without its `..`.
    private func resolved(_ path: String) -> String {
        var parts: [Substring] = []
        for part in path.split(separator: "/") where part != "." {
            if part == ".." { parts = parts.dropLast() } else { parts.append(part) }
        }
        return parts.joined(separator: "/")
    }
}
