import Support
import Testing

/// The libraries are small, and what they have is shown by examples that are compiled.
@Suite("What is public is needed, and shown")
struct PublicTests {
    /// Programs that see what is public alone.
    private static func examples() throws -> [SourceFile] {
        try ["Tests/LibraryTests", "tools/examples"].flatMap { folder in
            try SourceTree.files(under: folder, suffixes: [".swift"])
        }
    }

    /// The lines of code of the libraries that say `public`, by library.
    private static let lines: [String: [String]] = {
        var lines: [String: [String]] = [:]
        for library in House.libraries {
            let files = try? SourceTree.files(
                under: "Sources/\(library.name)", suffixes: [".swift"])
            for file in files ?? [] where file.text.contains("public") {
                let code = SwiftText(file.path, file.text).code
                lines[library.name, default: []] += code.filter { $0.contains("public") }
            }
        }
        return lines
    }()

    private static func words(_ line: String) -> [Substring] {
        line.split { !$0.isLetter && !$0.isNumber && $0 != "_" }
    }

    @Test("no library has more than was decided") func declarations() throws {
        for library in House.libraries {
            let count = try #require(Self.lines[library.name]).count { line in
                let words = Self.words(line)
                return words.contains("public") && !words.contains("import")
            }
            #expect(
                count <= library.publicMost,
                "\(library.name) has \(count) public declarations: package is enough inside")
        }
    }

    @Test("every public type is named by an example") func types() throws {
        let shown = Set(
            try Self.examples().flatMap { file in
                SwiftText(file.path, file.text).code.flatMap(Self.words).map(String.init)
            })
        let kinds: Set<Substring> = ["class", "enum", "protocol", "struct", "typealias"]
        for library in House.libraries {
            let types = try #require(Self.lines[library.name])
                .filter { $0.hasPrefix("public ") }
                .compactMap { line -> String? in
                    let words = Self.words(line)
                    guard let kind = words.firstIndex(where: kinds.contains),
                        !words.contains("func"), kind + 1 < words.count
                    else { return nil }
                    return String(words[kind + 1])
                }
            #expect(types.count > 4)
            let unshown = types.filter { !shown.contains($0) }
            #expect(unshown.count <= library.unshownMost, "\(library.name): \(unshown)")
        }
    }

    @Test(
        "what a page shows is compiled",
        arguments: [
            "Sources/Ledger/Ledger.docc/EmbeddedStore.md",
            "Sources/Ledger/Ledger.docc/Projections.md",
            "Sources/LedgerTesting/LedgerTesting.docc/InMemory.md",
        ])
    func pages(path: String) throws {
        let page = try #require(try SourceTree.file(path))
        let code = try Self.examples().map { "\n\(Self.flush($0.text))\n" }
        let parts = page.text.components(between: "```swift\n", and: "```")
        #expect(parts.count > 3)
        for part in parts {
            #expect(code.contains { $0.contains("\n\(Self.flush(part))\n") }, "\(part)")
        }
    }

    /// A text whose lines begin at the margin, without empty lines at both ends.
    private static func flush(_ text: String) -> String {
        let lines = text.split(separator: "\n", omittingEmptySubsequences: false)
            .map { $0.drop { $0 == " " } }
        return lines.drop { $0.isEmpty }.reversed().drop { $0.isEmpty }.reversed()
            .joined(separator: "\n")
    }
}

extension String {
    /// What stands between two marks, each time.
    fileprivate func components(between start: String, and end: String) -> [String] {
        var found: [String] = []
        var rest = self[...]
        while let first = rest.firstRange(of: start),
            let last = rest[first.upperBound...].firstRange(of: end)
        {
            found.append(String(rest[first.upperBound..<last.lowerBound]))
            rest = rest[last.upperBound...]
        }
        return found
    }
}
