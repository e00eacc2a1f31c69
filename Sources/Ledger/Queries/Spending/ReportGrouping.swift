/// How rows of a report are distinguished besides day, kind and currency.
public struct ReportGrouping: Hashable, Sendable {
    /// One thing by which they are.
    public enum Key: Hashable, Sendable {
        /// The category, of which as many segments count, 1 or more; `nil` for all.
        case category(depth: Int?)
        /// The account.
        case account
        /// Who was paid, or who paid; of a title that does not distinguish the two, all of it.
        case payee
        /// A tag; a line with several counts for each.
        case tag
        /// What stands behind a tag and a colon or an equals sign: of `trip`, the `lisbon` of
        /// `trip:lisbon`.
        case tagValue(String)
        /// The person who paid.
        case person

        /// What it is called: `category`, or `tag:trip`.
        package var name: String {
            switch self {
            case .category: "category"
            case .account: "account"
            case .payee: "payee"
            case .tag: "tag"
            case .tagValue(let tag): "tag:\(tag)"
            case .person: "person"
            }
        }
    }

    /// In the order in which they were asked for, each once; empty for one row.
    public var keys: [Key]

    /// By some keys.
    public init(_ keys: [Key]) { self.keys = keys }

    /// Not at all.
    public static let none = ReportGrouping([])
    /// By account.
    public static let account = ReportGrouping([.account])

    /// By category, of which as many segments count, 1 or more; `nil` for all.
    public static func category(depth: Int?) -> ReportGrouping {
        ReportGrouping([.category(depth: depth)])
    }

    /// What it is called: the names of the keys with commas between them; `nil` for none.
    package var name: String? {
        keys.isEmpty ? nil : keys.map(\.name).joined(separator: ",")
    }

    /// How many segments of a category count; `nil` for all, and where none does.
    package var depth: Int? {
        for case .category(let depth?) in keys { return max(1, depth) }
        return nil
    }

    /// Whether what lines say in text, or who paid, distinguishes rows.
    package var readsText: Bool {
        keys.contains { key in
            switch key {
            case .category, .account: false
            case .payee, .tag, .tagValue, .person: true
            }
        }
    }
}
