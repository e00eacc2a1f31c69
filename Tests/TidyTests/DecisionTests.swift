import Support
import Testing

/// The records of decisions can be found, dated and read in a few minutes.
@Suite("Decisions are numbered, dated and short")
struct DecisionTests {
    static let folder = "Sources/Ledger/Ledger.docc/Decisions"

    static let files: [SourceFile] = {
        let files = (try? SourceTree.files(under: folder, suffixes: [".md"])) ?? []
        return files.sorted { $0.path < $1.path }
    }()

    @Test("each has the next number, a title, a date and a status") func heads() throws {
        #expect(Self.files.count >= 40)
        for (index, file) in Self.files.enumerated() {
            let number = index + 1
            let lines = file.text.split(separator: "\n", omittingEmptySubsequences: false)
            let digits = String(number)
            let name = String(repeating: "0", count: 4 - digits.count) + digits
            #expect(file.path.hasPrefix("\(Self.folder)/\(name)-"), "\(file.path)")
            try #require(lines.count > 3, "\(file.path)")
            #expect(lines[0].hasPrefix("# \(number). "), "\(file.path)")
            let (date, status) = try #require(Self.parts(of: lines[2]), "\(file.path)")
            #expect(Self.isDate(date), "\(file.path)")
            #expect(Self.isStatus(status), "\(file.path): \(status)")
        }
    }

    @Test("each fits on a page") func lengths() {
        for file in Self.files {
            let count = file.text.split(separator: "\n", omittingEmptySubsequences: false).count - 1
            #expect(count <= 40, "\(file.path) has \(count) lines")
        }
    }

    @Test("the index names each with its title, date and status") func index() throws {
        let index = try #require(try SourceTree.file("\(Self.folder).md"))
        for (number, file) in Self.files.enumerated() {
            let lines = file.text.split(separator: "\n", omittingEmptySubsequences: false)
            let title = lines[0].dropFirst("# \(number + 1). ".count)
            let (date, status) = try #require(Self.parts(of: lines[2]), "\(file.path)")
            let name = file.path.dropFirst(Self.folder.count + 1)
            let row = "| \(number + 1) | [\(title)](Decisions/\(name)) | \(date) | \(status) |"
            #expect(index.text.contains(row), "the index lacks: \(row)")
        }
    }

    /// `2026-11-21, accepted.` as its two parts.
    private static func parts(of line: Substring) -> (date: String, status: String)? {
        let parts = line.split(separator: ",", maxSplits: 1)
        guard parts.count == 2, parts[1].hasPrefix(" "), parts[1].hasSuffix(".") else { return nil }
        return (String(parts[0]), String(parts[1].dropFirst().dropLast()))
    }

    private static func isDate(_ text: String) -> Bool {
        let parts = text.split(separator: "-").map { Int($0) }
        return parts.count == 3 && text.utf8.count == 10
            && (1...12).contains(parts[1] ?? 0) && (1...31).contains(parts[2] ?? 0)
    }

    private static func isStatus(_ text: String) -> Bool {
        text == "accepted" || text.hasPrefix("superseded by ")
            || text.hasPrefix("superseded in part by ")
    }
}
