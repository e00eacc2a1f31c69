import Interchange
import Ledger
import Support
import Testing

/// The bytes of a file of the project in `Fixtures/statements`.
func statement(_ name: String) throws -> [UInt8] {
    Array(try #require(try SourceTree.file("Fixtures/statements/\(name)")).text.utf8)
}

/// Parses a statement into a ledger whose base currency is the euro.
func parsing(
    _ bytes: [UInt8], _ options: CSVImportOptions = CSVImportOptions(), zone: Zone = .utc
) throws(ImportError) -> ParsedImport {
    guard let euro = Currency.iso("EUR") else { throw .badConstant(.currency, value: "EUR") }
    return try CSVImport.parse(bytes, options, zone: zone, baseCurrency: euro) { Currency.iso($0) }
}

func parsing(
    _ text: String, _ options: CSVImportOptions = CSVImportOptions(), zone: Zone = .utc
) throws(ImportError) -> ParsedImport {
    try parsing(Array(text.utf8), options, zone: zone)
}

extension ParsedImport {
    /// One line for each row, to compare.
    var summary: [String] {
        rows.map { row in
            let (facts, details) = (row.facts, row.details)
            let time = details.time.map { " \($0)" } ?? ""
            let parts = [
                "\(row.line)", "\(facts.day)\(time)",
                "\(facts.kind) \(facts.amount.minor) \(facts.amount.currency.code)",
                row.accountName ?? "-", details.title, details.note, details.externalID ?? "-",
            ]
            return parts.joined(separator: "|")
        }
    }
}

/// Made-up damage: a statement is read or refused, twice in the same way, and nothing traps.
func isSound(_ file: [UInt8], seed: UInt64, rounds: Int) -> Bool {
    var random = SeededRandom(seed: seed)
    func outcome(_ bytes: [UInt8]) -> Result<ParsedImport, ImportError> {
        do throws(ImportError) { return .success(try parsing(bytes)) } catch {
            return .failure(error)
        }
    }
    return (0..<rounds).allSatisfy { _ in
        var bytes = file
        for _ in 0...Int(random.next() % 4) {
            let index = Int(random.next() % UInt64(max(1, bytes.count)))
            switch random.next() % 3 {
            case 0: bytes[index] = UInt8(truncatingIfNeeded: random.next())
            case 1: bytes.removeSubrange(index..<min(bytes.count, index + 9))
            default: bytes.insert(bytes[Int(random.next() % UInt64(bytes.count))], at: index)
            }
            if bytes.isEmpty { bytes = [0x20] }
        }
        return outcome(bytes) == outcome(bytes)
    }
}
