/// A program whose list of payments is read whole: with its transfers, splits and shares.
package enum AppFormat: String, CaseIterable, Codable, Hashable, Sendable {
    /// The register of YNAB, and that of YNAB 4.
    case ynab
    /// The transactions of Actual Budget.
    case actual
    /// The transactions of Firefly III.
    case firefly
    /// The list of a group of Splitwise.
    case splitwise
    /// The list of Money Manager (Realbyte).
    case moneyManager

    /// What people call it.
    package var name: String {
        switch self {
        case .ynab: "YNAB"
        case .actual: "Actual Budget"
        case .firefly: "Firefly III"
        case .splitwise: "Splitwise"
        case .moneyManager: "Money Manager"
        }
    }

    /// The first columns of a list of Splitwise; the others are persons.
    static let shared = ["date", "description", "category", "cost", "currency"]

    /// The columns of an early list of Actual, which has no others.
    private static let early = ["account", "date", "payee", "notes", "category", "amount"]

    /// The program whose columns these are; `nil` for any other header. Case does not count.
    init?(header: [String]) {
        let names = header.map { $0.trimmed.lowercased() }
        func has(_ wanted: String...) -> Bool { wanted.allSatisfy(names.contains) }
        if has("account", "date", "payee", "memo", "outflow", "inflow", "cleared") {
            self = .ynab
        } else if names == AppFormat.early
            || has("account", "date", "payee", "notes", "category", "amount", "cleared")
        {
            self = .actual
        } else if has(
            "type", "amount", "currency_code", "description", "date", "source_name",
            "destination_name")
        {
            self = .firefly
        } else if names.count > AppFormat.shared.count,
            names.starts(with: AppFormat.shared)
        {
            self = .splitwise
        } else if has("date", "account", "category", "note", "income/expense") {
            self = .moneyManager
        } else {
            return nil
        }
    }
}
