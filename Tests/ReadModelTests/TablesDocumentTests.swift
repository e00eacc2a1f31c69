import ReadModels
import Support
import Testing

/// The page of the documentation that tells of tables and columns says what the database has.
@Suite struct TablesDocumentTests {
    private static let path = "Sources/ReadModels/ReadModels.docc/Tables.md"

    /// Lines of the page such as "| `day` | TEXT | the day |", by the table in whose section they
    /// stand.
    private func documented() throws -> [String: [String]] {
        let file = try #require(try SourceTree.file(Self.path))
        var found: [String: [String]] = [:]
        var table = ""
        for line in file.text.split(separator: "\n") {
            if line.hasPrefix("### ") {
                table = line.filter { $0 != "#" && $0 != "`" && $0 != " " }
            }
            guard line.hasPrefix("| `") else { continue }
            let cells = line.split(separator: "|").map { $0.filter { $0 != "`" && $0 != " " } }
            found[table, default: []].append("\(cells[0]) \(cells[1])")
        }
        return found
    }

    @Test func tellsEveryColumn() throws {
        let models = ModelDatabase(try Folder(), try Given.store([Given.ledger]))
        _ = try models.catchUp(["event"])
        let documented = try documented()
        let names = try models.rows("SELECT name FROM sqlite_schema WHERE type <> 'index'")
        #expect(Set(names) == Set(documented.keys))
        for name in names {
            let columns = try models.rows(
                "SELECT name || ' ' || type FROM pragma_table_info('\(name)') ORDER BY cid")
            // Views have no types of their own for what they work out.
            #expect(columns.map(word) == documented[name]?.map(word), "\(name)")
            if models.isTable(name) { #expect(columns == documented[name], "\(name)") }
        }
    }

    private func word(_ text: String) -> Substring { text.prefix { $0 != " " } }

    @Test func schemaTellsWhatColumnsMean() throws {
        let models = ModelDatabase(try Folder(), try Given.store([Given.ledger]))
        let sql = try models.rows("SELECT sql FROM sqlite_schema WHERE name = 'expense'")
        #expect(sql.first?.contains("-- in minor units: 1250 with exponent 2 is 12.50") == true)
    }
}

extension ModelDatabase {
    fileprivate func isTable(_ name: String) -> Bool {
        ModelCatalog.all.contains { $0.tables.contains { $0.name == name } }
            || ["chart", "projection"].contains(name)
    }
}
