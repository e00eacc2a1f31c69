import Interchange
import Ledger
import Support
import Testing

/// Sums and counts by the text that `key` gives.
private func sums(_ rows: [ImportRow], by key: (ImportRow) -> String) -> [String: [Int64]] {
    rows.reduce(into: [:]) { sums, row in
        let before = sums[key(row)] ?? [0, 0]
        sums[key(row)] = [before[0] + row.facts.amount.minor, before[1] + 1]
    }
}

/// The sums, in hundredths, and counts of a table of expected figures.
private func sums(of table: JSONValue?) throws -> [String: [Int64]] {
    try #require(table?.object).mapValues { cell in
        let parts = try #require(cell["sum"]?.string).split(separator: ".")
        let decimals = parts.count > 1 ? String(parts[1]) : ""
        let padding = String(repeating: "0", count: max(0, 2 - decimals.utf8.count))
        let count = try #require(cell["count"]?.integer)
        return [try #require(Int64(parts[0] + decimals + padding)), Int64(count)]
    }
}

@Suite(.enabled(if: SharedData.has("csv-household-inr"), "csv-household-inr is not there"))
struct HouseholdTests {
    private func household() throws -> ParsedImport {
        let file = "csv-household-inr/Daily Household Transactions.csv"
        return try importing(#require(SharedData.bytes(file)))
    }

    @Test func hasTheExpectedSums() throws {
        let parsed = try household()
        let figures = try #require(SharedData.json("csv-household-inr/expected.json"))
        #expect(parsed.refused == [])
        #expect(parsed.rows.count == 2_461)
        #expect(parsed.emptyRows == 0)
        #expect(parsed.rows.filter(\.details.note.isEmpty).count == 521)
        #expect(parsed.rows.allSatisfy { $0.facts.amount.currency.code == "INR" })
        #expect(parsed.dates.form?.rawValue == "DD-MM-YYYY")
        #expect(parsed.dates.timedRows == 1_303)
        let kinds: [(EntryKind, String)] = [
            (.expense, "Expense"), (.income, "Income"), (.transfer, "Transfer-Out"),
        ]
        for (kind, name) in kinds {
            let rows = parsed.rows.filter { $0.facts.kind == kind }
            #expect(rows.allSatisfy { $0.facts.flags == [] })
            let totals = try sums(of: figures["sum_by_type"])
            #expect(sums(rows) { _ in name }[name] == totals[name])
            let days = try sums(of: figures["by_day"]?[name])
            #expect(sums(rows) { "\($0.facts.day)" } == days)
            let months = try sums(of: figures["by_month"]?[name])
            #expect(sums(rows) { String("\($0.facts.day)".prefix(7)) } == months)
        }
    }

    /// Nine rows occur a second time, and all of them are real.
    @Test func tellsItsRowsApart() throws {
        let rows = try household().rows
        // 2,452 rows are unlike any other; 41 of them differ from another in the category only.
        let fingerprints = rows.map { row in
            LineFingerprint(row.facts, row.details, account: row.accountName.map { .new($0) })
        }
        #expect(Set(fingerprints).count == 2_411)
    }
}

@Suite(.enabled(if: SharedData.has("csv-gla-spend-28k"), "csv-gla-spend-28k is not there"))
struct GLASpendTests {
    @Test func hasTheExpectedSums() throws {
        let options = CSVImportOptions(
            title: "Vendor", category: ["AccountDescription"], currency: "GBP")
        let bytes = try #require(SharedData.bytes("csv-gla-spend-28k/data/all.csv"))
        let parsed = try importing(bytes, options)
        let figures = try #require(SharedData.json("csv-gla-spend-28k/expected.json"))
        #expect(parsed.refused == [])
        #expect(parsed.rows.count == 28_145)
        let total = sums(parsed.rows) { $0.facts.amount.currency.code }
        #expect(total == ["GBP": [100_008_330_600, 28_145]])
        #expect(parsed.rows.filter { $0.facts.amount.minor < 0 }.count == 1_209)
        let months = sums(parsed.rows) { String("\($0.facts.day)".prefix(7)) }
        #expect(months == (try sums(of: figures["by_month"])))
        #expect(parsed.rows.allSatisfy { $0.facts.category != nil && !$0.details.title.isEmpty })
    }
}

@Suite struct NaughtyTextTests {
    /// A file with each text as title and as note.
    private func file(_ texts: [[UInt8]]) -> [UInt8] {
        let quote = UInt8(ascii: "\"")
        return texts.reduce(into: Array("Date,Amount,Title,Note".utf8)) { file, text in
            let quoted = [quote] + text.flatMap { $0 == quote ? [quote, quote] : [$0] } + [quote]
            file += Array("\n2026-01-02,1.00,".utf8) + quoted + Array(",".utf8) + quoted
        }
    }

    @Test(.enabled(if: SharedData.has("naughty-blns"), "naughty-blns is not there"))
    func keepsEveryNaughtyString() throws {
        let strings = try #require(SharedData.json("naughty-blns/blns.json")?.array)
        let texts = try strings.map { try #require($0.string) }
        #expect(texts.count == 515)
        let parsed = try importing(file(texts.map { Array($0.utf8) }))
        #expect(parsed.rows.map { Array($0.details.title.utf8) } == texts.map { Array($0.utf8) })
        #expect(parsed.rows.map { Array($0.details.note.utf8) } == texts.map { Array($0.utf8) })
    }

    @Test(.enabled(if: SharedData.has("naughty-utf8-kuhn"), "naughty-utf8-kuhn is not there"))
    func keepsValidLinesAndRefusesTheOthers() throws {
        let figures = try #require(SharedData.json("naughty-utf8-kuhn/expected.json"))
        let invalid = try #require(figures["lines_that_are_not_valid_utf8"]?.array)
        let bytes = try #require(SharedData.bytes("naughty-utf8-kuhn/UTF-8-test.txt"))
        let written = bytes.split(separator: 0x0A, omittingEmptySubsequences: false)
            .prefix(try #require(figures["lines"]?.integer)).map(Array.init)
        // One of them has a byte of 0, which no text has.
        let zero = try #require(written.firstIndex { $0.contains(0) })
        #expect(throws: ImportError.badText(.zero, line: zero + 2)) {
            try importing(file(written), CSVImportOptions(encoding: .utf8))
        }
        let lines = written.map { $0.filter { $0 != 0 } }
        let parsed = try importing(file(lines), CSVImportOptions(encoding: .utf8))
        // The header is line 1, so line n of the text stands on line n + 1.
        let refused = parsed.refused.map { $0.line - 1 }
        #expect(refused == invalid.map(\.integer))
        #expect(parsed.refused.allSatisfy { $0.reason == .undecodable })
        #expect(parsed.refused.allSatisfy { $0.column == "Title" })
        let valid = lines.indices.filter { !refused.contains($0 + 1) }
        #expect(parsed.rows.map { $0.line - 2 } == valid)
        #expect(parsed.rows.map { Array($0.details.title.utf8) } == valid.map { lines[$0] })
        #expect(parsed.rows.map { Array($0.details.note.utf8) } == valid.map { lines[$0] })
    }
}
