import Support
import Testing

/// What the documentation shows of the sources stands in them: so it compiles.
@Suite("The code of the documentation is real")
struct ExtendingDocumentTests {
    /// A piece of code of a document, and the file in which it has to stand.
    private struct Piece {
        var path: String
        var lines: [String]
    }

    private func lines(_ path: String) throws -> [String] {
        let text = try #require(try SourceTree.file(path), "\(path) is missing").text
        return text.split(separator: "\n", omittingEmptySubsequences: false).map(String.init)
    }

    /// The blocks of a document that begin with a line such as ```` ```diff ````.
    private func blocks(_ document: String, _ language: String) throws -> [[String]] {
        var blocks: [[String]] = []
        var block: [String]?
        for line in try lines(document) {
            if line == "```", let done = block {
                blocks.append(done)
                block = nil
            } else if line == "```\(language)" {
                block = []
            } else {
                block?.append(line)
            }
        }
        return blocks
    }

    /// What a diff adds, run by run.
    private func added(_ diff: [String]) -> [Piece] {
        var pieces: [Piece] = []
        var path = ""
        var isOpen = false
        for line in diff {
            if line.hasPrefix("+++ b/") {
                path = String(line.dropFirst(6))
                isOpen = false
            } else if line.hasPrefix("+") {
                if !isOpen { pieces.append(Piece(path: path, lines: [])) }
                pieces[pieces.count - 1].lines.append(String(line.dropFirst()))
                isOpen = true
            } else {
                isOpen = false
            }
        }
        return pieces
    }

    private func expectFound(_ piece: Piece) throws {
        let source = try lines(piece.path)
        let count = piece.lines.count
        let isFound =
            count > 0 && source.count >= count
            && (0...(source.count - count)).contains { start in
                source[start..<(start + count)].elementsEqual(piece.lines)
            }
        #expect(isFound, "\(piece.path) has no such lines:\n\(piece.lines)")
    }

    @Test("every line that a diff adds was added")
    func diffs() throws {
        let document = "Sources/Application/Application.docc/Extending.md"
        let pieces = try blocks(document, "diff").flatMap(added)
        #expect(
            Set(pieces.map(\.path)).isSuperset(of: [
                "Sources/Ledger/Values/Time/Period.swift",
                "Sources/Application/Endpoints/Ledger/WhoAmI.swift",
                "Sources/Application/Routing/Router.swift", "Tests/Support/StoreKind.swift",
            ]))
        for piece in pieces { try expectFound(piece) }
    }

    @Test("the examples of tests are tests")
    func examples() throws {
        let document = "Sources/LedgerTesting/LedgerTesting.docc/LedgerTesting.md"
        let found = try blocks(document, "swift").compactMap { block -> Piece? in
            guard let first = block.first, first.hasPrefix("// ") else { return nil }
            return Piece(path: String(first.dropFirst(3)), lines: Array(block.dropFirst()))
        }
        #expect(found.count == 2)
        for piece in found { try expectFound(piece) }
        let manifest = try #require(try blocks(document, "swift").first)
        try expectFound(
            Piece(
                path: "tools/examples/standing-orders/Package.swift",
                lines: manifest.map { "        \($0)" }.dropLast() + ["        ),"]))
    }
}
