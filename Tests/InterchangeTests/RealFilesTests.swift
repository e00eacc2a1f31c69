import Foundation
import Interchange
import Ledger
import Support
import Testing

/// Figures that were computed independently over the same files.
private struct Expected: Decodable {
    struct Sum: Decodable {
        let count: Int
        let sum: String

        /// Hundredths.
        var units: Int64? {
            let parts = sum.split(separator: ".")
            let decimals = parts.count > 1 ? String(parts[1]) : ""
            let padded = decimals.padding(toLength: 2, withPad: "0", startingAt: 0)
            return Int64(parts[0] + padded)
        }
    }
}

/// Sums and counts by the text that `key` gives.
private func sums(_ rows: [ImportRow], by key: (ImportRow) -> String) -> [String: [Int64]] {
    rows.reduce(into: [:]) { sums, row in
        let before = sums[key(row)] ?? [0, 0]
        sums[key(row)] = [before[0] + row.facts.amount.minorUnits, before[1] + 1]
    }
}

private func sums(of expected: [String: Expected.Sum]) throws -> [String: [Int64]] {
    try expected.mapValues { [try #require($0.units), Int64($0.count)] }
}

private func expected<Value: Decodable>(_ path: String, as type: Value.Type) throws -> Value {
    let decoder = JSONDecoder()
    decoder.keyDecodingStrategy = .convertFromSnakeCase
    return try decoder.decode(type, from: Data(try SharedData.bytes(path)))
}

@Suite(.enabled(if: SharedData.has("csv-household-inr"), "csv-household-inr is not there"))
struct HouseholdTests {
    private struct Figures: Decodable {
        let rows: Int
        let byMonth: [String: [String: Expected.Sum]]
        let byDay: [String: [String: Expected.Sum]]
        let sumByType: [String: Expected.Sum]
    }

    private func household() throws -> ParsedImport {
        try importing(
            SharedData.bytes("csv-household-inr/Daily Household Transactions.csv"))
    }

    @Test func hasTheExpectedSums() throws {
        let parsed = try household()
        let figures = try expected("csv-household-inr/expected.json", as: Figures.self)
        #expect(parsed.refused == [])
        #expect(parsed.rows.count == 2_461)
        #expect(parsed.rows.count == figures.rows)
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
            let total = try #require(figures.sumByType[name])
            #expect(sums(rows) { _ in name } == (try sums(of: [name: total])))
            let days = try #require(figures.byDay[name])
            #expect(sums(rows) { "\($0.facts.day)" } == (try sums(of: days)))
            let months = try #require(figures.byMonth[name])
            #expect(sums(rows) { "\("\($0.facts.day)".prefix(7))" } == (try sums(of: months)))
        }
    }

    /// Nine rows occur a second time, and all of them are real.
    @Test func importsOnceWithItsEqualRows() throws {
        let rows = try household().rows
        #expect(Set(rows.map(\.fingerprint)).count <= 2_461 - 9)
        let first = newRows(parsed: rows, known: [:])
        #expect(first.new.count == 2_461)
        let known: [RowFingerprint: Int] = first.new.reduce(into: [:]) {
            $0[$1.fingerprint, default: 0] += 1
        }
        let second = newRows(parsed: try household().rows, known: known)
        #expect(second.new == [])
        #expect(second.known == 2_461)
    }
}

@Suite(.enabled(if: SharedData.has("csv-gla-spend-28k"), "csv-gla-spend-28k is not there"))
struct GLASpendTests {
    private struct Figures: Decodable {
        let rows: Int
        let byMonth: [String: Expected.Sum]
    }

    @Test func hasTheExpectedSums() throws {
        let options = CSVImportOptions(
            title: "Vendor", category: ["AccountDescription"], currency: "GBP")
        let parsed = try importing(SharedData.bytes("csv-gla-spend-28k/data/all.csv"), options)
        let figures = try expected("csv-gla-spend-28k/expected.json", as: Figures.self)
        #expect(parsed.refused == [])
        #expect(parsed.rows.count == 28_145)
        #expect(figures.rows == 28_145)
        let total = sums(parsed.rows) { $0.facts.amount.currency.code }
        #expect(total == ["GBP": [100_008_330_600, 28_145]])
        #expect(parsed.rows.filter { $0.facts.amount.minorUnits < 0 }.count == 1_209)
        let months = sums(parsed.rows) { String("\($0.facts.day)".prefix(7)) }
        #expect(months == (try sums(of: figures.byMonth)))
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
        let texts = try expected("naughty-blns/blns.json", as: [String].self)
        #expect(texts.count == 515)
        let parsed = try importing(file(texts.map { Array($0.utf8) }))
        #expect(parsed.rows.map { Array($0.details.title.utf8) } == texts.map { Array($0.utf8) })
        #expect(parsed.rows.map { Array($0.details.note.utf8) } == texts.map { Array($0.utf8) })
    }

    @Test(.enabled(if: SharedData.has("naughty-utf8-kuhn"), "naughty-utf8-kuhn is not there"))
    func keepsValidLinesAndRefusesTheOthers() throws {
        struct Figures: Decodable {
            let lines: Int
            let linesThatAreNotValidUtf8: [Int]
        }
        let figures = try expected("naughty-utf8-kuhn/expected.json", as: Figures.self)
        let bytes = try SharedData.bytes("naughty-utf8-kuhn/UTF-8-test.txt")
        let lines = bytes.split(separator: 0x0A, omittingEmptySubsequences: false)
            .prefix(figures.lines).map(Array.init)
        let parsed = try importing(file(lines))
        // The header is line 1, so line n of the text stands on line n + 1.
        let refused = parsed.refused.map { $0.line - 1 }
        #expect(refused == figures.linesThatAreNotValidUtf8)
        #expect(parsed.refused.allSatisfy { $0.reason == .notUTF8 && $0.column == "Title" })
        let valid = lines.indices.filter { !refused.contains($0 + 1) }
        #expect(parsed.rows.map { $0.line - 2 } == valid)
        #expect(parsed.rows.map { Array($0.details.title.utf8) } == valid.map { lines[$0] })
        #expect(parsed.rows.map { Array($0.details.note.utf8) } == valid.map { lines[$0] })
    }
}
