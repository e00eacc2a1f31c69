import Interchange
import Ledger
import Support
import Testing

/// Every file of other programs' tests and of public bodies, with its options and figures.
@Suite struct DialectTests {
    @Test(
        .enabled(if: SharedData.has("csv-reckon-dialects"), "csv-reckon-dialects is not there"),
        arguments: dialects + cardDialects + hledgerDialects)
    func hasItsFigures(_ dialect: Dialect) throws {
        let bytes = try #require(SharedData.bytes("\(dialect.folder)/\(dialect.file)"))
        let base = try #require(Currency.iso(dialect.base))
        do throws(ImportError) {
            let parsed = try CSVImport.parse(
                bytes, try dialect.importOptions(), baseCurrency: base
            ) { Currency.iso($0) ?? Currency.iso($0.uppercased()) }
            #expect(DialectTests.summary(parsed) == dialect.result)
        } catch {
            let name = Mirror(reflecting: error).children.first?.label ?? "\(error)"
            #expect("refused: \(name)" == dialect.result)
        }
    }

    /// The table in the documentation is this one.
    @Test func theDocumentationHasEveryDialect() throws {
        let page = try #require(try SourceTree.file("Sources/Ledger/Ledger.docc/Importing.md"))
        let lines = Set(page.text.split(separator: "\n").map(String.init))
        for dialect in dialects + cardDialects + hledgerDialects {
            #expect(lines.contains(dialect.documented), "\(dialect.documented)")
        }
    }

    /// Counts and sums by kind and currency, and the days; or why rows are refused.
    private static func summary(_ parsed: ParsedImport) -> String {
        if !parsed.refused.isEmpty {
            let reasons = parsed.refused.map { refused in
                Mirror(reflecting: refused.reason).children.first?.label ?? "\(refused.reason)"
            }
            let counts = Dictionary(grouping: reasons) { $0 }.mapValues(\.count)
            return "refused: "
                + counts.sorted { $0.key < $1.key }.map { "\($1) \($0)" }.joined(separator: ", ")
        }
        var parts: [String] = []
        for kind in EntryKind.allCases {
            let rows = parsed.rows.filter { $0.facts.kind == kind }
            let byCurrency = Dictionary(grouping: rows, by: \.facts.amount.currency)
            for (currency, rows) in byCurrency.sorted(by: { $0.key.code < $1.key.code }) {
                let minor = rows.reduce(0) { $0 + $1.facts.amount.minor }
                let sum = Money(minor: minor, currency: currency)
                parts.append("\(rows.count) \(kind) \(sum) \(currency)")
            }
        }
        let days = parsed.rows.map(\.facts.day)
        if let first = days.min(), let last = days.max() { parts.append("\(first) to \(last)") }
        return parts.joined(separator: ", ")
    }
}

extension Dialect {
    /// The options as the program makes them of what is typed.
    fileprivate func importOptions() throws(ImportError) -> CSVImportOptions {
        var options = CSVImportOptions()
        switch change {
        case .none: break
        case .header: options.hasHeader = false
        case .latin: options.encoding = .latin1
        }
        for (name, value) in self.options {
            switch name {
            case "date": options.date = value
            case "amount": options.amount = value
            case "debit": options.debit = value
            case "credit": options.credit = value
            case "sign": options.sign = AmountSign(rawValue: value)
            case "minor-units": options.minorUnits = true
            case "title": options.title = value
            case "category": options.category.append(value)
            case "kind": options.kind = value
            case "leave-out": options.leftOut.append(value)
            case "currency": options.currency = value
            case "account": options.account = value
            case "balance": options.balance = value
            case "date-form": options.dateForm = DateForm(rawValue: value)
            default: throw .badConstant(.note, value: name)
            }
        }
        return options
    }
}
