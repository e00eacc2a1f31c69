package import Ledger

/// What a row of this program's own list says beyond those of banks.
package struct OwnRow: Hashable, Sendable {
    /// What a person bears.
    package struct Share: Hashable, Sendable {
        /// The person's name.
        package let name: String
        /// In minor units of the row's currency.
        package let minor: Int64
    }

    /// The id that the line had.
    package let id: UInt64
    /// The ids of all lines of its entry, of very many the first and its own; empty for a line
    /// alone.
    package let entry: [UInt64]
    /// Whether it is the other side of a transfer, which reports do not count.
    package let isCounterpart: Bool
    /// Who paid; empty for nobody.
    package let payer: String
    /// Who bears what; empty for a line that is not split.
    package let shares: [Share]
    /// How far it has come with a bank; `nil` for none.
    package let status: LineStatus?
}

/// Where this program's own list has what other files have not.
package struct OwnColumns: Hashable, Sendable {
    static let names = [
        "id", "version", "day", "time", "kind", "incoming", "counterpart", "amount", "currency",
        "category", "account", "title", "note", "tags", "payer", "externalId", "voided", "entry",
        "split",
    ]
    /// What only lists have that need it, behind all others.
    static let status = "status"
    static let payee = "payee"
    private static let last = [status, payee, "balance", "value"]

    /// Where the status is; `nil` in a list without one.
    private let statusColumn: Int?
    /// Where the payee is, of rows whose title does not say it; `nil` in a list without one.
    private let payeeColumn: Int?

    /// Whether rows say how far they have come with a bank.
    package var hasStatus: Bool { statusColumn != nil }

    private static func index(_ name: String) -> Int { names.firstIndex(of: name) ?? 0 }

    // Looked for once, and not in each row.
    private static let (id, incoming) = (index("id"), index("incoming"))
    private static let (counterpart, tags) = (index("counterpart"), index("tags"))
    private static let (payer, voided) = (index("payer"), index("voided"))
    private static let (entry, split) = (index("entry"), index("split"))

    /// `nil` for any other header.
    init?(header: [String]) {
        let header = header.map(\.trimmed)
        guard header.starts(with: OwnColumns.names),
            header.dropFirst(OwnColumns.names.count).allSatisfy(OwnColumns.last.contains)
        else { return nil }
        statusColumn = header.firstIndex(of: OwnColumns.status)
        payeeColumn = header.firstIndex(of: OwnColumns.payee)
    }

    /// What is given, over what the list surely means.
    func options(_ given: CSVImportOptions) -> CSVImportOptions {
        given.over(
            CSVImportOptions(
                date: "day", time: "time", amount: "amount", sign: .spend, title: "title",
                payee: "", note: "note", category: ["category"], kind: "kind",
                currency: "currency", account: "account", externalID: "externalId",
                decimalMark: .point))
    }

    /// Whether the line was voided, so that there is none.
    func isVoided(_ record: CSVRecord) -> Bool {
        record.bytes(OwnColumns.voided).elementsEqual("true".utf8)
    }

    func isIncoming(_ record: CSVRecord) -> Bool {
        record.bytes(OwnColumns.incoming).elementsEqual("true".utf8)
    }

    func tags(_ record: CSVRecord) -> [String] {
        OwnColumns.words(text(record, OwnColumns.tags))
    }

    /// Divides a title into payee and description as the list says it, where that is not at the
    /// first ` | `; somebody may have changed the title since.
    func divide(_ details: inout LineDetails, _ record: CSVRecord) {
        guard let payeeColumn, !record.bytes(payeeColumn).isEmpty else { return }
        let (payee, title) = (text(record, payeeColumn), details.title)
        let start = payee + " | "
        if payee == JournalKey.nobody {
            details.set(payee: "", title: title)
        } else if title.utf8.elementsEqual(payee.utf8) {
            details.set(payee: payee, title: "")
        } else if title.utf8.starts(with: start.utf8) {
            let rest = title.utf8.dropFirst(start.utf8.count)
            details.set(payee: payee, title: String(decoding: rest, as: UTF8.self))
        }
    }

    private func text(_ record: CSVRecord, _ index: Int) -> String {
        FormulaMark.undone(record[index])
    }

    /// The rest of a row.
    ///
    /// - Throws: The text of shares, or of a status, that are none.
    func row(_ record: CSVRecord, _ currency: Currency) throws(OwnRowFault) -> OwnRow {
        var shares: [OwnRow.Share] = []
        for word in OwnColumns.words(text(record, OwnColumns.split)) {
            guard let mark = word.lastIndex(of: "="),
                let amount = try? Money(
                    parsing: word[word.index(after: mark)...], currency: currency,
                    format: MoneyFormat(decimalMark: .point))
            else { throw OwnRowFault(text: record[OwnColumns.split]) }
            shares.append(OwnRow.Share(name: String(word[..<mark]), minor: amount.minor))
        }
        let word = statusColumn.map { record[$0].trimmed } ?? ""
        let status = LineStatus(rawValue: word)
        if status == nil, !word.isEmpty { throw OwnRowFault(text: word) }
        let entry = record[OwnColumns.entry].split(separator: " ").compactMap {
            UInt64($0)
        }
        return OwnRow(
            id: UInt64(record[OwnColumns.id]) ?? 0, entry: entry.count > 1 ? entry : [],
            isCounterpart: record.bytes(OwnColumns.counterpart).elementsEqual("true".utf8),
            payer: text(record, OwnColumns.payer).trimmed, shares: shares, status: status)
    }

    /// Words between blanks; one in quotes may have blanks, and a quote twice for once.
    private static func words(_ text: String) -> [String] {
        if text.isEmpty { return [] }
        var words: [String] = []
        var rest = text[...]
        while let first = rest.first {
            if first == " " {
                rest = rest.dropFirst()
            } else if first == "\"" {
                var word = ""
                rest = rest.dropFirst()
                while let end = rest.firstIndex(of: "\"") {
                    word += rest[..<end]
                    rest = rest[rest.index(after: end)...]
                    guard rest.first == "\"" else { break }
                    word += "\""
                    rest = rest.dropFirst()
                }
                words.append(word)
            } else {
                let word = rest.prefix { $0 != " " }
                words.append(String(word))
                rest = rest.dropFirst(word.count)
            }
        }
        return words
    }
}

/// What of a row of this program's own list is none of its own.
struct OwnRowFault: Error {
    let text: String
}
