import Support
import Testing

/// `Format.md` and its examples, taken apart into what can be compared with the code.
struct FormatDocument {
    /// A row of a table that tells where a field stands.
    struct Place: Equatable {
        var offset: Int
        var count: Int
        var field: String
    }

    private let lines: [Substring]

    /// Takes a page of the module's documentation.
    init(page: String = "Format") throws {
        let path = "Sources/EventLog/EventLog.docc/\(page).md"
        lines = try #require(try SourceTree.file(path)).text
            .split(separator: "\n", omittingEmptySubsequences: false)
    }

    /// The lines below a heading, up to the next one.
    func section(_ heading: String) throws -> ArraySlice<Substring> {
        let titles = lines.indices.filter { lines[$0].hasPrefix("#") }
        let index = try #require(
            titles.firstIndex { lines[$0].drop { "# ".contains($0) } == heading }, "\(heading)")
        let end = titles.dropFirst(index + 1).first ?? lines.endIndex
        return lines[titles[index]..<end].dropFirst()
    }

    /// The tables below a heading, row by row, cell by cell, without their heads.
    func tables(_ heading: String) throws -> [[[String]]] {
        try section(heading).split { !$0.hasPrefix("|") }.map { table in
            table.dropFirst(2).map { row in
                row.split(separator: "|").map { cell in
                    var text = cell.drop { $0 == " " }
                    while text.last == " " { text.removeLast() }
                    return String(text.filter { $0 != "`" })
                }
            }
        }
    }

    /// The table of fields below a heading, by offset.
    func places(_ heading: String, table: Int = 0) throws -> [Place] {
        try tables(heading)[table].map { cells in
            Place(
                offset: try #require(Int(cells[0])), count: try #require(Int(cells[1])),
                field: cells[2])
        }
    }

    /// The blocks of code below a heading, line by line.
    func blocks(_ heading: String) throws -> [[Substring]] {
        let parts = try section(heading).split(omittingEmptySubsequences: false) {
            $0.hasPrefix("```")
        }
        return parts.enumerated().filter { $0.offset % 2 == 1 }.map { Array($0.element) }
    }

    /// The bytes that a block of code shows, and the offset of the first.
    static func dump(_ block: [Substring]) throws -> (start: Int, bytes: [UInt8]) {
        var start: Int?
        var bytes: [UInt8] = []
        for line in block {
            let words = line.split(separator: " ", omittingEmptySubsequences: false)
            let offset = try #require(Int(words[0], radix: 16), "\(line)")
            start = start ?? offset
            #expect(offset == (start ?? 0) + bytes.count, "\(line)")
            let found = try hex(words.dropFirst(2).prefix { $0.count == 2 })
            let rest = words.dropFirst(2 + found.count)
            let isRepeated = rest.first == "×"
            let count = isRepeated ? try #require(Int(rest.dropFirst().first ?? ""), "\(line)") : 1
            for _ in 0..<count { bytes += found }
        }
        return (try #require(start), bytes)
    }

    /// The bytes of words of two hexadecimal digits each.
    static func hex(_ words: some Collection<Substring>) throws -> [UInt8] {
        try words.map { try #require(UInt8($0, radix: 16), "\($0)") }
    }
}
