public import Ledger

/// What of the ledger's names and settings is in rows: where it changes, rows that are there
/// already mean something else.
public struct ModelTerms: OptionSet, Sendable {
    /// One bit each.
    public let rawValue: UInt8

    /// By their bits.
    public init(rawValue: UInt8) { self.rawValue = rawValue }

    /// The day on which weeks start.
    public static let weekStart = ModelTerms(rawValue: 1)
    /// What categories are called.
    public static let categories = ModelTerms(rawValue: 2)
    /// What accounts are called.
    public static let accounts = ModelTerms(rawValue: 4)
    /// What persons are called.
    public static let persons = ModelTerms(rawValue: 8)
}

/// What categories, accounts and persons are called in rows, and on which day weeks start.
///
/// What was said up to some event holds; of what came later, only the names of new things.
public final class ModelNames {
    /// The day on which weeks start.
    public let weekStart: Weekday
    /// The persons by position, ascending; the owner is the first.
    public let persons: [UInt64]
    private let personNames: [UInt64: String]
    private let renames: [(from: CategoryPath, to: CategoryPath)]
    private let accounts: [UInt64: String]
    private var categories: [String: String] = [:]
    private var days: [Int32: String] = [:]

    /// - Parameters:
    ///   - entries: All that was ever said.
    ///   - settled: How many events say what holds.
    init(_ entries: [ChartEntry], settled: UInt64) {
        var weekStart: Weekday?
        var persons: [UInt64: String] = [:]
        var renames: [(from: CategoryPath, to: CategoryPath)] = []
        var accounts: [UInt64: String] = [:]
        for entry in entries {
            switch entry.saying {
            case .weekStart(let day): if entry.position < settled { weekStart = day }
            case .person(let person, let name):
                if entry.position < settled || persons[person] == nil { persons[person] = name }
            case .account(let account, let name):
                if entry.position < settled || accounts[account] == nil { accounts[account] = name }
            case .category(let names):
                if entry.position < settled { renames.append((names.from, names.to)) }
            }
        }
        self.weekStart = weekStart ?? .monday
        self.persons = persons.keys.sorted()
        personNames = persons
        self.renames = renames
        self.accounts = accounts
    }

    /// What a category is called; empty for none.
    public func category(_ path: CategoryPath?) -> String {
        guard var path else { return "" }
        if let known = categories[path.text] { return known }
        let asRecorded = path.text
        for (old, new) in renames { path = path.replacing(old, with: new) }
        categories[asRecorded] = path.text
        return path.text
    }

    /// What the account at a position is called; empty for none.
    public func account(_ position: UInt64?) -> String {
        position.flatMap { accounts[$0] } ?? ""
    }

    /// What the person at a position is called; empty for none.
    public func person(_ position: UInt64?) -> String {
        position.flatMap { personNames[$0] } ?? ""
    }

    /// A day as `YYYY-MM-DD`.
    public func day(_ day: Day) -> String {
        if let known = days[day.daysSince1970] { return known }
        let text = day.description
        days[day.daysSince1970] = text
        return text
    }

    /// What rows depend on that reflect this many events.
    func said(of terms: ModelTerms, _ count: UInt64) -> [String] {
        var said: [String] = []
        if terms.contains(.weekStart) { said.append(weekStart.name) }
        if terms.contains(.categories) {
            said += renames.map { "\($0.from.text)\n\($0.to.text)" }
        }
        if terms.contains(.accounts) {
            said += accounts.filter { $0.key < count }.sorted { $0.key < $1.key }
                .map { "\($0.key) \($0.value)" }
        }
        if terms.contains(.persons) {
            said += persons.filter { $0 < count }.map { "\($0) \(person($0))" }
        }
        return said
    }
}
