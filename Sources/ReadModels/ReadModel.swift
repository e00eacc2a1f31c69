internal import EventLog
public import Ledger

/// A projection that is kept in tables.
///
/// Its rows follow from the events alone, and from the names and settings of the ledger that
/// ``terms`` names: what was built step by step has the same rows as what is built from the first
/// event on.
public protocol ReadModel: Sendable {
    /// What it is called, unlike any other.
    static var name: String { get }
    /// Changes whenever the same events give other rows.
    static var version: Int { get }
    /// Whether it is built only for who asks for it by name.
    static var isOptional: Bool { get }
    /// The tables.
    static var tables: [ModelTable] { get }
    /// The views on them.
    static var views: [ModelView] { get }
    /// What is indexed beside the keys: a table and its columns, such as `expense (day)`.
    static var indexes: [String: String] { get }
    /// What of the ledger's names and settings is in rows: where that changes, all are made
    /// anew beside the old ones, and switched when that is accepted.
    static var terms: ModelTerms { get }

    /// Changes the rows by the events of a range.
    ///
    /// - Parameters:
    ///   - positions: Those that follow the events that the rows reflect; from 0 on the tables are
    ///     empty.
    ///   - source: The events and what they refer to.
    ///   - writer: The tables.
    static func apply(
        _ positions: Range<UInt64>, of source: ModelSource, to writer: ModelWriter
    ) throws

    /// Which events are behind the rows of a table.
    ///
    /// - Parameters:
    ///   - table: What the table is called.
    ///   - weekStart: The day on which weeks start in its rows.
    /// - Returns: A question in SQL for the position of each event and, under the names that they
    ///   have in the table, the columns of the key of the row that it is behind; `@` in front of a
    ///   table's name stands for where the table is. `nil` where nobody can say, and for tables
    ///   whose key is a position itself.
    static func evidence(for table: String, weekStart: Weekday) -> String?
}

extension ReadModel {
    /// No.
    public static var isOptional: Bool { false }
    /// None.
    public static var views: [ModelView] { [] }
    /// None.
    public static var indexes: [String: String] { [:] }
    /// Nothing.
    public static var terms: ModelTerms { [] }
    /// Nobody can say.
    public static func evidence(for table: String, weekStart: Weekday) -> String? { nil }

    /// Distinguishes what the program makes of events from what another version, or another layout,
    /// makes.
    static var fingerprint: String {
        var lines = ["read model 2", name, "\(version)", "\(terms.rawValue)"]
        lines += tables.map { $0.creation(at: .live) } + views.map(\.creation)
        lines += indexes.sorted { $0.key < $1.key }.map { "\($0.key) on \($0.value)" }
        lines.append(Upcasting.fingerprint.hex)
        let text = lines.map { "\($0.utf8.count):\($0)" }.joined(separator: "\n")
        return SHA256.hash(Array(text.utf8)).hex
    }

    /// What it makes in the database: views, then tables; indexes go with their tables.
    static var objects: [String] { views.map(\.name) + tables.map(\.name) }
}

/// A read model of one table whose rows are sums: what a fold of the events comes to, row by row.
///
/// That is all there is to say of it: rows are added to when events follow, and go when nothing
/// but zeroes is left; the fold runs over several parts of the log at the same time, and merges.
public protocol SummedModel: ReadModel {
    /// The fold. What an event takes back has to be taken away.
    associatedtype Fold: Projection

    /// The rows that a fold comes to: the key, and whole numbers that are added up. Several of one
    /// key may be given.
    static func rows(of fold: Fold, named names: ModelNames) throws -> [[SQLValue]]
}

extension SummedModel {
    /// Adds what the events of the range come to.
    public static func apply(
        _ positions: Range<UInt64>, of source: ModelSource, to writer: ModelWriter
    ) throws {
        let threads = positions.lowerBound == 0 ? LedgerSnapshot.threads(for: source.count) : 1
        let fold = try source.store.project(positions, as: Fold.self, threads: threads)
        for table in tables.prefix(1) {
            try writer.add(rows(of: fold, named: source.names), to: table)
        }
        writer.reached(positions.upperBound)
    }
}

/// The projections of the program.
public enum ModelCatalog {
    /// All of them, in the order in which they are listed.
    public static let all: [any ReadModel.Type] = [
        ReportModel.self, LineModel.self, TodoModel.self, PersonModel.self, EventModel.self,
    ]
}
