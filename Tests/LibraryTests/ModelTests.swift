import EventLog
import Foundation
import Ledger
import LedgerTesting
import ReadModels
import Testing

/// Tables of one's own beside a ledger.
@Suite("Read models")
struct ModelTests {
    private func models(
        _ store: any EventStore, _ models: [any ReadModel.Type] = [TitleModel.self]
    ) -> ModelDatabase {
        let time = Timestamp(millisecondsSince1970: 1_767_225_600_000)
        return ModelDatabase(
            folder: nil, models: models, store: store, now: { time }, uptime: { .zero })
    }

    @Test("follow the events") func following() throws {
        let models = models(try Given.store(Given.household))
        let result: SQLResult = try models.query("SELECT title FROM title ORDER BY position")
        let titles = result.rows.flatMap(\.self).map(\.text)
        #expect(titles == ["Salary", "Rent", "Groceries", "Lunch", "Mistake"])
        let outcomes: [ModelOutcome] = result.outcomes
        #expect(outcomes.allSatisfy { $0.outdated == nil })
    }

    @Test("are compared with what follows from the log") func checking() throws {
        let folder = FileManager.default.temporaryDirectory
            .appending(path: "models-\(UUID().uuidString)").path
        try FileManager.default.createDirectory(
            atPath: folder, withIntermediateDirectories: true)
        defer { try? FileManager.default.removeItem(atPath: folder) }
        let models = ModelDatabase(
            folder: folder, file: "titles.sqlite", models: [TitleModel.self],
            store: try Given.store(Given.household),
            now: { Timestamp(millisecondsSince1970: 0) }, uptime: { .zero })
        _ = try models.catchUp()
        let checks: [ModelCheck] = try models.check()
        let differences: [ModelDifference] = checks.flatMap(\.differences)
        #expect(differences.isEmpty)
        let states: [ModelStatus] = try models.list()
        #expect(states.allSatisfy { $0.state == ModelStatus.State.fresh })
        let upgrades: [ModelUpgrade] = try models.prepareUpgrade(listing: true)
        let changes: [ModelChange] = upgrades.flatMap(\.changes)
        #expect(changes.isEmpty)
    }

    @Test("say what is wrong") func errors() throws {
        let models = models(try Given.store(Given.household))
        #expect(throws: ModelError.self) { try models.query("DELETE FROM title") }
        let outdated: ModelOutdated? = nil
        #expect(outdated == nil)
        #expect(ModelCatalog.all.contains { $0.name == "monthly_report" || $0.tables.count > 0 })
    }
}

/// The table `title`: what each line was called when it was recorded.
private enum TitleModel: ReadModel {
    static let name = "title"
    static let version = 1
    static let terms: ModelTerms = [.accounts]
    static let tables = [
        ModelTable(
            name: "title", meaning: "what lines were called",
            columns: [
                .integer("position", "of the event"), .text("title", "as it was recorded"),
                .text("account", "its name", isOptional: true),
            ],
            key: ["position"])
    ]
    static let views = [
        ModelView(
            name: "short_title", meaning: "titles of a word",
            query: "SELECT * FROM title WHERE title NOT LIKE '% %'")
    ]

    static func apply(
        _ positions: Range<UInt64>, of source: ModelSource, to writer: ModelWriter
    ) throws {
        let insertion: SQLStatement = try writer.insertion(tables[0])
        let names: ModelNames = source.names
        try source.forEachEvent(in: positions, .all, of: [.lineAdded]) { event in
            let account: SQLValue = .text(names.account(event.facts?.account?.position))
            try insertion.run([.integer(Int64(event.position)), .text(event.title), account])
        }
        writer.reached(positions.upperBound)
    }
}
