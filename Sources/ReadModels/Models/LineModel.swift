internal import EventLog
internal import Ledger

/// The lines of all expenses, incomes and transfers in their current version.
enum LineModel: ReadModel {
    static let name = "expense"
    static let version = 2

    static let tables = [
        table("expense", "the lines that count, of expenses, incomes and transfers alike"),
        table("voided_expense", "the lines that were taken back"),
    ]

    static let indexes = ["expense_day": "expense (day)"]

    /// What categories and accounts are called.
    static let terms: ModelTerms = [.categories, .accounts, .persons]

    static func apply(
        _ positions: Range<UInt64>, of source: ModelSource, to writer: ModelWriter
    ) throws {
        let changes = try LineChangeStatements(writer, tables)
        let names = source.names
        let types: [EventType] = [.lineAdded, .lineAmended, .lineVoided, .lineRestored]
        let sections: Sections = [.links, .hot, .facts, .text]
        try source.forEachEvent(in: positions, sections, of: types, telling: writer) { view in
            let (position, event) = (Int64(clamping: view.position), try view.event())
            switch event {
            case .lineAdded(let line):
                try changes.addition.run(row(line, at: position, names))
            case .lineAmended(let change):
                var row: [SQLValue] = [.integer(position)]
                append(change.facts, names, to: &row)
                row += values(change.details, change.changes, names)
                row.append(id(of: change.target))
                try changes.amendment.run(row)
            case .lineVoided(let change): try changes.void(id(of: change.target), position)
            case .lineRestored(let change):
                try changes.restore(id(of: change.target), position)
                var row: [SQLValue] = [.integer(position)]
                append(change.facts, names, to: &row)
                row.append(id(of: change.target))
                try changes.statement.run(row)
            default: break
            }
        }
    }

    private static func row(
        _ line: LineAdded, at position: Int64, _ names: ModelNames
    ) -> [SQLValue] {
        var row: [SQLValue] = []
        row.reserveCapacity(tables[0].columns.count)
        row.append(.integer(position))
        row.append(.integer(position))
        row.append(line.entry.map(id(of:)) ?? .integer(position))
        append(line.facts, names, to: &row)
        let details = line.details
        row.append(.text(time(details.time)))
        row.append(.text(details.title))
        row.append(.text(details.note))
        row.append(.text(JSONText.array(details.tags)))
        row.append(.text(names.person(details.payer?.position)))
        row.append(.text(details.externalID ?? ""))
        row.append(.text(shares(details.shares)))
        return row
    }

    private static func time(_ time: TimeOfDay?) -> String { time?.description ?? "" }

    private static func shares(_ shares: [Share]) -> String {
        if shares.isEmpty { return "[]" }
        return "[" + shares.map { "[\($0.person),\($0.minor)]" }.joined(separator: ",") + "]"
    }

    /// What every version states, in the order of the columns.
    private static func append(
        _ facts: LineFacts, _ names: ModelNames, to row: inout [SQLValue]
    ) {
        row.append(.text(names.day(facts.day)))
        row.append(.text(facts.kind.name))
        row.append(.integer(facts.amount.minor))
        row.append(.integer(Int64(facts.amount.currency.exponent)))
        row.append(.text(facts.amount.currency.code))
        row.append(.text(names.category(facts.category)))
        row.append(.text(names.account(facts.account?.position)))
        row.append(.integer(facts.flags.contains(.incoming) ? 1 : 0))
        row.append(.integer(facts.flags.contains(.counterpart) ? 1 : 0))
    }

    /// What an amendment changes of the rest; NULL for what stays.
    private static func values(
        _ details: LineDetails, _ changes: FieldMask, _ names: ModelNames
    ) -> [SQLValue] {
        func value(_ field: FieldMask, _ text: @autoclosure () -> String) -> SQLValue {
            changes.contains(field) ? .text(text()) : .null
        }
        return [
            value(.time, time(details.time)), value(.title, details.title),
            value(.note, details.note), value(.tags, JSONText.array(details.tags)),
            value(.payer, names.person(details.payer?.position)),
            value(.externalID, details.externalID ?? ""),
            value(.shares, shares(details.shares)),
        ]
    }

    private static func id(of reference: Reference) -> SQLValue {
        reference.position.map { .integer(Int64(clamping: $0)) } ?? .null
    }

    private static func table(_ name: String, _ meaning: String) -> ModelTable {
        ModelTable(
            name: name, meaning: meaning,
            columns: [
                .integer("position", "of the event that recorded it: the line's id"),
                .integer("version", "position of the event that changed it last"),
                .integer("entry", "the first line of the same entry"),
                .text("day", "on which it counts"),
                .text("kind", "expense, income or transfer"),
                .integer("amount", "in minor units: 1250 with exponent 2 is 12.50"),
                .integer("exponent", "digits behind the point of the amount"),
                .text("currency", "its code"),
                .text("category", "as it is called now; empty for none"),
                .text("account", "as it is called now; empty for none"),
                .integer("incoming", "1 for a transfer into the account"),
                .integer("counterpart", "1 for the side of a transfer that no report counts"),
                .text("time", "local time of day; empty for none"),
                .text("title", "title or payee"),
                .text("note", "note"),
                .text("tags", "a JSON array of texts"),
                .text("payer", "name of the person who paid; empty for none"),
                .text("external_id", "the id that another system gave it; empty for none"),
                .text("shares", "who bears it: a JSON array of [person, minor units]"),
            ],
            key: ["position"])
    }
}

/// What is done to rows of lines.
private struct LineChangeStatements {
    let addition: SQLStatement
    /// Takes version, facts, details (NULL: as it was) and id.
    let amendment: SQLStatement
    /// Takes version, facts and id.
    let statement: SQLStatement
    private let moves: (out: [SQLStatement], back: [SQLStatement])

    init(_ writer: ModelWriter, _ tables: [ModelTable]) throws {
        let (live, voided) = (tables[0], tables[1])
        addition = try writer.insertion(live)
        let columns = live.columns.map(\.name)
        let facts = columns[3..<12].map { "\($0) = ?" }.joined(separator: ", ")
        let details = columns[12...].map { "\($0) = coalesce(?, \($0))" }.joined(separator: ", ")
        amendment = try writer.statement(
            "UPDATE @\(live.name) SET version = ?, \(facts), \(details) WHERE position = ?")
        statement = try writer.statement(
            "UPDATE @\(live.name) SET version = ?, \(facts) WHERE position = ?")
        func move(_ from: ModelTable, _ to: ModelTable) throws -> [SQLStatement] {
            [
                try writer.statement(
                    "INSERT INTO @\(to.name) SELECT * FROM @\(from.name) WHERE position = ?"),
                try writer.statement("DELETE FROM @\(from.name) WHERE position = ?"),
                try writer.statement("UPDATE @\(to.name) SET version = ? WHERE position = ?"),
            ]
        }
        moves = (try move(live, voided), try move(voided, live))
    }

    func void(_ id: SQLValue, _ version: Int64) throws { try move(moves.out, id, version) }

    func restore(_ id: SQLValue, _ version: Int64) throws { try move(moves.back, id, version) }

    private func move(_ steps: [SQLStatement], _ id: SQLValue, _ version: Int64) throws {
        try steps[0].run([id])
        try steps[1].run([id])
        try steps[2].run([.integer(version), id])
    }
}
