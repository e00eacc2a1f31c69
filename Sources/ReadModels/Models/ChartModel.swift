internal import EventLog
internal import Ledger

/// What persons, accounts and categories are called, and on which day weeks start: what the other
/// projections need of the ledger to go on, without looking for it in the log.
enum ChartModel: ReadModel {
    static let name = "chart"
    static let version = 1

    static let tables = [
        ModelTable(
            name: "chart", meaning: "what things are called, and since which event",
            columns: [
                .integer("position", "of the event that says so"),
                .text("kind", "week start, person, account or category"),
                .integer("subject", "the account or person; 0 for none"),
                .text("former", "what a category was called before; empty for none"),
                .text("value", "the name from then on, or the day on which weeks start"),
            ],
            key: ["position"])
    ]

    static func apply(
        _ positions: Range<UInt64>, of source: ModelSource, to writer: ModelWriter
    ) throws {
        let addition = try writer.insertion(tables[0])
        for entry in try entries(of: source.store, in: positions) {
            let cells: (kind: String, subject: UInt64, former: String, value: String) =
                switch entry.saying {
                case .weekStart(let day): ("week start", 0, "", day.name)
                case .person(let person, let name): ("person", person, "", name)
                case .account(let account, let name): ("account", account, "", name)
                case .category(let names): ("category", 0, names.from.text, names.to.text)
                }
            try addition.run([
                .integer(Int64(clamping: entry.position)), .text(cells.kind),
                .integer(Int64(clamping: cells.subject)), .text(cells.former), .text(cells.value),
            ])
        }
        writer.reached(positions.upperBound)
    }

    /// What the log says.
    ///
    /// - Complexity: O(*n*) in the frames; only those that hold such events are read.
    static func entries(
        of store: any EventStore, in positions: Range<UInt64>
    ) throws -> [ChartEntry] {
        var entries: [ChartEntry] = []
        let types: [EventType] = [
            .ledgerOpened, .settingsChanged, .personAdded, .accountOpened, .accountChanged,
            .categoryRenamed, .personChanged,
        ]
        try store.eachEvent(in: positions, [.links, .hot, .facts, .text], of: types) { view in
            let saying: ChartEntry.Saying? =
                switch try view.event() {
                case .ledgerOpened(let opened): .weekStart(opened.settings.weekStart)
                case .settingsChanged(let change): change.weekStart.map { .weekStart($0) }
                case .personAdded(let person): .person(view.position, person.name)
                case .personChanged(let change):
                    change.target.position.map { .person($0, change.facts.name) }
                case .accountOpened(let account): .account(view.position, account.name)
                case .accountChanged(let change):
                    change.target.position.map { .account($0, change.facts.name) }
                case .categoryRenamed(let names): .category(names)
                default: nil
                }
            if let saying { entries.append(ChartEntry(position: view.position, saying: saying)) }
        }
        return entries
    }

    /// What the table says.
    ///
    /// - Throws: ``SQLError`` of `SQLITE_CORRUPT` for rows that this program did not write.
    /// - Complexity: O(*n*) in the rows.
    static func entries(in database: SQLConnection) throws -> [ChartEntry] {
        var entries: [ChartEntry] = []
        try SQLStatement(database, "SELECT * FROM chart ORDER BY position").forEachRow { row in
            guard let entry = ChartEntry(row) else {
                throw SQLError.corrupt
            }
            entries.append(entry)
            return true
        }
        return entries
    }
}

/// What an event says of what things are called.
struct ChartEntry: Equatable {
    /// What it says.
    enum Saying: Equatable {
        case weekStart(Weekday)
        case person(UInt64, String)
        case account(UInt64, String)
        case category(CategoryRenamed)
    }

    /// Where it is.
    let position: UInt64
    let saying: Saying
}

extension ChartEntry {
    fileprivate init?(_ row: [SQLValue]) {
        guard let position = row[0].integer.flatMap(UInt64.init(exactly:)),
            let subject = row[2].integer.flatMap(UInt64.init(exactly:))
        else { return nil }
        let value = row[4].text
        let saying: Saying? =
            switch row[1].text {
            case "week start": Weekday.allCases.first { $0.name == value }.map { .weekStart($0) }
            case "person": .person(subject, value)
            case "account": .account(subject, value)
            case "category":
                (try? (CategoryPath(row[3].text), CategoryPath(value))).map {
                    .category(CategoryRenamed(from: $0, to: $1))
                }
            default: nil
            }
        guard let saying else { return nil }
        self.init(position: position, saying: saying)
    }
}
