internal import EventLog
internal import Ledger

/// What rows are made of: the events up to some position, and what they refer to.
package struct ModelSource {
    /// Where the events are.
    let store: any EventStore
    /// How many events are seen.
    let count: UInt64
    /// Settings, persons, accounts and renames at that moment.
    let chart: Chart
    /// What references are called then.
    let names: ModelNames

    /// The store as it is, or as it was when it had so many events.
    init(_ store: any EventStore, upTo count: UInt64) throws(StoreError) {
        self.store = store
        self.count = count
        chart = try Books(store: store, upTo: count).chart
        names = ModelNames(chart)
    }
}

/// What references are called, each looked up once.
final class ModelNames {
    private let chart: Chart
    private var categories: [String: String] = [:]
    private var accounts: [UInt64: String] = [:]
    private var days: [Int32: String] = [:]

    init(_ chart: Chart) { self.chart = chart }

    /// What a category is called now; empty for none.
    func category(_ path: CategoryPath?) -> String {
        guard let path else { return "" }
        if let known = categories[path.text] { return known }
        let text = chart.renamed(path).text
        categories[path.text] = text
        return text
    }

    /// What an account is called now; empty for none.
    func account(_ position: UInt64?) -> String {
        guard let position else { return "" }
        if let known = accounts[position] { return known }
        let name = chart.account(at: position)?.facts.name ?? ""
        accounts[position] = name
        return name
    }

    /// What a person is called; empty for none.
    func person(_ position: UInt64?) -> String {
        position.flatMap(chart.person(at:))?.name ?? ""
    }

    /// A day as `YYYY-MM-DD`.
    func day(_ day: Day) -> String {
        if let known = days[day.daysSince1970] { return known }
        let text = day.description
        days[day.daysSince1970] = text
        return text
    }
}

extension Chart {
    /// What names in rows depend on: renamed categories, and what the accounts among the first
    /// events are called now.
    func names(_ count: UInt64) -> [String] {
        renames.map { "\($0.names.from.text)\n\($0.names.to.text)" }
            + accounts.filter { $0.position < count }.map { "\($0.position) \($0.facts.name)" }
    }
}
