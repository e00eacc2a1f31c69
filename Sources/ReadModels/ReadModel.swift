internal import EventLog
package import Ledger

/// A projection that is kept in tables.
///
/// Its rows follow from the events alone, and from the ``terms(_:)`` of the ledger: what was built
/// step by step has the same rows as what is built from the first event on.
package protocol ReadModel: Sendable {
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

    /// What of the ledger all rows depend on that were written so far, such as the names of the
    /// first things: where it changes, they are made anew.
    ///
    /// - Parameters:
    ///   - chart: The ledger as it is.
    ///   - count: Of how many events the rows tell.
    static func terms(_ chart: Chart, _ count: UInt64) -> [String]

    /// Changes the rows by the events of a range.
    ///
    /// - Parameters:
    ///   - positions: Those that follow the events that the rows tell of; from 0 on the tables are
    ///     empty.
    ///   - source: The events and what they refer to.
    ///   - writer: The tables.
    static func apply(
        _ positions: Range<UInt64>, of source: ModelSource, to writer: ModelWriter
    ) throws
}

extension ReadModel {
    package static var isOptional: Bool { false }
    package static var views: [ModelView] { [] }
    package static var indexes: [String: String] { [:] }
    package static func terms(_ chart: Chart, _ count: UInt64) -> [String] { [] }

    /// Tells its rows from those of any other version, layout or terms.
    static func fingerprint(_ chart: Chart, _ count: UInt64) -> String {
        var lines = ["read model 1", name, "\(version)"]
        lines += tables.map { $0.creation(in: "main") } + views.map(\.creation)
        lines += indexes.sorted { $0.key < $1.key }.map { "\($0.key) on \($0.value)" }
        lines += terms(chart, count)
        let text = lines.map { "\($0.utf8.count):\($0)" }.joined(separator: "\n")
        return SHA256.hash(Array(text.utf8)).hex
    }
}

/// The projections that there are.
package enum ModelCatalog {
    /// All of them, in the order in which they are listed.
    package static let all: [any ReadModel.Type] = [
        ReportModel.self, LineModel.self, TodoModel.self, PersonModel.self, EventModel.self,
    ]

    /// The projection of a name.
    static func named(_ name: String) throws(ModelError) -> any ReadModel.Type {
        if let model = all.first(where: { $0.name == name }) { return model }
        throw .unknownProjection(name, known: all.map { $0.name })
    }
}
